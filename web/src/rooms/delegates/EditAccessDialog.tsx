import '#kit/later-styles.ts';
import { Stack, Tabs, Text } from '@mantine/core';
import type { NpiEntry, Physician, ShownNpi } from '@portal/contract/delegates/endpoints.ts';
import { lastNpiMessage, npiTakenMessage } from '@portal/contract/delegates/rules.ts';
import { useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { lineAs } from '#shared/way-on.ts';
import { useFleeting } from './fleeting.ts';
import { NpiEntries } from './NpiEntries.tsx';
import type { Changed, Taken } from './NpiForm.tsx';
import { NpiTable } from './NpiTable.tsx';
import { useAddNpi, useChangeNpi, useNpis, useRemoveNpi } from './queries.ts';
import { nameOf } from './words.ts';

/** For whom a delegate acts: those the pharmacy has assigned can be edited, those a physician has only read (PHY-14). */
export function EditAccessDialog({ physician, onClose }: { physician: Physician; onClose: () => void }) {
  const npis = useNpis(physician.delegateId);
  const [typed, setTyped] = useState(false);
  const [add, change] = [useAddNpi(), useChangeNpi()];
  const busy = add.isPending || change.isPending;
  const { directNPIs = [], physicianInvitedNPIs = [] } = npis.data ?? {};
  return (
    <Dialog opened onClose={onClose} mayClose={!busy} dirty={typed} size="lg" title="Edit Delegate Physician Access">
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {[nameOf(physician), physician.email].filter(Boolean).join(' · ')}
        </Text>
        {npis.isPending && <Loading />}
        {npis.isLoadingError && <Failed message={sentenceOf(npis.error)} onRetry={() => void npis.refetch()} />}
        {npis.data && (
          // What was begun in one tab stands there after a look at the other.
          <Tabs defaultValue="pharmacy" keepMounted>
            <Tabs.List mb="md">
              <Tabs.Tab value="pharmacy">Pharmacy</Tabs.Tab>
              <Tabs.Tab value="physician">Physician</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="pharmacy">
              <Assigned
                physician={physician}
                entries={directNPIs}
                others={physicianInvitedNPIs}
                add={add}
                change={change}
                isTyped={typed}
                onTyped={setTyped}
              />
            </Tabs.Panel>
            <Tabs.Panel value="physician">
              <NpiTable
                label="NPIs assigned by physicians"
                entries={physicianInvitedNPIs}
                rows={5}
                empty="No physician has assigned an NPI to this delegate."
              />
            </Tabs.Panel>
          </Tabs>
        )}
        <DialogFooter>
          <DialogCancel disabled={busy}>Close</DialogCancel>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

function Assigned(props: {
  physician: Physician;
  entries: readonly ShownNpi[];
  others: readonly ShownNpi[];
  add: ReturnType<typeof useAddNpi>;
  change: ReturnType<typeof useChangeNpi>;
  isTyped: boolean;
  onTyped: (typed: boolean) => void;
}) {
  const { physician, entries, others, add, change, isTyped, onTyped } = props;
  const { cpId, companyId } = useViewer();
  const remove = useRemoveNpi();
  const [leaving, setLeaving] = useState<ShownNpi | null>(null);
  const [problem, say] = useFleeting();
  const of = { delegateId: physician.delegateId, cpId, companyId };
  const { email } = physician;

  const tell =
    (act: { done: string; press: string; isKeyless?: boolean }) =>
    (failure: unknown): false => {
      if (!(failure instanceof CallFailure)) throw failure;
      if (failure.status !== 401)
        say(Object.values(failure.fields)[0] ?? lineAs(failure, { of: 'The NPI was', ...act }));
      return false;
    };
  const told = (entry: NpiEntry, what: string): true => {
    say(null);
    toastSuccess(`NPI ${entry.npi} was ${what}.`);
    return true;
  };
  const addEntry = async (entry: NpiEntry): Promise<boolean> => {
    if ([...entries, ...others].some(({ npi }) => npi === entry.npi)) {
      say(npiTakenMessage);
      return false;
    }
    return add
      .mutateAsync({ body: { ...entry, ...of, email } })
      .then(() => told(entry, 'added'), tell({ done: 'added', press: 'Add NPI' }));
  };
  const rename = (entry: NpiEntry, { version }: ShownNpi): Promise<Taken<ShownNpi>> =>
    change.mutateAsync({ body: { ...entry, ...of, email, version } }).then(
      () => told(entry, 'changed'),
      (failure: unknown) => currentOf(failure) ?? tell({ done: 'changed', press: 'Save' })(failure),
    );
  const end = async (entry: ShownNpi) => {
    // Neither names nor e-mail stand in an address, which others may see.
    await remove
      .mutateAsync({ query: { npi: entry.npi, ...of } })
      .then(() => told(entry, 'removed'), tell({ done: 'removed', press: 'Remove', isKeyless: true }));
    setLeaving(null);
  };
  return (
    <Stack gap="md">
      {problem && <Notice tone="error">{problem}</Notice>}
      <NpiEntries
        label="NPIs assigned by the pharmacy"
        entries={entries}
        rows={5}
        empty="No NPI is assigned to this delegate."
        busy={add.isPending || change.isPending}
        onAdd={addEntry}
        onChange={rename}
        onRemove={(entry) => (entries.length + others.length > 1 ? setLeaving(entry) : say(lastNpiMessage))}
        isTyped={isTyped}
        onTyped={(typed) => {
          // What was refused no longer stands there.
          say(null);
          onTyped(typed);
        }}
      />
      <ConfirmDialog
        opened={leaving !== null}
        title="Remove NPI"
        confirm="Remove"
        cancel="Close"
        danger
        busy={remove.isPending}
        onConfirm={() => leaving && void end(leaving)}
        onClose={() => setLeaving(null)}
      >
        {leaving && `The delegate will no longer act for ${leaving.fName} ${leaving.lName} (${leaving.npi}).`}
      </ConfirmDialog>
    </Stack>
  );
}

/** What an entry is by now, where it was changed meanwhile (REL-07). */
const currentOf = (failure: unknown): Changed<ShownNpi> | undefined =>
  failure instanceof CallFailure && failure.code === 'stale'
    ? { now: failure.detail['current'] as ShownNpi, isOwn: isOwnChange(failure) }
    : undefined;
