import { fileProblem, pdfType } from '@portal/contract/documents/rules.ts';
import { imageProblem, imageTypes } from '@portal/contract/images/rules.ts';
import {
  type deliveryOutcomes,
  type ItemCondition,
  longestComment,
  mostReceiptFiles,
  noReceiptFile,
  receiptProblem,
} from '@portal/contract/shipments/rules.ts';
import { useRef, useState } from 'react';
import { smallerPhoto } from '#kit/smaller-photo.ts';
import { tooLong } from '#kit/too-long.ts';
import { useRequest } from '../queries.ts';
import { type Row, useDesk } from '../sides.ts';
import { useLostTries, useMove, useReceive } from '../writes.ts';

export type Outcome = (typeof deliveryOutcomes)[number];

/**
 * What a person says of a delivery. The outcome goes by the status call, as the partners' does, and how the items arrived with it as
 * far as the dialog shows that; what a site enters itself goes with both in one call.
 */
export function useReceipt(row: Row, outcome: Outcome | null, then: Parameters<typeof useMove>[2]) {
  const mayAdd = useDesk() === 'site';
  const request = useRequest(row);
  const [said, setSaid] = useState<ReadonlyMap<number, ItemCondition>>(new Map());
  const [note, setNote] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPreparing, setPreparing] = useState(false);
  const choices = useRef(0);
  // What can be reported at all can be reported as any of it.
  const to = outcome ?? 'other';
  const lostTries = useLostTries();
  const { move, ...moving } = useMove(row, to, then, lostTries);
  const { receive, ...receiving } = useReceive(row, to, then, lostTries);

  const itemIds = (request.data?.packages ?? []).flatMap((one) => one.items.map(({ itemId }) => itemId));
  const isHurt = outcome === 'damaged' || outcome === 'missing';
  const assumed = assumedCondition();
  const conditionOf = (itemId: number): ItemCondition | null => said.get(itemId) ?? assumed;
  // All of them, or none: where nobody has named one, nothing is kept of any.
  const items = itemIds.flatMap((itemId) => {
    const condition = conditionOf(itemId);
    return condition ? [{ itemId, condition }] : [];
  });
  const itemsProblem =
    outcome &&
    receiptProblem(
      outcome,
      items.map(({ condition }) => condition),
    );
  const differs = items.some(({ condition }) => condition !== 'received');
  // What was entered and is not shown any more is neither counted nor sent.
  const asksMore = mayAdd && (outcome !== 'received' || (differs && !itemsProblem));
  const hasMore = mayAdd && (said.size > 0 || (asksMore && (note.trim() !== '' || files.length > 0)));
  const filesProblem = problemOf(files);
  const isNoteTooLong = tooLong(note, longestComment) !== undefined;
  const moreProblems = [isNoteTooLong && 'The note is too long.', filesProblem && 'Choose other files, or none.'];
  const moreSays = asksMore ? moreProblems.filter(Boolean).join(' ') : '';
  // Photos that were chosen are not left out because they are still being made smaller.
  const isWaiting = asksMore && isPreparing;
  const isPending = moving.isPending || receiving.isPending;
  const gone = isPending ? null : hasMore ? receiving.gone : moving.gone;
  const isReady = outcome !== null && !isWaiting && moreSays === '' && !itemsProblem && !gone;

  const send = (day: string) => {
    if (!isReady || isPending) return;
    const shown = mayAdd && items.length > 0 ? items : undefined;
    if (!hasMore) return move(day, shown);
    const more = { ...(shown && { items: shown }), ...(asksMore && note.trim() && { note: note.trim() }) };
    receive({ dateOfStatusChange: day, ...more }, asksMore ? files : []);
  };

  /** How an item arrived of which nothing was said; null is not known. */
  function assumedCondition(): ItemCondition | null {
    // What is true of the delivery is true of its only item; of several somebody has to name it.
    if (isHurt && itemIds.length === 1) return outcome;
    return outcome === 'received' || said.size > 0 ? 'received' : null;
  }
  return {
    request,
    mayAdd,
    conditionOf,
    setCondition: (itemId: number, condition: ItemCondition) => setSaid(new Map(said).set(itemId, condition)),
    asksMore,
    /** Several items, and nobody has named the one that is. */
    asksWhich: mayAdd && isHurt && itemIds.length > 1 && said.size === 0 ? outcome : null,
    note,
    setNote,
    pick: async (list: FileList | null) => {
      // What was said of the files before is not true of these.
      receiving.forget();
      const choice = (choices.current += 1);
      setPreparing(true);
      const chosen = [...(list ?? [])];
      const smaller = await Promise.all(chosen.map(smallerPhoto)).catch(() => chosen);
      if (choices.current !== choice) return;
      setFiles(smaller);
      setPreparing(false);
    },
    filesProblem,
    itemsProblem,
    says: isWaiting ? 'The files are being prepared…' : (itemsProblem ?? moreSays),
    isReady,
    isPending,
    // Nothing is left to be lost once it cannot be sent.
    isDirty: !gone && (said.size > 0 || note.trim() !== '' || isPreparing || files.length > 0),
    gone,
    refused: hasMore ? receiving.refused : moving.refused,
    send,
  };
}

function problemOf(files: readonly File[]): string | null {
  if (files.length > mostReceiptFiles) return `Please choose no more than ${mostReceiptFiles} files.`;
  for (const file of files) {
    const problem =
      file.size === 0 ? 'The file is empty.' : file.type === pdfType ? fileProblem(file) : photoProblem(file);
    if (problem) return `${file.name}: ${problem}`;
  }
  return files.reduce((sum, { size }) => sum + size, 0) > mostBytes
    ? 'The files are larger than 50 MB together.'
    : null;
}
const mostBytes = 50 * 1_048_576;
const photoProblem = (file: File): string | null =>
  (imageTypes as readonly string[]).includes(file.type) ? imageProblem(file) : noReceiptFile;
