import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { sections } from '@portal/contract/shipments/rules.ts';
import { useEffect, useReducer, useRef, useState } from 'react';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { Beyond } from '#kit/ListEnd.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { Section } from '#kit/Section.tsx';
import { useChosenGroup } from '#shared/chosen-group.ts';
import { useListSearch } from '#shared/list-search.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { namesOfProducts } from '#shared/product-name.ts';
import { RowHeightSwitch } from '#shared/RowHeightSwitch.tsx';
import { SitePicker } from '#shared/SitePicker.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { asMoment } from '#kit/today.ts';
import { useAskedRequest } from './asked-request.ts';
import classes from './lists/Shipments.module.css';
import { CompletedShipments } from './lists/CompletedShipments.tsx';
import { filtersOf, isNarrowed, isRequestFound, isUpcomingFound, pressed } from './lists/found.ts';
import { PendingShipments } from './lists/PendingShipments.tsx';
import { useReminders, useShipments, useSiteLoaded, useSites } from './queries.ts';
import { loadFailure } from './sentences.ts';
import { ShipmentHistory } from './lists/ShipmentHistory.tsx';
import { type Row, useDesk } from './sides.ts';
import { useStayWithRow } from './lists/stay-with-row.ts';
import type { Task } from './tasks.ts';
import { UpcomingShipments } from './lists/UpcomingShipments.tsx';

// Loaded when they are opened: most visits only look at the lists.
const AskForShipment = lazyDialog(() => import('./request/AskForShipment.tsx'), 'AskForShipment');
const ReportDialog = lazyDialog(() => import('./lists/ReportDialog.tsx'), 'ReportDialog');
const RequestPanel = lazyDialog(() => import('./view/RequestPanel.tsx'), 'RequestPanel');
const TaskDialog = lazyDialog(() => import('./TaskDialog.tsx'), 'TaskDialog');

type Search = ReturnType<typeof useListSearch>;

/** The shipment requests of a site, or of the viewer's own partner (SHP-01 to SHP-08). */
export function ShipmentsScreen({ siteId, onSite }: { siteId: number | null; onSite: (gId: number) => void }) {
  const desk = useDesk();
  const isSite = desk === 'site';
  const sites = useSites();
  const [site, pick] = useChosenGroup('site', sites.data ?? [], siteId, onSite);
  const { shown, hold } = useHeldSite(site, sites.data ?? []);
  // As long as nobody knows which sites there are, the lists stand where they will be.
  const isWithoutSite = isSite && !shown && !sites.isLoading;
  // A picker whose sites are known stays when they could not be read again.
  const hasNoSites = sites.isError && !sites.data;
  const search = useListSearch();
  const [asked, leave] = useAskedRequest();
  useSiteLoaded(isSite ? (site?.gId ?? null) : null);
  return (
    <Stack gap="md">
      {isSite && hasNoSites && <Failed message={listTrials.failure} onRetry={() => void sites.refetch()} />}
      <Group gap="sm" align="flex-end">
        {isSite && !hasNoSites && (
          <Group align="flex-end" gap="md">
            <SitePicker sites={sites.data ?? []} value={site?.gId ?? null} onChange={pick} loading={sites.isLoading} />
            {sites.data?.length === 0 && <Text c="gray.7">No trial site is fully configured yet.</Text>}
          </Group>
        )}
        {!isWithoutSite && (
          <SearchField
            label="Search shipments"
            // A wholesaler is told of no participant (PRV-04).
            placeholder={desk === 'wholesaler' ? 'Number, product, lot …' : 'Number, subject, product, lot …'}
            value={search[0].text}
            onChange={(text) => search[1]({ text })}
            className={classes.search}
          />
        )}
        <Group ml="auto" className={classes.tools}>
          {isSite ? <CreateButtons site={site} onSite={pick} /> : <ReportButton />}
        </Group>
      </Group>
      {isWithoutSite ? (
        <NoSiteYet />
      ) : (
        <Requests key={shown?.gId} site={shown} isSite={isSite} search={search} hold={hold} />
      )}
      {asked !== null && (
        <RequestPanel key={asked} srId={asked} site={site} sites={sites.data ?? []} onSite={onSite} onClose={leave} />
      )}
    </Stack>
  );
}

/**
 * What somebody is at stays, of the site that it is about, when that goes out of reach and another one takes its place: a request may be
 * half written. `hold` is told when they begin and end.
 */
function useHeldSite(site: CareGroup | null, sites: readonly CareGroup[]) {
  const [last, setLast] = useState(site);
  // Told at every dialog, and of no interest to the lists until the site is another one: they are not drawn anew for it.
  const isBusy = useRef(false);
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  // oxlint-disable-next-line react/refs -- it counts only once the site is another one, which draws this anew
  const shown = isBusy.current && last ? (sites.find(({ gId }) => gId === last.gId) ?? last) : site;
  if (shown !== last) setLast(shown);
  return {
    shown,
    hold: (isAt: boolean) => {
      isBusy.current = isAt;
      if (!isAt && shown !== site) drawAnew();
    },
  };
}

/** Before a site is chosen nothing is said of what it has. */
function NoSiteYet() {
  return (
    <>
      <Empty message="Choose a trial site to see its shipment requests." />
      {['Pending Shipments', 'Partner-Completed Shipments', 'Upcoming Shipments', 'Shipment History'].map((title) => (
        <Section key={title} title={title}>
          <Text p="md" size="sm" c="gray.7">
            Nothing to show until a trial site is chosen.
          </Text>
        </Section>
      ))}
    </>
  );
}

/** The two ways to ask for a shipment; both need a site (SHP-02, BAT-01). */
function CreateButtons({ site, onSite }: { site: CareGroup | null; onSite: (gId: number) => void }) {
  // The dialog stays with what was typed in it when its site goes out of reach.
  const [asking, setAsking] = useState<{ mode: 'create' | 'batch'; site: CareGroup } | null>(null);
  const isOff = !site?.hasShippingRequest;
  return (
    <Group gap="sm" className={classes.creates}>
      {site && isOff && (
        <Text size="sm" c="gray.7">
          Shipping is off for this trial.
        </Text>
      )}
      <Button variant="default" disabled={isOff} onClick={() => site && setAsking({ mode: 'batch', site })}>
        Create Batch Shipment
      </Button>
      <Button disabled={isOff} onClick={() => site && setAsking({ mode: 'create', site })}>
        Create Shipment Request
      </Button>
      {asking && <AskForShipment {...asking} onSite={onSite} onClose={() => setAsking(null)} />}
    </Group>
  );
}

/** SHP-08. */
function ReportButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Shipment Requests Report
      </Button>
      {opened && <ReportDialog onClose={() => setOpened(false)} />}
    </>
  );
}

interface RequestsProps {
  site: CareGroup | null;
  isSite: boolean;
  search: Search;
  /** Told whether a dialog is open about one of its requests. */
  hold: (isAt: boolean) => void;
}

/** What is read of a site or a partner, section by section. */
function Requests({ site, isSite, search, hold }: RequestsProps) {
  const { rows, older, isError, dataUpdatedAt, refetch } = useShipments(site?.gId ?? null);
  const retry = () => void refetch();
  if (isError && !rows) return <Failed message={loadFailure} onRetry={retry} />;
  return (
    <>
      {rows && isError && <NotUpdated since={new Date(dataUpdatedAt)} onRetry={retry} />}
      <Sections rows={rows ?? []} older={older} loading={!rows} {...{ site, isSite, search, hold }} />
    </>
  );
}

/** SHP-15: what was read last stays, and says how old it is. */
function NotUpdated({ since, onRetry }: { since: Date; onRetry: () => void }) {
  return (
    <Group role="alert" className={classes.notUpdated} gap="xs">
      <Text size="sm">{loadFailure}</Text>
      <Text size="sm" c="gray.7">
        Not updated since {asMoment(since).slice(-5)}
      </Text>
      <Button variant="default" size="compact-sm" ml="auto" onClick={onRetry}>
        Retry
      </Button>
    </Group>
  );
}

const inSection = (rows: readonly Row[], statuses: readonly Row['status'][]) =>
  rows.filter((row) => statuses.includes(row.status));

function Sections({
  rows,
  older,
  loading,
  site,
  isSite,
  search: [search, narrow],
  hold,
}: RequestsProps & {
  rows: readonly Row[];
  older: Beyond;
  loading: boolean;
}) {
  const [task, setTask] = useState<Task | null>(null);
  const stay = useStayWithRow(rows, task === null);
  const latest = useRef(hold);
  useEffect(() => {
    latest.current = hold;
  });
  // What is taken away with its dialog holds nothing any more.
  useEffect(() => () => latest.current(false), []);
  const begin = (next: Task | null) => {
    if (next) stay.begin(next.row.srId);
    hold(next !== null);
    setTask(next);
  };
  const narrowed = isNarrowed(search);
  const side = isSite ? 'site' : 'partner';
  const found = narrowed ? rows.filter((row) => isRequestFound(row, search, side)) : rows;
  const reminders = useReminders(isSite ? (site?.gId ?? null) : null);
  const orders = reminders.data?.orderReminders ?? [];
  const products = [...rows, ...orders].flatMap((row) => row.products);
  const pageKey = JSON.stringify([site?.gId, search.text.trim(), search.statuses, search.late, search.only]);
  const all = { begin, pageKey, nameOf: namesOfProducts(products) };
  const list = { ...all, loading, narrowed };
  const pending = inSection(found, sections.pending);
  const completed = inSection(found, sections.completed);
  const upcoming = orders.filter((row) => isUpcomingFound(row, search));
  const history = inSection(found, sections.history);
  // One that is to be ordered again stands in two sections.
  const shown = new Set([...found, ...upcoming].map(({ srId }) => srId));
  const isWithout = (of: readonly unknown[], isLoading: boolean) => narrowed && !isLoading && of.length === 0;
  const parts = [
    { isBehind: isWithout(pending, loading), part: <PendingShipments key="pending" {...list} rows={pending} /> },
    {
      isBehind: isWithout(completed, loading),
      part: <CompletedShipments key="completed" {...list} rows={completed} />,
    },
    ...(isSite
      ? [
          {
            isBehind: isWithout(upcoming, reminders.isPending),
            part: (
              <UpcomingShipments
                key="upcoming"
                {...all}
                reminders={reminders}
                rows={upcoming}
                ships={site?.hasShippingRequest ?? false}
              />
            ),
          },
        ]
      : []),
    {
      isBehind: isWithout(history, loading),
      part: <ShipmentHistory key="history" {...list} rows={history} older={older} />,
    },
  ];
  return (
    <>
      <Group gap="sm" className={classes.filters}>
        <PressedButtons
          label="Show only"
          of={filtersOf(rows, search, side, orders)}
          onPress={(key) => narrow(pressed(key, search))}
        />
        {narrowed && <ClearButton onClear={() => narrow({ text: '', statuses: [], late: false, only: [] })} />}
        <RowHeightSwitch />
        <VisuallyHidden component="output">
          {narrowed && !loading ? `${shown.size} of ${rows.length} requests match` : ''}
        </VisuallyHidden>
      </Group>
      {/* What somebody looks for is not below what does not have it. */}
      {[...parts.filter(({ isBehind }) => !isBehind), ...parts.filter(({ isBehind }) => isBehind)].map(
        ({ part }) => part,
      )}
      {task && (
        <TaskDialog
          key={`${task.kind} ${task.row.srId}`}
          task={task}
          site={site}
          begin={begin}
          onClose={() => begin(null)}
          onMoved={stay.moved}
        />
      )}
    </>
  );
}
