import { Anchor, Text } from '@mantine/core';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { asDay, asMoment, dayOf } from '#kit/today.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import type { NarrowedList } from '#shared/narrowed-list.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import type { Document } from '../queries.ts';
import { aboutOf, canSign, isOrderForm, needsSigning, rejectionOf, statusOf } from './sections.ts';

/** What can be done with a document of a list. */
export interface RowActs {
  onView: (document: Pick<Document, 'docId'>) => void;
  onSign?: (document: Document) => void;
  /** Has a signed document checked. */
  onVerify?: (document: Document) => void;
  onDelete?: (document: Document) => void;
  /** What can be done with whom an order form is for (DOC-15). */
  onSubject?: ((of: { participantId: number; siteId: number; act: 'edit' | 'status' }) => void) | undefined;
  /** Takes it out of this group. */
  detach?: { from: number; ask: (document: Document) => void };
}

export const noDocuments = 'No documents to display';

/** One section of documents: what each is, how it stands, and its next step (DOC-06, DOC-09, DOC-11). */
export function DocumentTable(props: {
  label: string;
  storeKey: string;
  documents: readonly Document[];
  list: Pick<NarrowedList<Document>, 'holds' | 'words' | 'clear'>;
  loading: boolean;
  empty?: string;
  /** Of which trial or site it is, where that is not the chosen one for all. */
  placeOf?: (document: Document) => string;
  acts: RowActs;
  pageKey?: string;
}) {
  const { label, storeKey, documents, list, loading, empty = noDocuments, placeOf, acts, pageKey = '' } = props;
  const found = documents.filter(list.holds);
  if (!loading && documents.length === 0) return <NoDocuments>{empty}</NoDocuments>;
  return (
    <AppTable
      label={label}
      storeKey={`documents:${storeKey}`}
      records={found}
      columns={[
        nameColumn(acts),
        ...(placeOf ? [placeColumn(placeOf)] : []),
        statusColumn,
        addedColumn,
        actionColumn(acts),
      ]}
      idAccessor="docId"
      loading={loading}
      pageSize={5}
      empty={`No document matches ${list.words}.`}
      emptyAction={<ClearButton onClear={list.clear} inList />}
      pageKey={`${pageKey}:${list.words}`}
    />
  );
}

/** One line: most of the sections are empty for most people, and what is in the others should be in sight. */
export const NoDocuments = ({ children = noDocuments }: { children?: string }) => (
  <Text p="md" c="gray.7">
    {children}
  </Text>
);

export const nameColumn = ({ onView }: Pick<RowActs, 'onView'>): Column<Document> => ({
  accessor: 'friendlyName',
  title: 'Name',
  sortable: true,
  card: 'head',
  render: (document) => (
    <div>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        ta="left"
        style={{ overflowWrap: 'anywhere' }}
        onClick={() => onView(document)}
      >
        {document.friendlyName}
      </Anchor>
      {aboutOf(document) && (
        <Text c="gray.7" fz="xs">
          {aboutOf(document)}
        </Text>
      )}
    </div>
  ),
});

const placeColumn = (placeOf: (document: Document) => string): Column<Document> => ({
  accessor: 'g_id',
  title: 'Trial/Site',
  width: '16rem',
  sortable: true,
  sortValue: placeOf,
  render: placeOf,
});

/** What to do about a document whose next signer may not sign it any more. */
const wayOn = (document: Pick<Document, 'waitsFor' | 'srId' | 'isUserManagementReport'>): string => {
  const [who, again] = [document.waitsFor ?? 'The next signer', 'can no longer sign it.'];
  if (document.srId !== null)
    return `${who} ${again} Until the pharmacy starts processing the request, it can be cancelled and placed again.`;
  if (document.isUserManagementReport) return `${who} ${again} Delete the report and make it again.`;
  return `${who} ${again} Delete the document and send it round again.`;
};

/** SGN-02: the word, and for whom it waits. */
const statusColumn: Column<Document> = {
  accessor: 'status',
  title: 'Status',
  width: '14rem',
  sortable: true,
  sortValue: (document) => statusOf(document)?.word ?? '',
  render: (document) => {
    const status = statusOf(document);
    if (!status) return '–';
    const rejection = rejectionOf(document);
    return (
      <div>
        <WordBadge colour={status.colour}>{status.word}</WordBadge>
        {document.waitsFor && !needsSigning(document) && (
          <Text c="gray.7" fz="xs">
            Waits for {document.waitsFor}
          </Text>
        )}
        {document.waitsInVain && (
          <Text c="gray.7" fz="xs">
            {wayOn(document)}
          </Text>
        )}
        {document.isCorrected && (
          <Text c="gray.7" fz="xs">
            Corrected by a later document
          </Text>
        )}
        {rejection && (
          <Text c="gray.7" fz="xs" style={{ overflowWrap: 'anywhere' }}>
            {rejection.by}
            {rejection.reason && `: ${rejection.reason}`}
          </Text>
        )}
      </div>
    );
  },
};

const addedColumn: Column<Document> = {
  accessor: 'timeUploaded',
  title: 'Added',
  width: '8rem',
  sortable: true,
  noWrap: true,
  sortValue: ({ timeUploaded }) => timeUploaded.getTime(),
  render: ({ timeUploaded }) => (
    <time dateTime={timeUploaded.toISOString()} title={asMoment(timeUploaded)}>
      {asDay(dayOf(timeUploaded))}
    </time>
  ),
};

/** Whom an order form is for, where that is one participant whom the portal knows. */
function subjectOf({ participants: [one, ...others], g_id: siteId }: Document) {
  return one && others.length === 0 && one.participantId !== null && siteId !== null
    ? { participantId: one.participantId, siteId }
    : null;
}

export const actionColumn = ({ onView, onSign, onVerify, onSubject, onDelete, detach }: RowActs): Column<Document> => ({
  accessor: 'actions',
  title: 'Action',
  pinned: true,
  screenOnly: true,
  card: 'side',
  width: '7rem',
  textAlign: 'right',
  render: (document) => {
    const subject = onSubject ? subjectOf(document) : null;
    return (
      <RowActions
        of={document.friendlyName}
        items={[
          {
            label: 'Sign',
            isNextStep: true,
            hidden: !onSign || !canSign(document),
            onClick: () => onSign?.(document),
          },
          { label: 'View', onClick: () => onView(document) },
          {
            label: 'Verify',
            hidden: !onVerify || !document.isCompletelySigned,
            onClick: () => onVerify?.(document),
          },
          {
            label: 'Edit participant',
            hidden: !subject,
            onClick: () => subject && onSubject?.({ ...subject, act: 'edit' }),
          },
          {
            label: 'Participant status',
            hidden: !subject,
            onClick: () => subject && onSubject?.({ ...subject, act: 'status' }),
          },
          {
            label: 'Remove from group',
            danger: true,
            // What belongs to a request is in no group by itself.
            hidden: detach?.from !== document.g_id || isOrderForm(document),
            onClick: () => detach?.ask(document),
          },
          {
            label: 'Delete',
            danger: true,
            hidden: !onDelete || document.mayDelete === false,
            onClick: () => onDelete?.(document),
          },
        ]}
      />
    );
  },
});
