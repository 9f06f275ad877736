import { Button, Group, Stack, Text } from '@mantine/core';
import type { ScheduleItem } from '@portal/contract/schedules/endpoints.ts';
import { useState } from 'react';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { dueWords } from '#shared/due-words.ts';
import { useNow } from '#shared/now.ts';
import { PagePart } from '#shared/PagePart.tsx';
import { schedulePart } from '#shared/parts.ts';
import { ComingAssessments } from './ComingAssessments.tsx';
import { useSchedule } from './queries.ts';
import { timeToAnswer, wordsOf } from './words.ts';

const RecurrenceDialog = lazyDialog(() => import('./RecurrenceDialog.tsx'), 'RecurrenceDialog');

/** Leads to an assessment that is not answered; absent for whom there is no such page. */
type OnAnswer = ((assessment: { surveyEventId: number; sId: number }) => void) | undefined;

/** Which assessments a patient gets, how often, and what will come (SCH-01 to SCH-04, OPC-42, OPC-61). */
export function AssessmentSchedule(props: { uId: number; onAnswer: OnAnswer }) {
  const { uId, onAnswer } = props;
  const { data, isLoading } = useSchedule(uId);
  const now = useNow();
  const [changed, setChanged] = useState<ScheduleItem | null>(null);
  return (
    <PagePart id={schedulePart}>
      <Stack gap="lg">
        {/* What cannot be read is an empty list (PDT-09, CER-29). */}
        <AppTable
          label="Assessment Schedule"
          storeKey="patient:schedule"
          pageKey={String(uId)}
          records={data ?? []}
          loading={isLoading}
          idAccessor="schedId"
          empty="No assessment is scheduled"
          columns={[
            { accessor: 'surveyName', title: 'Assessment', card: 'head' },
            {
              accessor: 'status',
              title: 'Status',
              render: ({ status, blockedBy }) =>
                status === 'Blocked' ? (
                  <DotAndWord colour="red">{`Blocked by ${blockedBy}`}</DotAndWord>
                ) : (
                  <DotAndWord colour="green">{status}</DotAndWord>
                ),
            },
            { accessor: 'dStart', title: 'Start', noWrap: true, render: ({ dStart }) => asClinicTime(dStart) },
            {
              accessor: 'due',
              title: 'Due',
              render: ({ due, dueDescription, oldestOpen, openCount }) => (
                <span style={{ display: 'grid' }}>
                  {asClinicTime(due)}
                  {dueDescription && (
                    <Text span size="xs" c="gray.7">
                      {timeToAnswer(dueDescription)}
                    </Text>
                  )}
                  {oldestOpen && oldestOpen.due < now && (
                    <Text span size="xs" fw={500} c="red.9">
                      {openCount > 1 ? `${openCount} earlier ones are open, the oldest` : 'An earlier one is'}{' '}
                      {dueWords(oldestOpen.due, now)}
                    </Text>
                  )}
                </span>
              ),
            },
            { accessor: 'recurrence', title: 'Recurrence', render: ({ recurrence }) => wordsOf(recurrence) },
            {
              accessor: 'action',
              title: 'Action',
              textAlign: 'right',
              // On a phone the two of them would leave the name no room beside them.
              card: 'foot',
              screenOnly: true,
              render: (item) =>
                item.status === 'Blocked' ? (
                  <span data-nothing />
                ) : (
                  <Group gap={6} justify="flex-end">
                    <Answer of={item} onAnswer={onAnswer} />
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Edit Recurrence, ${item.surveyName}`}
                      onClick={() => setChanged(item)}
                    >
                      Edit Recurrence
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
        {data && data.length > 0 && <ComingAssessments of={{ uId }} />}
        {changed && <RecurrenceDialog uId={uId} of={changed} onClose={() => setChanged(null)} />}
      </Stack>
    </PagePart>
  );
}

/** The oldest comes first. */
function Answer({
  of: { surveyName, sId, oldestOpen, openCount },
  onAnswer,
}: {
  of: ScheduleItem;
  onAnswer: OnAnswer;
}) {
  if (!oldestOpen || !onAnswer) return null;
  const { surveyEventId } = oldestOpen;
  const says = openCount > 1 ? 'Answer Oldest' : 'Answer';
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${says}, ${surveyName}`}
      onClick={() => onAnswer({ surveyEventId, sId })}
    >
      {says}
    </Button>
  );
}
