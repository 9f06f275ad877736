import { ActionIcon, Group, Select, Stack, Text, Tooltip } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { companyAdministrators } from '@portal/contract/care-groups/access.ts';
import { longest } from '@portal/contract/care-groups/rules.ts';
import type { Sponsor } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { lineAs, saidAs } from '#shared/way-on.ts';
import { useAddSponsor, useChangeSponsor, useRemoveSponsor, useSponsors } from '../queries.ts';

/** The sponsor of a trial; who sees the whole company keeps its sponsors here too (OPS-03, SPO-02 to SPO-04, SEC-23). */
export function SponsorField(props: {
  value: number | null;
  /** The one it has, also before the list is there. */
  named: { spId: number; sponsorName: string } | null;
  onChange: (spId: number | null) => void;
  /** What the form around is at: with its next step a refusal goes away. */
  step: unknown;
}) {
  const { value, named, onChange, step } = props;
  const viewer = useViewer();
  const { companyId } = viewer;
  const sponsors = useSponsors();
  const remove = useRemoveSponsor();
  const [open, setOpen] = useState<'add' | 'rename' | 'delete' | null>(null);
  const { reset } = remove;
  useEffect(() => reset(), [step, reset]);
  const begin = (act: typeof open) => {
    reset();
    setOpen(act);
  };
  const listed = sponsors.data ?? (named ? [named] : []);
  const chosen = sponsors.data?.find(({ spId }) => spId === value);
  const close = () => setOpen(null);
  const takeAway = async (sponsor: Sponsor) => {
    await remove.mutateAsync({ query: { spId: sponsor.spId, company_id: companyId } }).then(
      () => {
        toastSuccess(`Sponsor ${sponsor.sponsorName} was deleted.`);
        onChange(null);
      },
      () => undefined,
    );
    close();
  };
  return (
    <Stack gap={4}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          label="Sponsor"
          required
          placeholder="Choose a sponsor"
          flex={1}
          data={listed.map(({ spId, sponsorName }) => ({ value: String(spId), label: sponsorName }))}
          value={value === null ? null : String(value)}
          onChange={(next) => onChange(next === null ? null : Number(next))}
          searchable
          nothingFoundMessage="No sponsors found."
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        {meets(companyAdministrators, viewer) && (
          <>
            <Act label="Add sponsor" onClick={() => begin('add')}>
              <IconPlus size={18} aria-hidden />
            </Act>
            <Act label="Rename sponsor" disabled={!chosen} onClick={() => begin('rename')}>
              <IconPencil size={18} aria-hidden />
            </Act>
            <Act label="Delete sponsor" disabled={!chosen} onClick={() => begin('delete')}>
              <IconTrash size={18} aria-hidden />
            </Act>
          </>
        )}
      </Group>
      {sponsors.isError && (
        <Text size="sm" c="red.9" role="alert">
          There was a problem loading sponsors.
        </Text>
      )}
      {remove.isError && (
        <Text size="sm" c="red.9" role="alert">
          {lineAs(remove.error, { of: 'The sponsor was', done: 'deleted', press: 'Delete', isKeyless: true })}
        </Text>
      )}
      {open === 'add' && <NameDialog onClose={close} onSaved={onChange} />}
      {open === 'rename' && chosen && <NameDialog sponsor={chosen} onClose={close} onSaved={onChange} />}
      {chosen && (
        <ConfirmDialog
          opened={open === 'delete'}
          title="Do you want to delete this sponsor?"
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() => void takeAway(chosen)}
          onClose={close}
        >
          {chosen.sponsorName}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Act(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  const { label, ...rest } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} {...rest} />
    </Tooltip>
  );
}

/** The name of a new sponsor, or another one of an old. */
function NameDialog(props: { sponsor?: Sponsor; onClose: () => void; onSaved: (spId: number) => void }) {
  const { sponsor, onClose, onSaved } = props;
  const { companyId } = useViewer();
  const [add, change] = [useAddSponsor(), useChangeSponsor()];
  const [base, setBase] = useState(sponsor);
  const before = base?.sponsorName ?? '';
  const [name, setName] = useState(before);
  const act = sponsor ? { done: 'renamed', press: 'Rename' } : { done: 'added', press: 'Add' };
  const busy = add.isPending || change.isPending;
  const failure = add.error ?? change.error;
  const isStale = failure instanceof CallFailure && failure.code === 'stale';
  const isReady = name.trim() !== '' && name.trim() !== before && !tooLong(name, longest.sponsorName);
  const save = async () => {
    const body = { company_id: companyId, sponsorName: name.trim() };
    const saving = base
      ? change.mutateAsync({ body: { ...body, spId: base.spId, version: base.version } })
      : add.mutateAsync({ body });
    await saving.then(
      ({ spId }) => {
        toastSuccess(`Sponsor ${name.trim()} was ${sponsor ? 'renamed' : 'added'}.`);
        onSaved(spId);
        onClose();
      },
      (error: unknown) => {
        // REL-07: the next try names the version that is told.
        if (base && error instanceof CallFailure && error.code === 'stale')
          setBase({ ...base, ...(error.detail['current'] as Partial<Sponsor>) });
      },
    );
  };
  return (
    <Dialog
      opened
      title={sponsor ? 'Rename Sponsor' : 'Add Sponsor'}
      onClose={onClose}
      mayClose={!busy}
      dirty={name !== before}
    >
      <form
        noValidate
        aria-label={sponsor ? 'Rename Sponsor' : 'Add Sponsor'}
        onSubmit={(event) => {
          event.preventDefault();
          // In the document this form stands beside that of the trial, in the tree of components inside it.
          event.stopPropagation();
          if (isReady) void save();
        }}
      >
        <Stack gap="md">
          {isStale && (
            <ChangedNotice
              what="sponsor"
              differences={[{ label: 'Sponsor Name', theirs: before, kept: true }]}
              isOwn={isOwnChange(failure)}
            />
          )}
          <LimitedTextInput
            label="Sponsor Name"
            required
            autoComplete="off"
            most={longest.sponsorName}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogFooter refused={failure && !isStale && saidAs(failure, { of: 'The sponsor was', ...act })}>
            <DialogCancel disabled={busy} />
            <SubmitButton busy={busy} ready={isReady}>
              {sponsor ? 'Rename' : 'Add'}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
