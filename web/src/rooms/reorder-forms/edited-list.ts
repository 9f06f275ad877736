import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { useKept } from '#kit/remember.ts';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { changesIn, type Draft, draftOf, listIn, rebase } from './medication-draft.ts';
import { keptMedication, keptText } from './order.ts';
import { useMedicationList } from './queries.ts';

/** The list with what was done to it here. */
export interface Edited {
  draft: Draft;
  /** What the draft stands on. */
  base: { medListId: number | null; version: number | null };
  /** What has been done to it since, in sentences. */
  told: readonly string[];
  /** By one's own first try, which got no answer; else by somebody else. */
  isOwn?: boolean;
}
const nothing: Edited | null = null;
/** After a reload, perhaps by another release; of another shape it is forgotten. */
const revived = (kept: Edited | null): Edited | null =>
  kept && {
    ...kept,
    draft: keptDraft(kept.draft),
    base: { medListId: keptNumber(kept.base.medListId), version: keptNumber(kept.base.version) },
    told: kept.told.map(keptText),
  };
const keptDraft = ({ rows, nextKey }: Draft): Draft => ({
  rows: rows.map(({ key, stored, now, isDeleted }) => ({
    key: keptText(key),
    stored: stored && keptMedication(stored),
    now: keptMedication(now),
    isDeleted,
  })),
  nextKey: keptNumber(nextKey),
});
function keptNumber<N extends number | null>(kept: N): N {
  if (kept !== null && typeof kept !== 'number') throw new TypeError('Not a number');
  return kept;
}
const onlyOrder = 'None of its rows has changed. Save again.';

/** The list with what is not saved yet, which stays while one moves about, over every failure and over a reload. */
export function useEditedList() {
  const { data, isLoading, isError, refetch } = useMedicationList();
  const client = useQueryClient();
  const { cpId } = useViewer();
  const [edited, setEdited] = useKept<Edited | null>(`reorder:${cpId}:draft`, nothing, revived);
  const [failure, setFailure] = useState<Refused | null>(null);
  const add = useCall(api.addMedicationList, { quiet: true, ofOneForm: true, refresh: [api.readMedicationList] });
  const change = useCall(api.changeMedicationList, { quiet: true, ofOneForm: true, refresh: [api.readMedicationList] });
  const now = edited ?? (data && { draft: draftOf(data.medList), base: data, told: [] });

  /** The next draft stands on the list in which the row was seen: one that is saved meanwhile is met when this one is saved. */
  const edit = (seen: Edited, next: Draft) => {
    setFailure(null);
    // What was undone by hand is nothing to save, and the list follows what others save again.
    setEdited(changesIn(next) === 0 ? null : { ...seen, draft: next });
  };
  /** What was done here, on top of what is stored now. */
  const takeOver = (mine: Edited, stored: Stored, isOwn: boolean) => {
    const { draft: rebased, told } = rebase(mine.draft, stored.medList);
    if (changesIn(rebased) > 0)
      return setEdited({ draft: rebased, base: stored, told: told.length > 0 ? told : [onlyOrder], isOwn });
    void client.invalidateQueries({ queryKey: [api.readMedicationList.path] });
    setEdited(null);
    toastSuccess(isOwn ? 'Your first try has saved this list.' : 'Someone else has already saved the same list.');
  };
  const save = async () => {
    if (!edited || add.isPending || change.isPending) return;
    setFailure(null);
    const { medListId, version } = edited.base;
    const medList = listIn(edited.draft);
    try {
      const saved =
        medListId === null
          ? await add.mutateAsync({ body: { medList } })
          : await change.mutateAsync({ body: { medListId, medList, version: version ?? undefined } });
      client.setQueryData(
        read(api.readMedicationList).queryKey,
        (before) => before && { ...before, ...saved, medList },
      );
      setEdited(null);
      toastSuccess(saved.message);
    } catch (refused) {
      if (!(refused instanceof CallFailure)) throw refused;
      const stored = await storedBy(refused);
      if (stored) takeOver(edited, stored, isOfOwnTry(refused));
      else if (refused.status !== 401)
        setFailure(
          refusedAs(refused, {
            of: 'The medication list was',
            done: 'saved',
            press: 'Save',
            text: refused.status >= 500 ? api.changeMedicationList.failure : undefined,
          }),
        );
    }
  };
  return {
    /** Undefined until it is read. */
    now,
    changes: edited ? changesIn(edited.draft) : 0,
    told: edited?.told ?? [],
    isOwn: edited?.isOwn ?? false,
    failure,
    isLoading,
    // Whoever has the list goes on with it while it cannot be read anew.
    isFailed: isError && !data,
    isSaving: add.isPending || change.isPending,
    readAgain: () => void refetch(),
    edit,
    save,
    discard: () => {
      setFailure(null);
      setEdited(null);
    },
  };
}

type Stored = Pick<Ours<typeof api.readMedicationList.reply>, 'medListId' | 'version' | 'medList'>;

const isOfOwnTry = (refused: CallFailure): boolean => isOwnChange(refused) || refused.code === 'first_try_done';

/** What is stored now, where somebody else was quicker or one's own first try; undefined where it was refused for another reason. */
async function storedBy(refused: CallFailure): Promise<Stored | undefined> {
  if (refused.code === 'stale') return refused.detail['current'] as Stored;
  if (refused.code === 'medication_list.exists' || refused.code === 'first_try_done')
    return call(api.readMedicationList, {}).catch(() => undefined);
  return undefined;
}
