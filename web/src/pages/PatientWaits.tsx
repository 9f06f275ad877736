/** What waits of a patient, in the header of their page: each number leads to the tab that has it. */
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOpenFlags } from '#rooms/clinic/queries.ts';
import { PatientFollowUps } from '#rooms/follow-ups/FollowUpTable.tsx';
import { useOverdueFollowUps } from '#rooms/follow-ups/queries.ts';
import { useOverdue } from '#rooms/schedules/queries.ts';
import { dueWords } from '#shared/due-words.ts';
import { useNow } from '#shared/now.ts';
import { flaggedPart, followUpsPart, schedulePart } from '#shared/parts.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { assessmentTabs, History, Schedule } from './PatientAssessments.tsx';

export function PatientWaits({ uId }: { uId: number }) {
  const { open, overdue, ...flags } = useOpenFlags(uId);
  const { since, ...assessments } = useOverdue(uId);
  const followUps = useOverdueFollowUps(uId);
  const [longest, ...others] = since;
  const now = useNow();
  return (
    <>
      {open > 0 && (
        <Wait uId={uId} tab={History} part={flaggedPart} isLate={overdue > 0}>
          {`${open} open flagged ${open === 1 ? 'answer' : 'answers'}${overdue > 0 ? `, ${overdue} overdue` : ''}`}
        </Wait>
      )}
      {longest && (
        <Wait uId={uId} tab={Schedule} part={schedulePart} isLate>
          {`${others.length === 0 ? 'Assessment' : `${others.length + 1} assessments up to`} ${dueWords(longest, now)}`}
        </Wait>
      )}
      {followUps.count > 0 && (
        <Wait uId={uId} tab={PatientFollowUps} part={followUpsPart} isLate>
          {`${followUps.count} overdue ${followUps.count === 1 ? 'follow-up' : 'follow-ups'}`}
        </Wait>
      )}
      {(flags.isUnread || assessments.isUnread || followUps.isUnread) && (
        <Text span size="sm" c="red.9">
          What is open or overdue could not be loaded
        </Text>
      )}
    </>
  );
}

function Wait(props: {
  uId: number;
  tab: (typeof assessmentTabs)[number];
  part: string;
  isLate: boolean;
  children: string;
}) {
  const { uId, tab, part, isLate, children } = props;
  const search = (before: object) => ({
    ...before,
    patient: uId,
    table: 'assessments',
    tab: assessmentTabs.indexOf(tab) || undefined,
  });
  return (
    <Anchor
      py={2}
      display="inline-flex"
      // Whoever is there already goes nowhere, and is led to it all the same.
      onClick={() => document.getElementById(part)?.focus()}
      renderRoot={(root) => <Link {...root} to="/patient" search={search as never} hash={part} replace />}
    >
      <WordBadge colour={isLate ? 'red' : 'orange'}>{children}</WordBadge>
    </Anchor>
  );
}
