import { Button, Group, List, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { changeMedicationList, readMedicationList } from '@portal/contract/reorder-forms/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { useStay } from '#kit/stay.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure } from '#kit/toast.ts';
import { isFound } from '#shared/list-search.ts';
import { EditedTable } from './EditedTable.tsx';
import { type Edited, useEditedList } from './edited-list.ts';
import { stateOf, withoutRow, withRow, withRowBack } from './medication-draft.ts';

const MedicationDialog = lazyDialog(() => import('./MedicationDialog.tsx'), 'default');

/** The list as a table: rows are added, edited and deleted, and "Save" stores all of it (OPC-96). */
export function MedicationEditor() {
  const mayChange = meets(changeMedicationList.access, useViewer());
  const list = useEditedList();
  const [asked, ask] = useState<{ key: string | null; seen: Edited } | null>(null);
  const [search, setSearch] = useState('');
  // The draft is there again after a look at another page and after a reload; it goes with the tab.
  useStay(list.changes > 0, null);
  if (list.isFailed) return <Failed message={readMedicationList.failure} onRetry={list.readAgain} />;

  const { now: seen } = list;
  const rows = seen?.draft.rows ?? [];
  const found = rows.filter(({ now }) => isFound(search, [now.name, now.dosage, now.information]));
  const edited = asked?.seen.draft.rows.find(({ key }) => key === asked.key);
  const deleted = rows.filter((row) => stateOf(row) === 'deleted').length;
  /** What is done to a list that is on its way would be gone with its answer, which takes the place of the draft. */
  const act = (work: (seen: Edited) => void): void => {
    if (list.isSaving) toastFailure('The medication list is being saved. Please wait for it.');
    else if (seen) work(seen);
  };
  return (
    <Stack gap="md" p="md">
      {list.told.length > 0 && (
        <Notice
          tone="warning"
          title={
            list.isOwn
              ? 'Your first try, which got no answer, has changed this medication list'
              : 'Someone else has changed this medication list in the meantime'
          }
        >
          <List size="sm">
            {list.told.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Notice>
      )}
      <Group justify="space-between" align="flex-end" gap="sm">
        {rows.length > 10 ? (
          <SearchField placeholder="Name, dosage or information" value={search} onChange={setSearch} maw={360} />
        ) : (
          <span />
        )}
        {mayChange && (
          <Button variant="default" disabled={!seen} onClick={() => act((it) => ask({ key: null, seen: it }))}>
            Add medication
          </Button>
        )}
      </Group>
      <EditedTable
        rows={found}
        loading={list.isLoading}
        empty={search === '' ? 'There are no medications in the list.' : `No medication matches “${search.trim()}”.`}
        search={search}
        actions={
          mayChange && {
            onEdit: (key) => act((it) => ask({ key, seen: it })),
            onDelete: (key) => act((it) => list.edit(it, withoutRow(it.draft, key))),
            onUndo: (key) => act((it) => list.edit(it, withRowBack(it.draft, key))),
          }
        }
      />
      {list.failure && <Refusal {...list.failure} />}
      {mayChange ? (
        <Group justify="flex-end" gap="sm">
          <Text size="sm" c="gray.7" role="status">
            {list.changes > 0 && unsaved(list.changes, deleted)}
          </Text>
          {list.changes > 0 && (
            <Button variant="default" disabled={list.isSaving} onClick={list.discard}>
              Discard changes
            </Button>
          )}
          <SubmitButton ready={list.changes > 0} busy={list.isSaving} onPress={() => void list.save()}>
            Save
          </SubmitButton>
        </Group>
      ) : (
        <Text size="sm" c="gray.7">
          Administrators who see the whole company change this list.
        </Text>
      )}
      {asked && (
        <MedicationDialog
          medication={edited?.now ?? null}
          onDone={(medication) => {
            list.edit(asked.seen, withRow(asked.seen.draft, medication, asked.key));
            ask(null);
          }}
          onClose={() => ask(null)}
        />
      )}
    </Stack>
  );
}

const unsaved = (changes: number, deleted: number): string =>
  `${changes === 1 ? '1 row is' : `${changes} rows are`} not saved yet${deleted > 0 ? ` (${deleted} deleted)` : ''}.`;
