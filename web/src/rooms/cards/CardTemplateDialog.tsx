import '#kit/later-styles.ts';
import { Box, Group, SegmentedControl, Stack } from '@mantine/core';
import type { CardTemplate } from '@portal/contract/cards/endpoints.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { useBrand } from '#api/viewer.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { useDialogForm } from '#kit/dialog-form.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { CardFields } from './CardFields.tsx';
import { CardView } from './CardView.tsx';
import { bodyOf, type Draft, draftFields, draftOf, problemsIn } from './draft.ts';
import { useAddCard, useChangeCard, useTemplate } from './queries.ts';

interface Props {
  /** The trial whose card it is. */
  group: CareGroup;
  opened: boolean;
  onClose: () => void;
}

/** The card template of a trial, made or changed (CRD-08 to CRD-11). */
export function CardTemplateDialog(props: Props) {
  return props.opened ? <Opened {...props} /> : null;
}

function Opened({ group, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const { data, error, refetch } = useTemplate(group.gId);
  return (
    <Dialog opened onClose={onClose} mayClose={!busy} dirty={dirty} size="lg" title="Card Template Information">
      {!data && !error && <Loading label="Loading the card" />}
      {!data && error && <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {data && (
        <Form
          group={group}
          card={data.trialCard}
          readAnew={async () => (await refetch()).data?.trialCard}
          onClose={onClose}
          onBusy={setBusy}
          onDirty={setDirty}
        />
      )}
    </Dialog>
  );
}

/** Stands for whoever will hold the card. */
const somebody = { name: 'Name of the participant', cardholderId: 'CTRX000000' };
const views = ['Edit', 'Preview'] as const;

function Form(props: {
  group: CareGroup;
  card: CardTemplate | null;
  readAnew: () => Promise<CardTemplate | null | undefined>;
  onClose: () => void;
  onBusy: (busy: boolean) => void;
  onDirty: (dirty: boolean) => void;
}) {
  const { group, card, readAnew, onClose, onBusy, onDirty } = props;
  const brand = useBrand();
  const add = useAddCard();
  const change = useChangeCard();
  const [base, setBase] = useState(card);
  const [view, setView] = useState<(typeof views)[number]>('Edit');
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const { form, showProblems, changed, takeOver } = useDialogForm<Draft>({
    initialValues: draftOf(card, brand),
    validate: problemsIn,
    onDirty,
    fields: draftFields,
  });
  const busy = add.isPending || change.isPending;

  const save = async (draft: Draft) => {
    onBusy(true);
    setRefusal(null);
    try {
      await (base ? change : add).mutateAsync({ body: bodyOf(draft, group.gId, base) });
      toastSuccess(`The card of ${group.displayName} was saved.`);
      onClose();
    } catch (failure) {
      await explain(failure, draft);
    } finally {
      onBusy(false);
    }
  };

  const explain = async (failure: unknown, draft: Draft) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    if (failure.code === 'stale' && (await showTheirs(draft, isOwnChange(failure)))) return;
    form.setErrors(failure.fields);
    if (Object.keys(failure.fields).length > 0) setView('Edit');
    setRefusal(refusedAs(failure, { of: 'The card was', done: 'saved', press: 'Add' }));
  };

  /** A stale change is shown against what is there now (REL-07). */
  const showTheirs = async (draft: Draft, isOwn: boolean): Promise<boolean> => {
    const current = await readAnew().catch(() => undefined);
    if (current === undefined) return false;
    takeOver(draftOf(base, brand), draft, draftOf(current, brand), isOwn);
    setBase(current);
    setView('Edit');
    return true;
  };

  /** The fields are on that side. */
  const goToProblems = (...problems: Parameters<typeof showProblems>) => {
    setView('Edit');
    showProblems(...problems);
  };

  return (
    <form noValidate aria-label="Card template" onSubmit={form.onSubmit(save, goToProblems)}>
      <Stack gap="md">
        <Group justify="center">
          <SegmentedControl
            aria-label="View"
            data={[...views]}
            value={view}
            onChange={(next) => setView(next as typeof view)}
            transitionDuration={0}
          />
        </Group>
        {changed && <ChangedNotice what="card" {...changed} />}
        {/* Both stay: the fields with the files picked in them, and where one was. */}
        <Box hidden={view !== 'Edit'}>
          <CardFields form={form} disabled={busy} />
        </Box>
        {view === 'Preview' && (
          <CardView
            card={{ ...form.values, cardholderId: somebody.cardholderId }}
            name={somebody.name}
            trial={group.displayName}
          />
        )}
        <DialogFooter refused={refusal}>
          <DialogCancel disabled={busy} />
          <SubmitButton busy={busy}>Add</SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}
