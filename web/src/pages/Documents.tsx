import { Button } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { changeParticipant } from '@portal/contract/participants/endpoints.ts';
import { saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { DocumentsScreen } from '#rooms/documents/DocumentsScreen.tsx';
import { canSign } from '#rooms/documents/lists/sections.ts';
import { type Document, useToSign } from '#rooms/documents/queries.ts';
import { CompleteCopy } from '#shared/CompleteCopy.tsx';
import { useChangeSearch } from '#shared/page-search.ts';
import { MoreOf, type Opened, OpenedDialog, type Subject, SubjectDialog } from './document-people.tsx';
import { useOpenToSign } from './open-to-sign.ts';

const SignSheet = lazyDialog(() => import('#rooms/signing/SignSheet.tsx'), 'SignSheet');
const VerifyDocument = lazyDialog(() => import('#shared/VerifyDocument.tsx'), 'VerifyDocument');
const RejectReport = lazyDialog(() => import('#rooms/signing/RejectReport.tsx'), 'RejectReport');
const AddDocument = lazyDialog(() => import('#rooms/patient-records/AddDocument.tsx'), 'AddDocument');
const ReportDialog = lazyDialog(() => import('#rooms/user-reports/ReportDialog.tsx'), 'ReportDialog');

type Named = Pick<Document, 'docId' | 'friendlyName'>;

/** `/document?group=&view=&sign=`: the documents of a trial or a site, and the one that is open over them, to be read or signed. */
export default function Documents() {
  const { group, view, sign } = useSearch({ strict: false }) as { group?: unknown; view?: unknown; sign?: unknown };
  const changeSearch = useChangeSearch();
  const openToSign = useOpenToSign();
  const { signing, reading } = useSigning(Number(sign) || null);
  const [over, setOver] = useState<{ act: 'verify' | 'reject'; document: Named } | null>(null);
  const [correcting, correct] = useState<{ corrects: Named; uIds: readonly number[] } | null>(null);
  const go = (part: object, replace: boolean) =>
    // A site that is chosen by itself must not take away what somebody was led to.
    changeSearch(part, { replace, resetScroll: false });
  const onView = (docId: number | null) => go({ view: docId ?? undefined, sign: undefined }, docId === null);
  const close = () => setOver(null);
  const mayChange = meets(changeParticipant.access, useViewer());
  const [subject, setSubject] = useState<Subject | null>(null);
  const [opened, open] = useState<Opened | null>(null);
  return (
    <>
      <DocumentsScreen
        groupId={Number(group) || null}
        onGroup={(gId) => go({ group: gId }, true)}
        viewing={Number(view) || reading}
        onView={onView}
        onSign={openToSign}
        onVerify={(document) => setOver({ act: 'verify', document })}
        onReject={(document) => setOver({ act: 'reject', document })}
        onCorrectOfPatients={(corrects, uIds) => correct({ corrects, uIds })}
        onSubject={mayChange ? setSubject : undefined}
        actions={(group) => (
          <>
            {group && <MoreOf group={group} onOpen={open} />}
            {group && <CompleteCopy of={group} />}
            <GenerateReport groupId={group?.gId ?? null} />
          </>
        )}
      />
      {opened && <OpenedDialog of={opened} onClose={() => open(null)} />}
      {subject && <SubjectDialog of={subject} onClose={() => setSubject(null)} />}
      {signing && (
        <SignSheet
          key={signing.docId}
          link={signing.link}
          title={signing.title}
          onView={() => onView(signing.docId)}
          onClose={() => onView(null)}
        />
      )}
      {correcting && <AddDocument {...correcting} onClose={() => correct(null)} />}
      {over?.act === 'verify' && (
        <VerifyDocument docId={over.document.docId} title={over.document.friendlyName} onClose={close} />
      )}
      {over?.act === 'reject' && (
        <RejectReport
          docId={over.document.docId}
          name={over.document.friendlyName}
          onRejected={() => {
            close();
            onView(null);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface Signing {
  docId: number;
  title: string;
  link: { srUuid: string; signerUuid: string };
}

/** SGN-03: what the address wants to sign is signed by whoever's turn it is, and read by everybody else. */
function useSigning(docId: number | null): { signing: Signing | null; reading: number | null } {
  const { documents, isLoading } = useToSign();
  // Kept while it is open: a list that is read anew takes nothing away from somebody who fills it in.
  const [opened, setOpened] = useState<Signing | null>(null);
  const mine = opened?.docId === docId ? opened : signingOf(documents.find((one) => one.docId === docId));
  if (opened !== mine) setOpened(mine);
  return { signing: mine, reading: mine || isLoading ? null : docId };
}

function signingOf(document: Document | undefined): Signing | null {
  if (!document || !canSign(document)) return null;
  const { docId, friendlyName, uuid, signerUuid } = document;
  return uuid && signerUuid ? { docId, title: friendlyName, link: { srUuid: uuid, signerUuid } } : null;
}

/** URP-01: where reports are signed, as it is beside the users. */
function GenerateReport({ groupId }: { groupId: number | null }) {
  const [opened, setOpened] = useState(false);
  if (!meets(saveUserReport.access, useViewer())) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Generate Report
      </Button>
      {opened && <ReportDialog groupId={groupId} onClose={() => setOpened(false)} />}
    </>
  );
}
