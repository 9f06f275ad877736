/** The main lists and reads as people of the first company make them, through the server, and how long they wait. */
import * as audit from '@portal/contract/audit/endpoints.ts';
import { readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { listLots, traceLot } from '@portal/contract/lots/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import * as reports from '@portal/contract/reports/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import type { RunningPortal } from '../../e2e/portal.ts';
import { Connection, requestBytes } from '../bench/http.ts';
import { inTurns, type Measured } from '../bench/rounds.ts';
import { callsOf } from '../bench/supply-calls.ts';
import { unit } from '../bench/supply-rows.ts';
import type { World } from '../bench/world.ts';
import type { Filled } from './fill.ts';

export interface Timed extends Measured {
  what: string;
  kilobytes?: number;
}

export async function measureCalls(portal: RunningPortal, world: World, filled: Filled, ms: number): Promise<Timed[]> {
  const { companyId, supply, units } = filled;
  const measured: Timed[] = [];
  const own = await ownReads(portal, world, filled);
  try {
    for (const { what, asked } of own.ways) {
      let bytes = 0;
      let turns = 0;
      const times = await inTurns(
        {
          one: [
            async () => {
              const answer = await own.connection.ask(asked[turns++ % asked.length] as Buffer);
              if (answer.status !== 200)
                throw new Error(`${what}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
              bytes = answer.body.length;
            },
          ],
        },
        { rounds: 3, ms },
      );
      measured.push({ what, ...times.one, kilobytes: bytes / 1000 });
    }
  } finally {
    own.connection.close();
  }
  const ofSupply = await callsOf(portal, world, { companyId, units, ...supply });
  try {
    for (const [what, callers] of Object.entries({ ...ofSupply.reads, ...ofSupply.creates })) {
      const { one } = await inTurns({ one: callers }, { rounds: 3, ms });
      measured.push({ what, ...one });
    }
  } finally {
    await ofSupply.close();
  }
  return measured;
}

async function ownReads(portal: RunningPortal, world: World, { companyId, supply, units, people }: Filled) {
  const { siteIds, trialIds, wholesalerId } = supply;
  const person = async (type: Parameters<World['aPerson']>[0], fields = {}, groups: readonly number[] = []) =>
    world.tokenFor(await world.aPerson(type, { company_id: companyId, ...fields }, groups));
  const ids = async (text: string): Promise<number[]> =>
    (await world.rows<{ id: number }>(text, [companyId])).map(({ id }) => id);
  const [site, nextSite] = siteIds.slice(1, 3) as [number, number];
  const [sponsorId] = await ids(
    'select sponsor_id as id from care_group where company_id = $1 and sponsor_id is not null order by care_group_id limit 1',
  );
  const largeTrial = trialIds[0] as number;
  const smallTrial = trialIds.at(-1) as number;
  // Without one there is no report of its participants.
  await world.aCard(companyId, smallTrial);
  const admin = await person('Admin');
  const siteUser = await person('Site User', {}, [site, nextSite]);
  const reviewer = await person('Site User', { admin_rights: true }, [site, nextSite]);
  const sponsor = await person('Sponsor', { sponsor_id: sponsorId });
  const wholesaler = await person('Wholesaler User', { partner_id: wholesalerId });
  // One person gets so many reports in a while.
  const reporters = await Promise.all(Array.from({ length: 10 }, () => person('Admin')));
  const requests = await ids(
    `select request_id as id from shipment_request where company_id = $1 order by request_id desc limit 200`,
  );
  const own = await world.rows<{ id: number; site: number }>(
    'select request_id as id, site_id as site from shipment_request where site_id = any($1::int[])',
    [[site, nextSite]],
  );
  const lots = await ids(
    `select lot_id as id from lot where company_id = $1 and product_id in (
       select product_id from product where trial_id = (select min(trial_id) from product where company_id = $1)) order by lot_id limit 20`,
  );
  const get = ({ path }: Endpoint, token: string, query: Record<string, string | number>) => {
    const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return requestBytes(portal.url, 'GET', `/api${path}?${asked.join('&')}`, { authorization: `Bearer ${token}` });
  };
  const ways = {
    'Participants of a site, 25': siteIds.slice(1, 21).map((g_id) => get(listParticipants, admin, { g_id })),
    'One shipment request': own.map((one) => get(shipments.readForSite, siteUser, { gId: one.site, srId: one.id })),
    'Shipments of a wholesaler: the newest 5,000 and all that are active': [
      get(shipments.listForWholesaler, wholesaler, { wpId: wholesalerId }),
    ],
    [`A sponsor's dashboard: participants of a trial of ${(units[0] as number) * unit.sites} sites`]: [
      get(reports.countParticipants, sponsor, { g_id: largeTrial }),
    ],
    "A sponsor's dashboard: enrolments of that trial": [get(reports.countEnrollments, sponsor, { g_id: largeTrial })],
    'Report of the participants of a trial, 500': reporters.map((token) =>
      get(reports.participantReport, token, { g_id: smallTrial }),
    ),
    'Audit trail: the newest of the company': [get(audit.readAudit, admin, {})],
    'Audit trail: of a shipment request': requests.map((recordId) =>
      get(audit.readAudit, admin, { recordKind: 'shipment_request', recordId }),
    ),
    'Audit trail: of a person': Array.from({ length: 20 }, (_, n) =>
      get(audit.readAudit, admin, { person: people.firstId + n }),
    ),
    'Audit trail: of a kind of change, in a month': [
      get(audit.readAudit, admin, { kind: 'shipment.shipped', from: '2025-03-01', to: '2025-03-31' }),
    ],
    "Audit trail: of a reviewer's two sites": [get(audit.readAudit, reviewer, {})],
    'Audit trail: a portion of the export': [get(audit.exportAudit, admin, {})],
    'People for the audit filter': [get(audit.listAuditPeople, admin, {})],
    'Access report of a day': [get(audit.accessReport, admin, {})],
    'Security events: the newest of the company': [get(readSecurityEvents, admin, {})],
    'Security events: of a kind': [get(readSecurityEvents, admin, { event: 'export' })],
    'Lots: the first page': [get(listLots, admin, {})],
    'Lots: page 40 of 25': [get(listLots, admin, { page: 40, pageSize: 25 })],
    'Lots of two sites: the first page': [
      get(listLots, await person('Site User', { admin_rights: true }, [site, nextSite]), {}),
    ],
    'Trace of a lot of the large trial': lots.map((lotId) => get(traceLot, admin, { lotId })),
  };
  return {
    ways: Object.entries(ways).map(([what, asked]) => ({ what, asked })),
    connection: await Connection.open(portal.url),
  };
}
