/** The calls of the supply side, as its screens make them. */
import { randomUUID } from 'node:crypto';
import * as api from '@portal/contract/shipments/endpoints.ts';
import * as invoices from '@portal/contract/shipments/invoice-endpoints.ts';
import type { RunningPortal } from '../../e2e/portal.ts';
import { addDays } from '../../server/src/platform/core/clock.ts';
import { anAddress } from '../../server/test/things.ts';
import { Connection, requestBytes } from './http.ts';
import type { Caller } from './rounds.ts';
import { type addTrials, days, firstDay, unit } from './supply-rows.ts';
import type { World } from './world.ts';

/** The name of each, and who does it at the same time. */
export type Ways = Record<string, readonly Caller[]>;
type Supply = Awaited<ReturnType<typeof addTrials>> & { companyId: number; units: readonly number[] };

const callers = 8;
const month = 30;
const months = Array.from({ length: days / month }, (_, i) => ({
  start_date: addDays(firstDay, i * month),
  end_date: addDays(firstDay, i * month + month - 1),
}));

/**
 * Lists come whole and the browser turns their pages (OPS-23): the first page is the list of an ordinary site, a filtered
 * one what such a site is to order again, and a deep one the end of the list of a central site.
 */
export async function callsOf(portal: RunningPortal, world: World, supply: Supply) {
  const { companyId, trialIds, siteIds, pharmacyIds, wholesalerId, productIds } = supply;
  // Opened when they are first used, since the server closes one on which nothing comes.
  const connections: Promise<Connection>[] = [];
  const connection = (i: number) => (connections[i] ??= Connection.open(portal.url));
  const firstUnits = supply.units[0] ?? 1;
  // The middle of the first trial, which is the large one where there is one; and the trial in the middle of all.
  const middle = Math.floor(firstUnits / 2);
  const trialId = trialIds[Math.floor(trialIds.length / 2)] as number;
  const centralSite = siteIds[middle * unit.sites] as number;
  const pharmacyId = pharmacyIds[2 * middle] as number;
  const person = async (type: Parameters<World['aPerson']>[0], fields = {}, groups: readonly number[] = []) =>
    world.tokenFor(await world.aPerson(type, { company_id: companyId, ...fields }, groups));
  // As many of a kind as there are months, since one person gets no more than a few hundred invoices in a while.
  const several = (...of: Parameters<typeof person>) => Promise.all(months.map(() => person(...of)));
  const admins = await several('Admin');
  const centralUsers = await several('Site User', {}, [centralSite]);
  const pharmacists = await several('Pharmacy User', { partner_id: pharmacyId });
  const wholesalers = await several('Wholesaler User', { partner_id: wholesalerId });
  const siteUsers = await Promise.all(
    Array.from({ length: callers }, async (_, i) => {
      const at = Math.floor((i * firstUnits) / callers) * unit.sites + 2 * i + 1;
      const own = siteIds.slice(at, at + 2);
      return { own, token: await person('Site User', {}, own) };
    }),
  );

  const get = (token: string, path: string, query: Record<string, string | number>) => {
    const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return requestBytes(portal.url, 'GET', `/api${path}?${asked.join('&')}`, { authorization: `Bearer ${token}` });
  };
  /** One person after the other asks one of these; the rows of an answer have to be as many as there are. */
  const inSequence = (
    asked: readonly Buffer[],
    rowsOf: (body: Answer) => unknown[],
    [least, most]: [number, number],
  ): Caller[] => [
    async (turn) => {
      const { status, body } = await (await connection(0)).ask(asked[turn % asked.length] as Buffer);
      if (status !== 200) throw new Error(`A read call was answered ${status}: ${body.toString().slice(0, 300)}`);
      if (turn > 0) return;
      const rows = rowsOf(JSON.parse(body.toString()) as Answer).length;
      if (rows < least || rows > most) throw new Error(`An answer has ${rows} rows.`);
    },
  ];
  const requests = ({ requests: rows }: Answer) => rows;
  const reminders = ({ orderReminders: rows }: Answer) => rows;
  const invoice = ({ invoice: rows }: Answer) => rows;
  const ofOrdinarySites = (path: string) =>
    siteUsers.flatMap(({ own, token }) => own.map((gId) => get(token, path, { gId })));
  const monthly = (tokens: readonly string[], path: string, of: Record<string, number>) =>
    months.map((period, i) => get(tokens[i] as string, path, { ...of, ...period }));
  const reads: Ways = {
    'Shipments of a site, 25': inSequence(ofOrdinarySites(api.listForSite.path), requests, [25, 25]),
    'Those of them to order again, 5': inSequence(ofOrdinarySites(api.listReminders.path), reminders, [5, 5]),
    'Shipments of a central site to the last page, 525': inSequence(
      centralUsers.map((token) => get(token, api.listForSite.path, { gId: centralSite })),
      requests,
      [525, 525],
    ),
    'Shipments of a pharmacy, 400': inSequence(
      pharmacists.map((token) => get(token, api.listForPharmacy.path, { ppId: pharmacyId })),
      requests,
      [390, 410],
    ),
    'Invoice of a site, a month of 22': inSequence(
      monthly(centralUsers, invoices.invoiceForSite.path, { gId: centralSite }),
      invoice,
      [20, 40],
    ),
    'Invoice of a trial, a month of 42': inSequence(
      monthly(admins, invoices.invoiceForSite.path, { gId: trialId }),
      invoice,
      [35, 80],
    ),
    'Invoice of a pharmacy, a month of 17': inSequence(
      monthly(pharmacists, invoices.invoiceForPharmacy.path, { ppId: pharmacyId }),
      invoice,
      [12, 35],
    ),
  };
  const long = { start_date: firstDay, end_date: addDays(firstDay, 500) };
  const longest: Ways = {
    'The longest list, all waiting and the newest 5,000 other shipments of a wholesaler': inSequence(
      wholesalers.map((token) => get(token, api.listForWholesaler.path, { wpId: wholesalerId })),
      requests,
      [5_400, 6_200],
    ),
    'Invoice of a trial of 50,000, a month': inSequence(
      monthly(admins, invoices.invoiceForSite.path, { gId: trialIds[0] as number }),
      invoice,
      [1_500, 4_000],
    ),
    'The longest invoice, 500 days of a wholesaler': inSequence(
      wholesalers.map((token) => get(token, invoices.invoiceForWholesaler.path, { wpId: wholesalerId, ...long })),
      invoice,
      [15_000, 20_000],
    ),
  };

  let subject = 0;
  const today = world.clock.today();
  const productId = productIds.get(trialIds[0] as number) as number;
  const creating = siteUsers.map(
    ({ own, token }, i): Caller =>
      async (turn) => {
        const number = String(++subject).padStart(6, '0');
        const body = {
          gId: own[turn % own.length],
          toParticipant: 1,
          participants: [{ participantId: null, subjectNumber: `${number.slice(0, 3)}-${number.slice(3)}` }],
          dateRequired: addDays(today, 5),
          nextOrderDate: addDays(today, 35),
          address: anAddress,
          products: [{ productId, quantity: 2, daysOfSupply: 30, directions: 'Take one daily' }],
        };
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
        const answer = await (await connection(i)).ask(
          requestBytes(portal.url, 'POST', `/api${api.createRequest.path}`, headers, body),
        );
        if (answer.status !== 200) throw new Error(`No request was made, ${answer.status}: ${answer.body.toString()}`);
      },
  );
  const creates: Ways = {
    'Shipment requests made one at a time': creating.slice(0, 1),
    'Shipment requests made by 8 at once': creating,
  };

  const [last] = await world.rows<{ id: number }>('select max(request_id) as id from shipment_request');
  /** What was made is taken away again, or a company of 1,000 would soon have several thousand. */
  const clear = async () => {
    // Nothing is ever deleted by the portal, so that only here somebody looks for what leads to a deleted row.
    await world.asOwner(`create index if not exists bench_item_of_line on package_item (line_id);
      create index if not exists bench_reorder_of on shipment_request (reorder_of) where reorder_of is not null`);
    for (const table of ['shipment_line', 'shipment_participant', 'shipment_status_change', 'shipment_request'])
      await world.rows(`delete from ${table} where request_id > $1`, [last?.id]);
    await world.asOwner('vacuum shipment_line, shipment_participant, shipment_status_change, shipment_request');
  };
  const close = async () => {
    for (const open of connections) (await open).close();
  };
  return { reads, longest, creates, clear, close };
}

type Answer = Record<'requests' | 'orderReminders' | 'invoice', unknown[]>;
