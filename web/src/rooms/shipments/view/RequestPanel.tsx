import { Button, Group, Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { isNotThere } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DialogFooter } from '#kit/Dialog.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { asDay, asMoment } from '#kit/today.ts';
import { StatusBadge, statusWords, WordBadge } from '#shared/StatusBadge.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { UnreadComments } from '../comments/UnreadComments.tsx';
import { DocumentsToOpen } from '../documents/DocumentsToOpen.tsx';
import { lateWords } from '#shared/late-words.ts';
import { rowDaysLate } from '../lists/late.ts';
import { linkTo } from '../lists/stay-with-row.ts';
import { type Comment, useComments, useListed, useRequest } from '../queries.ts';
import { loadFailure } from '../sentences.ts';
import type { Row, WholeRequest } from '../sides.ts';
import { TaskDialog } from '../TaskDialog.tsx';
import { actionsFor, mayUpload, type Task } from '../tasks.ts';
import { Facts } from './Facts.tsx';
import { InactiveParticipants } from './InactiveParticipants.tsx';
import { namedPackages } from './named-packages.ts';
import { OutdatedAddress } from './OutdatedAddress.tsx';
import { PackageList } from './PackageList.tsx';
import { Part } from './Part.tsx';
import { RecalledLots } from './RecalledLots.tsx';
import { factsOf } from './request-facts.tsx';
import { Short } from './Short.tsx';
import { UnsignedForm } from './UnsignedForm.tsx';
import { Waiting } from './Waiting.tsx';
import classes from './RequestPanel.module.css';

/** One request beside its list: what the list knows stands there at once, the rest as it comes. */
export function RequestPanel(props: {
  srId: number;
  /** Whose list is behind it; partners have none. */
  site: CareGroup | null;
  sites: readonly CareGroup[];
  onSite: (gId: number) => void;
  onClose: () => void;
}) {
  const { srId, site, sites, onSite, onClose } = props;
  const listed = useListed(site?.gId ?? null, srId);
  const { data: whole, error, refetch } = useRequest({ srId });
  const [task, setTask] = useState<Task | null>(null);
  // The list behind is that of the request's site.
  const gId = whole?.gId;
  const isElsewhere = gId !== undefined && gId !== site?.gId && sites.some((one) => one.gId === gId);
  useEffect(() => {
    if (isElsewhere) onSite(gId);
  }, [isElsewhere, gId, onSite]);
  // A number that no request can have is refused before it is looked for.
  const isNotFound = isNotThere(error) || error?.status === 400;
  const row = isNotFound ? undefined : newer(listed, whole);
  return (
    <>
      <Sheet opened atSide title={`Request ${srId}`} size="36rem" onClose={onClose} returnTo={() => linkTo(srId)}>
        {row && <Shown row={row} whole={whole} begin={setTask} />}
        {isNotFound && <Empty message={`Request ${srId} was not found.`} />}
        {!isNotFound && error && !whole && <Failed message={loadFailure} onRetry={() => void refetch()} />}
        {!row && !error && <Loading label="Loading the request" />}
      </Sheet>
      {task && (
        <TaskDialog
          key={task.kind}
          task={task}
          site={sites.find((one) => one.gId === task.row.gId) ?? null}
          begin={setTask}
          onClose={() => setTask(null)}
          onMoved={() => undefined}
        />
      )}
    </>
  );
}

/** The list and the request are read one after the other: the later version counts. */
function newer(listed: Row | undefined, whole: WholeRequest | undefined): Row | undefined {
  if (!whole || (listed && listed.version > whole.version)) return listed;
  // A form is signed or deleted without another version of the request, and neither is taken back.
  const { unsignedFormCount, deletedFormCount, formToSign } =
    listed && listed.unsignedFormCount < whole.unsignedFormCount ? listed : whole;
  return {
    ...whole,
    products: whole.products.filter((line) => line.isReplacedBy === null),
    parcels: whole.packages.map(({ courier, trackingNumber, items }) => ({
      courier,
      trackingNumber,
      lotNumbers: items.map(({ lotNumber }) => lotNumber),
    })),
    // The panel reads the documents themselves, and what is short of each product.
    documentCount: listed?.documentCount ?? 0,
    shortCount: listed?.shortCount ?? 0,
    damagedCount: listed?.damagedCount ?? 0,
    missingCount: listed?.missingCount ?? 0,
    unsignedFormCount,
    deletedFormCount,
    formToSign,
  };
}

const noComments: readonly Comment[] = [];

function Shown({ row, whole, begin }: { row: Row; whole: WholeRequest | undefined; begin: (task: Task) => void }) {
  const viewer = useViewer();
  // None when they cannot be read (CMT-10).
  const { data: comments = noComments, isPending } = useComments(row.srId);
  const actions = actionsFor(row, viewer, begin);
  const step = actions.find(({ isNextStep, hidden }) => isNextStep && !hidden);
  const menu = <RowMenu label={`Actions for request ${row.srId}`} items={actions} />;
  return (
    <>
      <Stack gap="lg" flex={1} pb="md">
        <About row={row} whole={whole} comments={comments} menu={!step && menu} />
        <Part title="History">{whole ? <Timeline history={whole.history} /> : <Waiting />}</Part>
        <Part title="Packages">
          {whole ? (
            <>
              <Short request={whole} />
              <PackageList packages={namedPackages(whole)} />
            </>
          ) : (
            <Waiting />
          )}
        </Part>
        <Part title="Comments">
          <Comments
            srId={row.srId}
            comments={comments}
            isPending={isPending}
            onAdd={() => begin({ kind: 'comments', row })}
          />
        </Part>
        <Part title="Documents">
          <Documents
            srId={row.srId}
            onAdd={mayUpload(row, viewer) ? () => begin({ kind: 'documents', row }) : undefined}
          />
        </Part>
      </Stack>
      {step && (
        <DialogFooter>
          <Group gap="xs" className={classes.actions}>
            {menu}
            <Button onClick={step.onClick}>{step.label}</Button>
          </Group>
        </DialogFooter>
      )}
    </>
  );
}

/** What the list knows of it, and its address. */
function About(props: { row: Row; whole: WholeRequest | undefined; comments: readonly Comment[]; menu: ReactNode }) {
  const { row, whole, comments, menu } = props;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text size="sm" fw={500} component="div">
          <StatusBadge status={row.status} />
        </Text>
        <Text size="sm" c="gray.7">
          since {asDay(row.dateOfStatusChange)}
        </Text>
        {row.isBatchShipment && <WordBadge colour="gray">Batch</WordBadge>}
        {menu && <div className={classes.menu}>{menu}</div>}
      </Group>
      <UnsignedForm request={row} />
      <RecalledLots row={row} whole={whole} />
      <InactiveParticipants request={row} />
      {whole && <OutdatedAddress request={{ ...whole, status: row.status }} />}
      <UnreadComments comments={comments} isWhole={whole !== undefined} />
      <Facts facts={factsOf('panel', { ...row, address: whole?.address, late: <Late row={row} /> })} />
    </Stack>
  );
}

function Late({ row }: { row: Row }) {
  const late = rowDaysLate(row);
  if (late === null) return null;
  return (
    <Text span fw={600} c={late > 0 ? 'red.9' : 'var(--portal-amber)'}>
      {' '}
      {lateWords(late)}
    </Text>
  );
}

/** Who took which step, the first one first. */
const Timeline = ({ history }: { history: WholeRequest['history'] }) => (
  <ol className={classes.timeline}>
    {history.map(({ status, date, at, by }) => (
      <li key={`${status}${at.toISOString()}`}>
        <Text size="sm">
          <strong>{statusWords[status]}</strong> on {asDay(date)} by {by}
        </Text>
        <Text size="sm" c="gray.7">
          entered {asMoment(at)}
        </Text>
      </li>
    ))}
  </ol>
);

/** CMT-05: they count as read here too once they have been on the screen for 2 s. */
function Comments(props: { srId: number; comments: readonly Comment[]; isPending: boolean; onAdd: () => void }) {
  const { srId, comments, isPending, onAdd } = props;
  return (
    <Stack gap="sm">
      {isPending ? <Waiting /> : <CommentList srId={srId} comments={comments} />}
      <Button variant="default" size="compact-sm" className={classes.add} onClick={onAdd}>
        Add a comment
      </Button>
    </Stack>
  );
}

function Documents({ srId, onAdd }: { srId: number; onAdd: (() => void) | undefined }) {
  return (
    <Stack gap="sm">
      <DocumentsToOpen srId={srId} waiting={<Waiting />} />
      {onAdd && (
        <Button variant="default" size="compact-sm" className={classes.add} onClick={onAdd}>
          Add a document
        </Button>
      )}
    </Stack>
  );
}
