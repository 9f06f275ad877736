import '#kit/later-styles.ts';
import { Button, NativeSelect, Stack, Tabs } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { copyPatient } from '@portal/contract/audit/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { messages } from '@portal/contract/patients/rules.ts';
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isNotThere } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Behind } from '#kit/behind.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { RowAction } from '#kit/row-action.ts';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';
import { useDemoMode } from '#shared/demo-mode.ts';
import { usePatient } from '#shared/patient.ts';
import { Addresses } from './Addresses.tsx';
import { Contacts } from './Contacts.tsx';
import { Documents, SampleOutreach } from './documents.tsx';
import { Goals } from './Goals.tsx';
import { ConsentHistory, OrderHistory, RefillOutreach, RefillStatus } from './histories.tsx';
import { Insurances } from './Insurances.tsx';
import { Allergies, Medications } from './medicines.tsx';
import classes from './patient.module.css';
import { PatientHeader } from './PatientHeader.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { useLivePatient, usePatientGroups } from './queries.ts';
import { firstTable, type TableKey, tablesFor, tabsOf } from './tables.ts';
import { Timeline } from './Timeline.tsx';

const CopyDialog = lazyDialog(() => import('#shared/CopyDialog.tsx'), 'CopyDialog');
const ProxyUsers = lazyDialog(() => import('./ProxyUsers.tsx'), 'ProxyUsers');

interface Props {
  uId: number;
  /** As the address has them. */
  table: string;
  tab: number;
  kind: string;
  onTable: (table: string) => void;
  onTab: (tab: number) => void;
  onKind: (kind: string | null) => void;
  onLeave: () => void;
  /** The tabs of the table "Assessments", which are of other rooms. */
  assessments: readonly Part[];
  /** What waits of the patient in those tabs, for the header. */
  waits: ReactNode;
  /** What other rooms do for the patient, in the menu of the profile. */
  more?: (patient: {
    uId: number;
    name: string;
    dob: string;
    phone: string | null;
    isActive: boolean;
  }) => readonly RowAction[];
  /** Dialogs that those open. */
  children?: ReactNode;
}

const toBeCopied = `${messages.outOfReach} Nothing can be saved. What you typed is still here and can be copied until you close this.`;

/** One patient (PDT-01): a header that stays, the profile, and one table of the record at a time. */
export function PatientScreen(props: Props) {
  const { uId, onLeave } = props;
  const isDemo = useDemoMode();
  const viewer = useViewer();
  const [isProxyOpen, openProxies] = useState(false);
  const [isCopyOpen, openCopy] = useState(false);
  const { data: patient, error, refetch } = usePatient(uId);
  useLivePatient(uId);
  const groups = usePatientGroups(uId, patient !== undefined);
  // CER-33: whoever is in none of the patient's groups is told so by these.
  const isGone = isNotThere(error) || error?.status === 403 || groups.error?.status === 403;
  const { held, hold } = useHeld();
  // Moved to a group of others, or removed, while the page was open: it goes as soon as nothing typed would go with it.
  const goes = isGone && held.dialog + held.page === 0;
  const wasThere = useRef(false);
  useEffect(() => {
    if (patient && !isGone) wasThere.current = true;
    if (!goes || !wasThere.current) return;
    wasThere.current = false;
    toastFailure(messages.outOfReach);
    onLeave();
    // oxlint-disable-next-line react/exhaustive-deps -- said once
  }, [patient, isGone, goes]);
  const behind = useMemo(() => ({ gone: isGone ? toBeCopied : null, hold }), [isGone, hold]);
  const back = (
    <Button variant="default" onClick={onLeave}>
      Patients
    </Button>
  );
  if (goes) return <Empty message="This patient was not found." action={back} />;
  if (!patient && error) return <Failed message={readPatient.failure} onRetry={() => void refetch()} />;
  if (!patient) return <Loading label="Loading the patient" />;
  return (
    <Behind value={behind}>
      <Stack gap="lg">
        {isGone ? <Empty message={messages.outOfReach} /> : <PatientHeader patient={patient} waits={props.waits} />}
        <div className={classes.columns} hidden={isGone && held.page === 0}>
          <ProfileCard
            patient={patient}
            more={[
              ...(props.more?.({
                uId,
                name: patient.name,
                dob: patient.dob,
                phone: patient.phone,
                isActive: patient.status === 1,
              }) ?? []),
              { label: 'Complete copy', hidden: !meets(copyPatient.access, viewer), onClick: () => openCopy(true) },
              { label: 'Proxy users', hidden: !isDemo, onClick: () => openProxies(true) },
            ]}
          />
          {/* Only what somebody types stays in sight of a patient who is not. */}
          <div hidden={isGone}>
            <Tables {...props} />
          </div>
        </div>
        {isCopyOpen && (
          <CopyDialog of={{ patientId: uId, displayName: patient.name }} onClose={() => openCopy(false)} />
        )}
        {isProxyOpen && <ProxyUsers uId={uId} onClose={() => openProxies(false)} />}
        {!isGone && <Timeline uId={uId} kind={props.kind} onKind={props.onKind} />}
        {props.children}
      </Stack>
    </Behind>
  );
}

/** How many forms hold something typed, by where they are. */
function useHeld() {
  const [held, setHeld] = useState({ dialog: 0, page: 0 });
  const hold = useCallback((where: keyof typeof held) => {
    const add = (more: 1 | -1) => setHeld((before) => ({ ...before, [where]: before[where] + more }));
    add(1);
    return () => add(-1);
  }, []);
  return { held, hold };
}

type Part = ComponentType<{ uId: number }>;
/** What each table shows under its tabs. */
const parts: Record<Exclude<TableKey, 'assessments'>, readonly Part[]> = {
  address: [Addresses],
  insurance: [Insurances],
  medications: [Medications, Allergies],
  contacts: [Contacts],
  prescriptions: [RefillStatus, RefillOutreach],
  documents: [Documents, SampleOutreach],
  consent: [ConsentHistory],
  orders: [OrderHistory],
  goals: [Goals],
};

function Tables({ uId, table, tab, onTable, onTab, assessments }: Props) {
  const viewer = useViewer();
  const offered = tablesFor(viewer);
  const isDemo = useDemoMode();
  const chosen = offered.find(({ value }) => value === table)?.value ?? firstTable;
  const tabs = tabsOf(chosen, isDemo, viewer);
  const at = tab < tabs.length ? tab : 0;
  const Shown = { ...parts, assessments }[chosen][at];
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Table"
        data={offered}
        value={chosen}
        maw="22rem"
        onChange={(event) => onTable(event.currentTarget.value)}
      />
      <Tabs value={String(at)} onChange={(next) => onTab(Number(next))} keepMounted={false}>
        <Tabs.List aria-label="Table" mb="sm">
          {tabs.map((label, index) => (
            <Tabs.Tab key={label} value={String(index)}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(at)}>{Shown && <Shown uId={uId} />}</Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
