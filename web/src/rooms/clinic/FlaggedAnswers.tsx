import { Stack, Text } from '@mantine/core';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';
import { type ReactNode, useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { stayNearby } from '#kit/return-focus.ts';
import { RowActions } from '#kit/RowActions.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { PagePart } from '#shared/PagePart.tsx';
import { PatientCell } from '#shared/PatientCell.tsx';
import { flaggedPart } from '#shared/parts.ts';
import { holderOf, leftBy } from '#shared/flag-holder.ts';
import { isFound } from '#shared/list-search.ts';
import { ClearButton, ListToolbar } from '#shared/ListToolbar.tsx';
import { countOf, narrowedList } from '#shared/narrowed-list.ts';
import type { AssessmentToOpen } from '#shared/open-assessment.ts';
import { shownValues } from '#shared/questions/answer-text.ts';
import { useTyped } from '#shared/sought.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import classes from './clinic.module.css';
import { useFlaggedAnswers, useTakeFlag } from './queries.ts';

const CloseFlag = lazyDialog(() => import('./CloseFlag.tsx'), 'CloseFlag');

/** Which of the open ones are shown, as the address has it. */
export const flagFilters = ['overdue', 'mine', 'nobody'] as const;
export type FlagFilter = (typeof flagFilters)[number];
const words: Record<FlagFilter, string> = { overdue: 'Overdue', mine: 'Mine', nobody: 'Nobody has it' };

const isFlagFound = ({ name, dob, surveyName, question }: FlaggedAnswer, text: string): boolean =>
  isFound(text, [name, shownBirthDate(dob), surveyName, question]);

/** Answers that somebody has to look after until they are closed with a note; overdue ones come first, as the server orders them. */
export function FlaggedAnswers(props: {
  only: FlagFilter | null;
  onOnly: (only: FlagFilter | null) => void;
  onView: (assessment: AssessmentToOpen) => void;
  onPatient: ((uId: number) => void) | undefined;
}) {
  const { only, onOnly } = props;
  const { cpId } = useViewer();
  const { data, error, isLoading, refetch } = useFlaggedAnswers();
  const open = (data ?? []).filter(({ closedAt }) => closedAt === null);
  const leaves: Record<FlagFilter, (row: FlaggedAnswer) => boolean> = {
    overdue: ({ isOverdue }) => isOverdue,
    mine: ({ takenBy }) => takenBy?.cpId === cpId,
    nobody: (row) => holderOf(row) === null,
  };
  const [text, type] = useTyped('q', flaggedPart);
  const list = narrowedList(
    open,
    isFlagFound,
    flagFilters.map((key) => ({
      key,
      label: words[key],
      leaves: leaves[key],
      loud: key === 'overdue',
      stays: true,
    })),
    { text, statuses: only ? [only] : [] },
    ({ text: typed, statuses }) => {
      if (typed !== undefined) type(typed);
      // One button at a time.
      if (statuses) onOnly((statuses.at(-1) as FlagFilter | undefined) ?? null);
    },
  );
  const isNarrowed = open.length > 0 && list.isNarrowed;
  return (
    <Section
      title="Flagged Answers"
      hint="each is open until somebody closes it with a note"
      {...(data && { count: countOf(list.found, open) })}
      late={open.filter(leaves.overdue).length}
    >
      {error && !data && !isEmptyList(error) ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Stack gap="sm" p="md">
          {open.length > 0 && (
            <ListToolbar
              list={list}
              things="flagged answers"
              label="Search flagged answers"
              isSecond
              placeholder="Patient, birth date or question"
            />
          )}
          <FlagTable
            {...props}
            label="Flagged Answers"
            rows={list.found}
            loading={isLoading}
            pageKey={list.words}
            empty={isNarrowed ? `No flagged answer matches ${list.words}.` : 'No flagged answer is open.'}
            emptyAction={isNarrowed && <ClearButton onClear={list.clear} inList />}
          />
        </Stack>
      )}
    </Section>
  );
}

/** All flagged answers of one patient, closed ones too. */
export function FlaggedAnswersOf({ uId, onView }: { uId: number; onView: (assessment: AssessmentToOpen) => void }) {
  const { data, isLoading } = useFlaggedAnswers(uId);
  if (!data || data.length === 0) return null;
  const closed = data.filter(({ closedAt }) => closedAt !== null).length;
  return (
    <PagePart id={flaggedPart}>
      <Section
        title="Flagged Answers"
        count={data.length - closed}
        {...(closed > 0 && { hint: `${closed} closed` })}
        late={data.filter(({ isOverdue }) => isOverdue).length}
      >
        <FlagTable
          ofPatient
          label="Flagged Answers"
          rows={data}
          loading={isLoading}
          pageKey={String(uId)}
          empty=""
          onView={onView}
          onPatient={undefined}
        />
      </Section>
    </PagePart>
  );
}

function FlagTable(props: {
  /** Without the patient, who is known, and with how each was closed. */
  ofPatient?: boolean;
  label: string;
  rows: readonly FlaggedAnswer[];
  loading: boolean;
  pageKey: string;
  empty: string;
  emptyAction?: ReactNode;
  onView: (assessment: AssessmentToOpen) => void;
  onPatient: ((uId: number) => void) | undefined;
}) {
  const { ofPatient = false, label, rows, loading, pageKey, empty, emptyAction, onView, onPatient } = props;
  const { cpId } = useViewer();
  const take = useTakeFlag();
  const [closing, setClosing] = useState<FlaggedAnswer | null>(null);
  /** By their numbers, those that are being taken or given back, in the version that is still shown. */
  const [changing, setChanging] = useState<Readonly<Record<number, number | null>>>({});
  const isChanging = ({ flaggedAnswerId, version }: FlaggedAnswer) => changing[flaggedAnswerId] === version;
  const step = (row: FlaggedAnswer, isTaken: boolean) => {
    const { flaggedAnswerId, version, name } = row;
    if (isChanging(row)) return;
    stayNearby();
    setChanging((before) => ({ ...before, [flaggedAnswerId]: version }));
    take.mutateAsync({ body: { flaggedAnswerId, version, take: isTaken } }).then(
      () =>
        toastSuccess(isTaken ? `You have the flagged answer of ${name}.` : `Nobody has the flagged answer of ${name}.`),
      () => setChanging((before) => ({ ...before, [flaggedAnswerId]: null })),
    );
  };
  const actions = (row: FlaggedAnswer) => {
    const holder = holderOf(row);
    const isMine = holder?.cpId === cpId;
    const isOpen = row.closedAt === null;
    return (
      <RowActions
        of={`the flagged answer of ${row.name}, ${row.surveyName}, question ${row.questionNum}`}
        items={[
          {
            label: 'Take',
            isNextStep: true,
            hidden: !isOpen || holder !== null,
            disabled: isChanging(row),
            onClick: () => step(row, true),
          },
          {
            label: 'Close',
            isNextStep: true,
            // What a colleague has taken is theirs to close.
            hidden: !isOpen || (holder !== null && !isMine),
            onClick: () => setClosing(row),
          },
          {
            label: 'View Assessment',
            onClick: () =>
              onView({
                surveyEventId: row.surveyEventId,
                sId: row.sId,
                uId: row.uId,
                name: row.name,
                phone: row.phone,
                hasResponse: true,
              }),
          },
          {
            // Also for a colleague who is away.
            label: isMine ? 'Give Back' : `Release From ${holder?.name ?? ''}`,
            hidden: !isOpen || holder === null,
            onClick: () => step(row, false),
          },
        ]}
      />
    );
  };
  const patient: Column<FlaggedAnswer> = {
    accessor: 'name',
    title: 'Patient',
    card: 'head',
    sortable: true,
    render: (row) => <PatientCell of={row} onPatient={onPatient} />,
  };
  return (
    <>
      <AppTable
        label={label}
        storeKey={ofPatient ? 'patient:flagged' : 'dashboard:flagged'}
        pageKey={pageKey}
        records={rows}
        loading={loading}
        idAccessor="flaggedAnswerId"
        empty={empty}
        emptyAction={emptyAction}
        columns={[
          ...(ofPatient ? [] : [patient]),
          {
            accessor: 'answer',
            title: 'Answer',
            card: ofPatient ? 'head' : 'foot',
            render: ({ surveyName, question, answer, answerNow }) => (
              <span className={classes.two}>
                {/* On the card of a phone all else of it is bold. */}
                <Text span inherit fw={400}>
                  {question}
                </Text>
                <Text span inherit fw={400}>
                  Answer: <strong className={classes.answer}>{shownValues(answer)}</strong>
                </Text>
                {answerNow !== undefined && (
                  <Text span inherit fw={400}>
                    {answerNow === null
                      ? 'The question is not asked any more.'
                      : `Changed to: ${shownValues(answerNow)}`}
                  </Text>
                )}
                <Text span size="xs" c="gray.7" fw={400}>
                  {surveyName}
                </Text>
              </span>
            ),
          },
          {
            accessor: 'openedAt',
            title: 'Flagged',
            noWrap: true,
            sortable: true,
            sortValue: ({ openedAt }) => openedAt.getTime(),
            render: ({ openedAt, isOverdue, closedAt }) => (
              <span className={classes.two}>
                {asClinicTime(openedAt)}
                {closedAt && (
                  <span>
                    <WordBadge colour="gray">Closed</WordBadge>
                  </span>
                )}
                {isOverdue && (
                  <span>
                    <WordBadge colour="red">Overdue</WordBadge>
                  </span>
                )}
              </span>
            ),
          },
          { accessor: 'takenBy', title: 'Who Has It', render: (row) => <WhoHasIt of={row} /> },
          {
            accessor: 'action',
            title: 'Action',
            textAlign: 'right',
            card: 'side',
            screenOnly: true,
            pinned: true,
            render: actions,
          },
        ]}
      />
      {closing && <CloseFlag of={closing} onClose={() => setClosing(null)} />}
    </>
  );
}

function WhoHasIt({ of }: { of: FlaggedAnswer }) {
  const { takenAt, closedBy, closedAt, closingNote } = of;
  if (closedAt)
    return (
      <span className={classes.two}>
        <span>
          Closed by {closedBy}, {asClinicTime(closedAt)}
        </span>
        <Text span size="xs" c="gray.7">
          {closingNote}
        </Text>
      </span>
    );
  const holder = holderOf(of);
  const beside = holder ? takenAt && `since ${asClinicTime(takenAt)}` : leftBy(of);
  return (
    <span className={classes.two}>
      {holder?.name ?? 'Nobody'}
      {beside && (
        <Text span size="xs" c="gray.7">
          {beside}
        </Text>
      )}
    </span>
  );
}
