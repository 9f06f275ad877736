import { Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { listInterventions } from '@portal/contract/clinic/endpoints.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { useChosenGroup } from '#shared/chosen-group.ts';
import { useDemoMode } from '#shared/demo-mode.ts';
import { useSeekIn } from '#shared/list-search.ts';
import { flaggedPart } from '#shared/parts.ts';
import type { AssessmentToOpen } from '#shared/open-assessment.ts';
import { bulletin } from '#shared/bulletin.ts';
import classes from './clinic.module.css';
import { type FlagFilter, FlaggedAnswers } from './FlaggedAnswers.tsx';
import { GroupTree } from './GroupTree.tsx';
import { InterventionTable } from './InterventionTable.tsx';
import type { ReminderOf } from './PatientActivity.tsx';
import { useFlaggedAnswers, useGroups, useInterventions, useLiveDashboard } from './queries.ts';
import { OpenFlags, StatCards } from './StatCards.tsx';

const PatientActivity = lazyDialog(() => import('./PatientActivity.tsx'), 'PatientActivity');

interface Props {
  /** As the address has them: the group, the patient whose activity is open, and which flagged answers are shown. */
  groupId: number | null;
  patientId: number | null;
  flags: FlagFilter | null;
  /** Which step of the person led to the flagged answers, if it was one that did. */
  ledToFlags: string | null;
  onGroup: (gId: number) => void;
  onActivity: (uId: number | null) => void;
  onFlags: (flags: FlagFilter | null) => void;
  onView: (assessment: AssessmentToOpen) => void;
  /** Leads to the page of a patient; absent where there is none (OPC-15). */
  onPatient: ((uId: number) => void) | undefined;
  reminders: (of: ReminderOf) => ReactNode;
}

/** The dashboard of a clinic: four numbers, its care groups with the patients to look after, and what is flagged (CDB, TRE, PTB). */
export function DashboardScreen(props: Props) {
  const viewer = useViewer();
  const text = useBulletin();
  return (
    <Stack gap="lg">
      {text && <Notice tone="info">{text}</Notice>}
      {meets(listInterventions.access, viewer) ? (
        <Dashboard {...props} />
      ) : (
        <Empty message="Your role does not see patients." />
      )}
    </Stack>
  );
}

/** OPC-98: shown in demo mode alone. */
function useBulletin(): string | null {
  const isDemo = useDemoMode();
  const [text] = useState(bulletin);
  return isDemo ? text : null;
}

function Dashboard(props: Props) {
  const { groupId, flags, ledToFlags, onGroup, onFlags, onView, onPatient } = props;
  useLiveDashboard();
  const section = useRef<HTMLDivElement>(null);
  const seekIn = useSeekIn();
  const groups = useGroups();
  const flagged = useFlaggedAnswers();
  const open = (flagged.data ?? []).filter(({ closedAt }) => closedAt === null);
  const all = groups.data ?? [];
  const top = all.filter(({ parentId }) => !all.some(({ gId }) => gId === parentId));
  const [group, pick] = useChosenGroup('clinic', all, groupId, onGroup, top);
  const goToFlags = () => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  };
  const showFlags = () => {
    onFlags(null);
    seekIn('/dashboard', '', flaggedPart);
    goToFlags();
  };
  // What is above has its height once it is there.
  const isThere = flagged.data !== undefined && !groups.isLoading;
  useEffect(() => {
    if (ledToFlags && isThere) goToFlags();
  }, [ledToFlags, isThere]);
  return (
    <>
      <StatCards
        openFlags={
          <OpenFlags open={open.length} overdue={open.filter(({ isOverdue }) => isOverdue).length} onShow={showFlags} />
        }
      />
      {groups.isLoading ? (
        <Loading label="Loading care groups" />
      ) : groups.isError && !groups.data && !isEmptyList(groups.error) ? (
        <Failed message="There was a problem retrieving care groups." onRetry={() => void groups.refetch()} />
      ) : all.length === 0 ? (
        <Empty message="You are not in any care group." />
      ) : (
        <div className={classes.columns}>
          <GroupTree groups={all} chosen={group?.gId ?? null} onChoose={pick} />
          {group ? (
            <Patients key={group.gId} {...props} gId={group.gId} name={group.displayName} />
          ) : (
            <Empty message="Choose a care group to see its patients." />
          )}
        </div>
      )}
      <div ref={section} id={flaggedPart} tabIndex={-1} className={classes.flags}>
        <FlaggedAnswers only={flags} onOnly={onFlags} onView={onView} onPatient={onPatient} />
      </div>
    </>
  );
}

function Patients(props: Props & { gId: number; name: string }) {
  const { gId, name, patientId, onActivity, onView, onPatient, reminders } = props;
  const { data, error, isLoading, refetch } = useInterventions(gId);
  const of = data?.find(({ uId }) => uId === patientId);
  // Everything was answered and reviewed meanwhile, or the address speaks of somebody else's patient.
  const isGone = patientId !== null && data !== undefined && !of;
  const latest = useRef(onActivity);
  useEffect(() => {
    latest.current = onActivity;
  });
  useEffect(() => {
    if (isGone) latest.current(null);
  }, [isGone]);
  if (error && !data && !isEmptyList(error))
    return <Failed message="There was a problem retrieving patient data." onRetry={() => void refetch()} />;
  return (
    <>
      <InterventionTable
        gId={gId}
        group={name}
        rows={data ?? []}
        loading={isLoading}
        onRespond={onActivity}
        onPatient={onPatient}
      />
      {of && (
        <PatientActivity key={of.uId} of={of} onView={onView} reminders={reminders} onClose={() => onActivity(null)} />
      )}
    </>
  );
}
