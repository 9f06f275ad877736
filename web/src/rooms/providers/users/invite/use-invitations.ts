import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { saidAs } from '#shared/way-on.ts';
import { isSignedOut } from '../access/refusal.ts';
import { useCheckMany, useInviteMany } from '../queries.ts';
import { type Field, ownProblems, type Problem, type Row } from './file.ts';

const none: ReadonlyMap<number, readonly Problem[]> = new Map();

const emailProblems = (rows: readonly Row[], found: ReadonlyMap<number, readonly Problem[]>) =>
  rows
    .map((row) => [row, (found.get(row.line) ?? []).filter(({ field }) => field === 'email')] as const)
    .filter(([, problems]) => problems.length > 0);

export const peopleWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;
/** The button that sends them. */
export const inviteWords = (count: number): string => `Invite ${peopleWords(count)}`;

/** The rows of a file on their way: checked as they stand, corrected, and sent once nothing is wrong with any. */
export function useInvitations(onInvited: (count: number) => void) {
  const { companyId } = useViewer();
  const [check, invite] = [useCheckMany(), useInviteMany()];
  const [rows, setRows] = useState<readonly Row[]>([]);
  /** By the line of a row. */
  const [problems, setProblems] = useState(none);
  /** The rows that were found to be in order. */
  const [passed, setPassed] = useState<readonly Row[] | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  /** What a sending alone tells, that an e-mail is used elsewhere: it stays beside a row until that is corrected. */
  const [told, setTold] = useState<ReadonlyMap<Row, readonly Problem[]>>(new Map());

  const ask = async (asked: readonly Row[], isDryRun: boolean) => {
    setRefused(null);
    const own = new Map(
      asked.map((row) => [row.line, ownProblems(row)] as const).filter(([, found]) => found.length > 0),
    );
    if (own.size > 0) return setProblems(own);
    try {
      const reply = await (isDryRun ? check : invite).mutateAsync({
        body: { companyId, isDryRun, rows: asked.map(({ values }) => values) },
      });
      const found = new Map<number, Problem[]>();
      for (const { row, field, message } of reply.problems) {
        const line = asked[row - 1]?.line ?? 0;
        found.set(line, [...(found.get(line) ?? []), { field, message }]);
      }
      if (isDryRun) {
        for (const row of asked) if (!found.has(row.line) && told.has(row)) found.set(row.line, [...told.get(row)!]);
      } else setTold(new Map([...told, ...emailProblems(asked, found)]));
      setProblems(found);
      setPassed(found.size === 0 ? asked : null);
      if (!isDryRun && found.size === 0) onInvited(reply.invited);
    } catch (failure) {
      if (isSignedOut(failure)) return;
      setRefused(
        isDryRun
          ? { text: sentenceOf(failure) }
          : saidAs(failure, { of: 'The invitations were', done: 'sent', press: inviteWords(asked.length) }),
      );
    }
  };
  return {
    rows,
    problems,
    refused,
    isBusy: check.isPending || invite.isPending,
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
