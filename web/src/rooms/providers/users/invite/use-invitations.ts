import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { isSignedOut } from '../access/refusal.ts';
import { useInviteMany } from '../queries.ts';
import { type Field, ownProblems, type Problem, type Row } from './file.ts';

const none: ReadonlyMap<number, readonly Problem[]> = new Map();

/** The rows of a file on their way: checked as they stand, corrected, and sent once nothing is wrong with any. */
export function useInvitations(onInvited: (count: number) => void) {
  const { companyId } = useViewer();
  const invite = useInviteMany();
  const [rows, setRows] = useState<readonly Row[]>([]);
  /** By the line of a row. */
  const [problems, setProblems] = useState(none);
  /** The rows that were found to be in order. */
  const [passed, setPassed] = useState<readonly Row[] | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);

  const ask = async (asked: readonly Row[], isDryRun: boolean) => {
    setRefused(null);
    const own = new Map(
      asked.map((row) => [row.line, ownProblems(row)] as const).filter(([, found]) => found.length > 0),
    );
    if (own.size > 0) return setProblems(own);
    try {
      const reply = await invite.mutateAsync({
        body: { companyId, isDryRun, rows: asked.map(({ values }) => values) },
      });
      const found = new Map<number, Problem[]>();
      for (const { row, field, message } of reply.problems) {
        const line = asked[row - 1]?.line ?? 0;
        found.set(line, [...(found.get(line) ?? []), { field, message }]);
      }
      setProblems(found);
      setPassed(found.size === 0 ? asked : null);
      if (!isDryRun && found.size === 0) onInvited(reply.invited);
    } catch (failure) {
      if (!isSignedOut(failure)) setRefused({ text: sentenceOf(failure) });
    }
  };
  return {
    rows,
    problems,
    refused,
    isBusy: invite.isPending,
    isPassed: passed !== null && passed === rows,
    begin: (next: readonly Row[]) => {
      setRows(next);
      setProblems(none);
      setPassed(null);
      setRefused(null);
      if (next.length > 0) void ask(next, true);
    },
    correct: (line: number, field: Field, value: string) =>
      setRows(rows.map((row) => (row.line === line ? { ...row, values: { ...row.values, [field]: value } } : row))),
    leaveOut: (line: number) => {
      setRows(rows.filter((row) => row.line !== line));
      setProblems(new Map([...problems].filter(([of]) => of !== line)));
    },
    check: () => void ask(rows, true),
    send: () => void ask(rows, false),
  };
}
