import { Select, Stack } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import type { SiteRequest } from '@portal/contract/shipments/endpoints.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { useFirstDay, useShipmentDay } from '../day.ts';
import { useActiveRequests, useSiteForOrdering, useSites } from '../queries.ts';
import { draftFrom, emptyDraft, leftOutOf, type Mode, nowOf, uncertainIn } from './request-draft.ts';
import { RequestForm } from './RequestForm.tsx';
import { type Created, fullName } from '../sentences.ts';

export interface RequestDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (created: Created, gId: number) => void;
  mode: Mode;
  site: CareGroup;
  /** Whom to order for, when the dialog was opened from a participant. */
  participant?: Participant;
  /** Where the keyboard goes afterwards, when the dialog was not opened by what has it now. */
  returnTo?: () => HTMLElement | null;
  /** What to order again. */
  from?: SiteRequest;
}

const titles: Record<Mode, string> = {
  create: 'Create Shipment Request',
  reorder: 'Reorder Shipment',
  batch: 'Create Batch Shipment',
};

/** Asks for a shipment: a new one, the same again, or a batch for a site (SHC-01, SHC-02, BAT-01). */
export function RequestDialog(props: RequestDialogProps) {
  const [isSending, setSending] = useState(false);
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={titles[props.mode]}
      size="xl"
      mayClose={!isSending}
      dirty={isDirty}
      returnTo={props.returnTo}
    >
      {props.opened && <RequestBody {...props} isDirty={isDirty} onSending={setSending} onDirty={setDirty} />}
    </Dialog>
  );
}

/** What the dialog hears from its form. */
interface Heard {
  onSending: (sending: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

function RequestBody({
  mode,
  site: opening,
  participant,
  from,
  isDirty,
  onCreated,
  onSending,
  onDirty,
}: RequestDialogProps & Heard & { isDirty: boolean }) {
  const sites = useSites();
  const [gId, setGId] = useState(opening.gId);
  // As it is now: its trial may have got an order form meanwhile.
  const site = sites.data?.find((one) => one.gId === gId) ?? opening;
  const isOutOfReach = sites.data?.some((one) => one.gId === gId) === false;
  const [nextSite, setNextSite] = useState<CareGroup | null>(null);
  const options = (sites.data ?? [opening])
    .filter((one) => one.hasShippingRequest)
    .map((one) => ({ value: String(one.gId), label: one.displayName, g_id: one.gId }));
  return (
    <Stack gap="lg">
      {mode === 'batch' && (
        <Select
          label="Trial site"
          data={options}
          value={String(site.gId)}
          allowDeselect={false}
          onChange={(value) => {
            const picked = sites.data?.find((one) => String(one.gId) === value) ?? opening;
            if (isDirty && picked.gId !== site.gId) setNextSite(picked);
            else setGId(picked.gId);
          }}
          data-autofocus
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
      {isOutOfReach && (
        <Notice tone="warning" title={`${site.displayName} is not among your trial sites any more.`}>
          What you typed stays here. It can be sent once the trial site is among them again.
        </Notice>
      )}
      <SiteForm key={site.gId} {...{ mode, site, participant, from, onCreated, onSending, onDirty }} />
      <ConfirmDialog
        opened={nextSite !== null}
        title="Change the trial site?"
        confirm="Change trial site"
        cancel="Keep editing"
        danger
        onConfirm={() => {
          if (nextSite) setGId(nextSite.gId);
          setNextSite(null);
        }}
        onClose={() => setNextSite(null)}
      >
        Another trial site has other participants and products. What you typed will be cleared.
      </ConfirmDialog>
    </Stack>
  );
}

/** The form, once it is known what the site orders and for whom. */
function SiteForm(props: Omit<RequestDialogProps, 'opened' | 'onClose'> & Heard) {
  const { mode, site, participant, from, onCreated, onSending, onDirty } = props;
  const { isPending, failed, retry, address, ...known } = useSiteForOrdering(site.gId);
  const active = useActiveRequests(site.gId);
  const today = useShipmentDay();
  const firstDay = useFirstDay();
  if (isPending) return <Loading label="Loading the trial site" />;
  if (failed) return <Failed message="There was a problem loading the trial site." onRetry={retry} />;
  const around = {
    mode,
    isBatch: mode === 'batch' || from?.isBatchShipment === true,
    site,
    siteAddress: address,
    active,
    today,
    firstDay,
    earlier: from ?? null,
    ...known,
  };
  const isForSeveral = (from?.participants.length ?? 0) > 1;
  const gone = (from?.participants ?? []).flatMap((one) => nowOf(one, around) ?? []);
  return (
    <>
      {gone
        .filter((one) => !one.isActive)
        .map((one) => (
          <Notice
            key={one.participantId}
            tone="warning"
            title={`${one.subjectNumber} ${fullName(one)} is deactivated.`}
          >
            You can order only for active participants.{' '}
            {isForSeveral
              ? 'Remove this subject number, enter another one, or close this.'
              : 'Enter another subject number, or close this.'}
          </Notice>
        ))}
      {(from ? uncertainIn(from, around) : []).map((number) => (
        <Notice key={number} tone="warning" title={`Subject number ${number} may be another participant’s by now.`}>
          The number of the earlier request has changed hands since. Please make sure who this order is for, and enter
          the number.
        </Notice>
      ))}
      <RequestForm
        around={around}
        initial={from ? draftFrom(from, around) : emptyDraft(around, participant)}
        leftOut={from ? leftOutOf(from, around) : []}
        reorderSrId={from?.srId ?? null}
        onCreated={(created) => onCreated(created, site.gId)}
        onSending={onSending}
        onDirty={onDirty}
      />
    </>
  );
}
