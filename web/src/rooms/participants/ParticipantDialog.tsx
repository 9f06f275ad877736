import { Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { withDashes } from '@portal/contract/participants/rules.ts';
import { type FocusEventHandler, useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { AddressSection } from '#shared/AddressFields.tsx';
import { requestsKeepAddress, sameAddress } from '#shared/address-form.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { PhoneField } from '#shared/PhoneField.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import { Notice } from '#kit/Notice.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';
import { refusedAs } from '#shared/way-on.ts';
import {
  bodyOf,
  changeOf,
  type Draft,
  draftOf,
  labels,
  newDraft,
  numberHint,
  problemsIn,
  draftFields,
  serverProblems,
} from './form.ts';
import { readNow, useAdd, useChange } from './queries.ts';
import type { Site } from './sites.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  sites: readonly Site[];
  site: Site;
  /** The one to edit; none to add one. */
  participant?: Participant;
}

/** Adds a participant, or edits one (PAR-11 to PAR-24). */
export function ParticipantDialog(props: Props) {
  const { opened, onClose, participant } = props;
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      mayClose={!busy}
      dirty={dirty}
      size="lg"
      title={participant ? 'Edit Participant' : 'Add Participant'}
    >
      <Form {...props} onBusy={setBusy} onDirty={setDirty} />
    </Dialog>
  );
}

interface FormProps extends Props {
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}

function Form({ onClose, sites, site, participant, onBusy, onDirty }: FormProps) {
  const add = useAdd();
  const change = useChange();
  const [base, setBase] = useState(participant);
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const before = base && draftOf(base, site.gId);
  // Its site can go out of reach while it is open.
  const isOutOfReach = !sites.some((one) => one.gId === site.gId);
  const offered = isOutOfReach ? [...sites, site] : sites;
  const maskOf = (gId: string | null) => offered.find((one) => String(one.gId) === gId)?.mask ?? null;
  const { form, dirty, sent, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: before ?? newDraft(site.gId),
    validate: (draft) => problemsIn(draft, maskOf(draft.gId), before),
    onDirty,
    fields: draftFields,
  });
  const mask = maskOf(form.values.gId);
  const number = form.getInputProps('subjectNumber');
  const busy = add.isPending || change.isPending;

  /** One that is on record is changed by nobody but who types. */
  const numbered = (draft: Draft): Draft =>
    draft.subjectNumber === before?.subjectNumber
      ? draft
      : { ...draft, subjectNumber: withDashes(draft.subjectNumber, maskOf(draft.gId)) };

  const save = async (typed: Draft) => {
    // Enter sends the form out of a field that nobody has left.
    const draft = numbered(typed);
    onBusy(true);
    try {
      if (base && before) {
        await change.mutateAsync({ body: changeOf(draft, base, !sameAddress(draft.address, before.address)) });
        toastSuccess(`Participant ${draft.subjectNumber.trim()} was changed.`);
      } else {
        await add.mutateAsync({ body: bodyOf(draft) });
        toastSuccess(`Participant ${draft.subjectNumber.trim()} was added.`);
      }
      onClose();
    } catch (failure) {
      await explain(failure, draft);
    } finally {
      onBusy(false);
    }
  };

  /** A stale edit is shown against what is there now (REL-07); everything else in the server's words (PAR-24). */
  const explain = async (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale' && base && before) {
      const current = await readNow(site.gId, base.participantId).catch(() => undefined);
      if (current) {
        takeOver(before, draft, draftOf(current, site.gId), isOwnChange(failure));
        setBase(current);
        return;
      }
    }
    form.setErrors(serverProblems(failure.fields));
    const act = base ? { done: 'changed', press: 'Save' } : { done: 'added', press: 'Add Participant' };
    setRefusal(refusedAs(failure, { of: 'The participant was', ...act }));
  };

  return (
    <form noValidate aria-label="Participant" onSubmit={form.onSubmit(save, showProblems)}>
      <Stack gap="md">
        {changed && <ChangedNotice what="participant" {...changed} />}
        {isOutOfReach && form.values.gId === String(site.gId) && (
          <Notice tone="warning" title={`${site.displayName} is not among your trial sites any more.`}>
            What you typed stays here. It can be saved once the trial site is among them again.
          </Notice>
        )}
        {participant ? (
          <TextInput label={labels.gId} value={site.displayName} readOnly variant="filled" />
        ) : (
          <Select
            label={labels.gId}
            data={offered.map((one) => ({ value: String(one.gId), label: one.displayName }))}
            allowDeselect={false}
            required
            comboboxProps={{ transitionProps: { duration: 0 } }}
            {...form.getInputProps('gId')}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput label={labels.fname} required autoComplete="off" data-autofocus {...form.getInputProps('fname')} />
          <TextInput label={labels.lname} required autoComplete="off" {...form.getInputProps('lname')} />
          <TextInput
            label={labels.subjectNumber}
            description={numberHint(form.values.subjectNumber, mask)}
            required
            autoComplete="off"
            {...number}
            onBlur={(event) => {
              form.setFieldValue('subjectNumber', numbered(form.values).subjectNumber);
              (number.onBlur as FocusEventHandler | undefined)?.(event);
            }}
          />
          <DateField
            label={labels.dob}
            description="Day, month, year"
            display="DD/MM/YYYY"
            max={today()}
            required
            {...form.getInputProps('dob')}
            value={form.values.dob}
          />
          <Radio.Group label={labels.gender} required {...form.getInputProps('gender')}>
            <Group gap="lg" mt={6}>
              <Radio value="0" label="Male" />
              <Radio value="1" label="Female" />
            </Group>
          </Radio.Group>
          <TextInput label={labels.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
        </SimpleGrid>
        <PhoneField
          label={labels.phone}
          {...form.getInputProps('phone')}
          value={form.values.phone}
          addressCountry={form.values.address.country}
        />
        <AddressSection
          legend="Address (optional)"
          optional
          value={form.values.address}
          showProblems={sent}
          onChange={(address) => form.setFieldValue('address', address)}
        />
        {before && !sameAddress(form.values.address, before.address) && (
          <Text size="sm" role="status">
            {requestsKeepAddress}
          </Text>
        )}
        <DialogFooter>
          <DialogCancel disabled={busy} />
          <SubmitButton busy={busy} ready={participant === undefined || dirty}>
            {participant ? 'Save' : 'Add Participant'}
          </SubmitButton>
        </DialogFooter>
      </Stack>
      <ConfirmDialog
        opened={refusal !== null}
        title={refusal?.title ?? ''}
        confirm="OK"
        cancel={null}
        onConfirm={() => setRefusal(null)}
        onClose={() => setRefusal(null)}
      >
        {refusal?.text}
      </ConfirmDialog>
    </form>
  );
}
