import { Button, Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { type ListedDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { ListEnd } from '#kit/ListEnd.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Section } from '#kit/Section.tsx';
import { Failed } from '#kit/States.tsx';
import { useChosenGroup } from '#shared/chosen-group.ts';
import type { OpenedDocument } from '#shared/document-file.ts';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { countOf, useNarrowedList } from '#shared/narrowed-list.ts';
import { SitePicker } from '#shared/SitePicker.tsx';
import { AcknowledgmentForms } from './lists/AcknowledgmentForms.tsx';
import { DocumentTable, type RowActs } from './lists/DocumentTable.tsx';
import { canSign, filters, isDocumentFound, isReport, rejectionOf, sectionsOf } from './lists/sections.ts';
import { type Document, useGroupDocuments, useLiveDocuments, useToSign, useTrialsAndSites } from './queries.ts';

// Loaded when they are opened: most visits only look at the lists.
const DeleteDocument = lazyDialog(() => import('./DeleteDocument.tsx'), 'DeleteDocument');
const RemoveFromGroup = lazyDialog(() => import('./DeleteDocument.tsx'), 'RemoveFromGroup');
const DocumentViewer = lazyDialog(() => import('#shared/DocumentViewer.tsx'), 'DocumentViewer');
const UploadDialog = lazyDialog(() => import('./upload/UploadDialog.tsx'), 'UploadDialog');

/** A document by its number and its name. */
type Named = Pick<Document, 'docId' | 'friendlyName'>;
/** What is open, and of which trial or site: that one can go out of reach, and another one be chosen, meanwhile. */
type Open =
  | { act: 'delete'; document: Document }
  | { act: 'detach'; document: Document; group: CareGroup }
  | { act: 'upload'; group: CareGroup; corrects: Named | null };

/** The documents of a trial or a site, and what the person has to sign (DOC-01 to DOC-13). */
export function DocumentsScreen(props: {
  /** The trial or site of the address bar. */
  groupId: number | null;
  onGroup: (gId: number) => void;
  /** The document of the address bar, which is open over the lists. */
  viewing: number | null;
  onView: (docId: number | null) => void;
  onSign: (document: ListedDocument) => void;
  onVerify: (document: Pick<ListedDocument, 'docId' | 'friendlyName'>) => void;
  onReject: (document: ListedDocument) => void;
  /** What corrects a document of patients is put into their records. */
  onCorrectOfPatients: (document: Named, uIds: readonly number[]) => void;
  onSubject?: RowActs['onSubject'];
  /** What else can be done here, beside "Upload". */
  actions?: (group: CareGroup | null) => ReactNode;
}) {
  const { groupId, onGroup, viewing, onView, onSign, onVerify, onReject, onCorrectOfPatients, onSubject, actions } =
    props;
  const viewer = useViewer();
  const isAdmin = meets(saveDocument.access, viewer);
  const isSponsor = viewer.type === 'Sponsor';
  const groups = useTrialsAndSites();
  const all = groups.data ?? [];
  const sites = all.filter(({ type }) => type === 'trialSite');
  // Whoever works at one site alone is there, though its trial has documents of its own.
  const [group, pick] = useChosenGroup('documents', all, groupId, onGroup, sites.length === 1 ? sites : all);
  const ofGroup = useGroupDocuments(group?.gId ?? null);
  const toSign = useToSign();
  useLiveDocuments();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  const isHere = ({ g_id }: Document): boolean => group === null || isWithin(g_id, group, groups.data ?? []);
  const sections = sectionsOf(ofGroup.documents, toSign.documents, isAdmin, isHere);
  const { reportsCompleted, reportsToSign: waitingReports, ...papers } = sections;
  // Those that are shown, so that a number leads to as many rows.
  const reported = isAdmin || isSponsor ? [reportsCompleted, waitingReports] : [];
  const rows = new Map(
    [...reported, ...(isSponsor ? [] : Object.values(papers))].flat().map((one) => [one.docId, one]),
  );
  const list = useNarrowedList([...rows.values()], isDocumentFound, filters);
  // One of another site, too, which the address names.
  const viewed = rows.get(viewing ?? 0) ?? toSign.documents.find(({ docId }) => docId === viewing);
  const countIn = (some: readonly Document[]) => countOf(some.filter(list.holds), some);
  const acts: RowActs = { onView: ({ docId }) => onView(docId), onSign, onVerify, onSubject };
  const changes: RowActs = isAdmin
    ? {
        ...acts,
        onDelete: (document) => setOpen({ act: 'delete', document }),
        ...(group && { detach: { from: group.gId, ask: (document) => setOpen({ act: 'detach', document, group }) } }),
      }
    : acts;
  // A correction hangs where the document does; what hangs nowhere is corrected where it is looked at.
  const correctIn = (opened: OpenedDocument) => {
    const gId = viewed?.g_id ?? opened.g_id;
    return groups.data?.find((one) => one.gId === gId) ?? (viewed && group);
  };
  /** What uploads a correction, where there is a place for it. */
  const correcting = (opened: OpenedDocument) => {
    const { u_ids: uIds = [] } = opened;
    const place = correctIn(opened);
    if (!opened.mayCorrect || (uIds.length === 0 && !place)) return undefined;
    return () => {
      onView(null);
      if (uIds.length > 0) onCorrectOfPatients(opened, uIds);
      else if (place) setOpen({ act: 'upload', group: place, corrects: opened });
    };
  };
  const uploadTo = open?.act === 'upload' && (all.find(({ gId }) => gId === open.group.gId) ?? open.group);
  const placeOf = ({ g_id }: Document): string => groups.data?.find(({ gId }) => gId === g_id)?.displayName ?? '–';
  const shared = { list, pageKey: String(group?.gId) };
  const ofChosen = { ...shared, loading: ofGroup.isLoading || groups.isLoading };
  const own = { ...shared, loading: toSign.isLoading, placeOf, acts };
  const reports = { ...own, loading: own.loading || ofChosen.loading };
  const endOfOwn = (
    <ListEnd
      shown={toSign.documents.length}
      things="documents you were asked to sign"
      others="older"
      hint="Search covers the loaded rows only."
      beyond={toSign.others}
    />
  );

  return (
    <Stack gap="md">
      <ListToolbar
        list={list}
        things="documents"
        placeholder="Name, request or person"
        scope={
          <SitePicker
            label="Select Trial/Site"
            placeholder="Select Trial/Site"
            sites={groups.data ?? []}
            value={group?.gId ?? null}
            onChange={pick}
            loading={groups.isLoading}
          />
        }
        actions={
          <>
            {actions?.(group ?? null)}
            {isAdmin && (
              <Button
                leftSection={<IconUpload size={18} aria-hidden />}
                disabled={!ofGroup.isLoaded}
                onClick={() => group && setOpen({ act: 'upload', group, corrects: null })}
              >
                Upload
              </Button>
            )}
          </>
        }
      />
      {groups.isLoadingError && <Failed message={listTrials.failure} onRetry={() => void groups.refetch()} />}
      {!isSponsor && group && ships(group) && (
        <Section title="Order Form">
          <DocumentTable
            {...ofChosen}
            label="Order Form"
            storeKey="order-form"
            documents={sections.template}
            acts={changes}
          />
        </Section>
      )}
      {!isSponsor && (
        <>
          <Section title="Order Form - Need To Sign" count={countIn(sections.formsToSign)}>
            <DocumentTable
              {...own}
              label="Order Form - Need To Sign"
              storeKey="forms-to-sign"
              documents={sections.formsToSign}
            />
          </Section>
          <Section title="Order Form - Completed" count={countIn(sections.formsCompleted)}>
            <DocumentTable
              {...own}
              label="Order Form - Completed"
              storeKey="forms-completed"
              documents={sections.formsCompleted}
            />
            {endOfOwn}
          </Section>
        </>
      )}
      {(isAdmin || isSponsor) && (
        <>
          <Section title="User Management Report - Completed" count={countIn(sections.reportsCompleted)}>
            <DocumentTable
              {...reports}
              label="User Management Report - Completed"
              storeKey="reports-completed"
              documents={sections.reportsCompleted}
            />
            {isSponsor && endOfOwn}
          </Section>
          <Section title={reportsToSign(isSponsor)} count={countIn(sections.reportsToSign)}>
            <DocumentTable
              {...reports}
              label={reportsToSign(isSponsor)}
              storeKey="reports-to-sign"
              documents={sections.reportsToSign}
            />
          </Section>
        </>
      )}
      {!isSponsor && (
        <Section title="All Documents" count={group ? countIn(sections.all) : undefined}>
          <DocumentTable
            {...ofChosen}
            label="All Documents"
            storeKey="all"
            documents={sections.all}
            acts={changes}
            empty={group ? undefined : 'Choose a trial or a site to see its documents.'}
          />
          <ListEnd
            key={group?.gId}
            shown={ofGroup.documents.length}
            things="documents"
            others="more"
            hint="Search covers the loaded rows only."
            beyond={ofGroup.others}
          />
        </Section>
      )}
      {isAdmin && group && (
        <AcknowledgmentForms key={group.gId} gId={group.gId} documents={ofGroup.documents} list={list} acts={changes} />
      )}
      {viewing !== null && (
        <DocumentViewer
          key={viewing}
          docId={viewing}
          title={viewed?.friendlyName}
          about={<Rejection document={viewed} />}
          actions={(opened) => (
            <ViewerActions
              document={viewed}
              opened={opened}
              onSign={onSign}
              onVerify={onVerify}
              onReject={onReject}
              onCorrect={correcting(opened)}
            />
          )}
          onView={onView}
          onClose={() => onView(null)}
        />
      )}
      {open?.act === 'delete' && <DeleteDocument document={open.document} onClose={close} />}
      {open?.act === 'detach' && <RemoveFromGroup document={open.document} group={open.group} onClose={close} />}
      {open?.act === 'upload' && uploadTo && (
        <UploadDialog
          place={{
            group: uploadTo,
            groups: all.includes(uploadTo) ? all : [uploadTo, ...all],
            orderForm: orderFormOf(uploadTo, uploadTo.gId === group?.gId ? sections.template : []),
            corrects: open.corrects,
          }}
          onView={onView}
          onClose={close}
        />
      )}
    </Stack>
  );
}

/** UMR-07: why nobody signs it any more. */
function Rejection({ document }: { document: Document | undefined }) {
  const rejection = document && rejectionOf(document);
  if (!rejection) return null;
  return (
    // A notice by itself would shrink where there is little room.
    <div>
      <Notice tone="info" title={rejection.by}>
        {rejection.reason}
      </Notice>
    </div>
  );
}

/**
 * DOC-13, SGN-03: what can be done with the document that is looked at. Whoever signs it has it in a list; the rest the server says of the
 * document itself, which may be in none, as an order form of somebody else's (P11-04, P11-08).
 */
function ViewerActions(props: {
  document: Document | undefined;
  opened: OpenedDocument;
  onSign: (document: Document) => void;
  onVerify: (document: Named) => void;
  onReject: (document: Document) => void;
  onCorrect: (() => void) | undefined;
}) {
  const { document, opened, onSign, onVerify, onReject, onCorrect } = props;
  return (
    <>
      {document && canSign(document) && (
        <>
          {isReport(document) && (
            <Button variant="default" c="red.9" onClick={() => onReject(document)}>
              Reject
            </Button>
          )}
          <Button onClick={() => onSign(document)}>Sign</Button>
        </>
      )}
      {opened.mayVerify && (
        <Button variant="default" onClick={() => onVerify(opened)}>
          Verify
        </Button>
      )}
      {onCorrect && (
        <Button variant="default" onClick={onCorrect}>
          Upload a correction
        </Button>
      )}
    </>
  );
}

/** Of the group itself or, where that is a trial, of one of its sites. */
const isWithin = (gId: number | null, group: CareGroup, groups: readonly CareGroup[]): boolean =>
  gId === group.gId || groups.some((one) => one.gId === gId && one.parentId === group.gId);
/** DOC-05: a site has no order form of its own. */
const ships = ({ type, hasShippingRequest }: CareGroup): boolean => type === 'clinicalTrial' && hasShippingRequest;
const orderFormOf = (group: CareGroup, [template]: readonly Document[]): number | null =>
  group.orderFormTemplate ?? template?.docId ?? null;
/** DOC-08, OPS-49. */
const reportsToSign = (isSponsor: boolean): string =>
  isSponsor ? 'User Management Report - Need to Sign' : 'User Management Report - Need to Sign/Pending Sponsor';
