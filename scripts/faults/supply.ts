/** A trial with four sites, a pharmacy and a wholesaler that supply two products each, and people at all of them. */
import { setTimeout as pause } from 'node:timers/promises';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { addDays } from '../../server/src/platform/core/clock.ts';
import { anAddress } from '../../server/test/things.ts';
import { audits, type Crew, done, events } from './crew.ts';
import type { Attempt, Work } from './ledger.ts';

const steps = `'shipment.moved', 'shipment.shipped'`;
const ofRequest = (actions: string) => audits('shipment_request', 'r.request_id', actions);
const labels = `select label as mark, count(distinct submission) as times from shipment_line join shipment_request using (request_id)
  where shipment_line.company_id = $1 group by 1`;
const movedTo = `select request_id || ':' || status as mark, count(*) as times from shipment_status_change where company_id = $1 group by 1`;

const partnerTypes = ['Pharmacy User', 'Wholesaler User'] as const;
interface Waiting {
  srId: number;
  /** The site says how the delivery of others ended (SST-10). */
  toParticipant: boolean;
  products: readonly number[];
}

export const supply: Crew = {
  marks: {
    'participant added':
      'select subject_number as mark, count(*) as times from participant where company_id = $1 group by 1',
    'participant changed': `select change ->> 'new' as mark, count(*) as times from audit_entry, jsonb_array_elements(changes) change
      where company_id = $1 and action = 'participant.changed' and change ->> 'field' = 'first_name' and record_id in
        (select participant_id::text from participant where first_name = change ->> 'new') group by 1`,
    'request asked for': labels,
    'batch asked for': labels,
    'request taken on': movedTo,
    'request shipped': `select left(tracking_number, -2) as mark, count(*) filter (where tracking_number like '%-A') as times from shipment_package where company_id = $1 group by 1`,
    'delivery confirmed': movedTo,
    'comment added': 'select text as mark, count(*) as times from shipment_comment where company_id = $1 group by 1',
    'reminder set': `select record_id || ':' || (change ->> 'new') as mark, count(*) as times from audit_entry, jsonb_array_elements(changes) change
      where company_id = $1 and action = 'shipment.reminder_set' and change ->> 'field' = 'next_order_on' and record_id || ':' || (change ->> 'new') in
        (select request_id || ':' || next_order_on from shipment_request where company_id = $1) group by 1`,
  },
  halves: {
    'requests without lines':
      'select 1 from shipment_request r where company_id = $1 and not exists (select from shipment_line where request_id = r.request_id)',
    'requests without participants':
      'select 1 from shipment_request r where company_id = $1 and not exists (select from shipment_participant where request_id = r.request_id)',
    'batches with a part of their participants':
      'select 1 from shipment_request r where company_id = $1 and is_batch and (select count(*) from shipment_participant where request_id = r.request_id) <> 3',
    'submits with a part of their lines': `select 1 from shipment_line l join shipment_request r using (request_id)
      where l.company_id = $1 and l.replaces_line_id is null and l.label like 'LABEL-%' group by r.submission
      having count(*) filter (where r.shipment_type = 'pharmacy') not in (0, 2) or count(*) filter (where r.shipment_type = 'wholesaler') not in (0, 2)`,
    'submits with a part of their requests': `select 1 from
      (select c ->> 'new' as submission, count(*) as told from audit_entry a, jsonb_array_elements(changes) c
        where a.company_id = $1 and a.action = 'shipment.created' and c ->> 'field' = 'submission' group by 1) submit
      where told <> (select count(*) from shipment_request r where r.submission = submit.submission::uuid)`,
    'requests whose history does not end in their status': `select 1 from shipment_request r where company_id = $1 and status is distinct from
      (select status from shipment_status_change h where h.request_id = r.request_id order by change_id desc limit 1)`,
    'requests shipped without packages': `select 1 from shipment_request r where company_id = $1 and status in ('shipped', 'received')
      and (select count(*) from shipment_package where request_id = r.request_id) <> 2`,
    'packages of requests that are not shipped': `select 1 from shipment_package join shipment_request r using (request_id) where r.company_id = $1 and r.status not in ('shipped', 'received')`,
    'packages with a part of their items':
      'select 1 from shipment_package p where company_id = $1 and (select count(*) from package_item where package_id = p.package_id) <> 2',
    'replacements that were not shipped': `select 1 from shipment_line l join shipment_request r using (request_id) where l.company_id = $1
      and l.replaces_line_id is not null and (select count(*) from package_item where line_id = l.line_id) <> 2`,
    'replacements that the record does not tell of': `select 1 from shipment_request r where company_id = $1 and status in ('shipped', 'received')
      and (select count(*) from shipment_line l where l.request_id = r.request_id and l.replaces_line_id is not null) <>
        (select count(*) from audit_entry a, jsonb_array_elements(a.changes) c where a.company_id = $1 and a.action = 'shipment.shipped'
          and a.record_id = r.request_id::text and c ->> 'field' = 'product')`,
    'participants whose audit entries do not add up': `select 1 from participant p where company_id = $1
      and (${audits('participant', 'p.participant_id', `'participant.added'`)} <> 1 or ${audits('participant', 'p.participant_id', `'participant.changed'`)} <> p.version - 1)`,
    'requests whose audit entries do not add up': `select 1 from shipment_request r where company_id = $1
      and (${ofRequest(`'shipment.created'`)} <> 1 or ${ofRequest(steps)} <> r.version - 1
        or (select count(*) from shipment_status_change h where h.request_id = r.request_id) <> r.version
        or ${ofRequest(`'shipment.commented'`)} <> (select count(*) from shipment_comment c where c.request_id = r.request_id))`,
    'audit entries of nothing': `select 1 from audit_entry a where company_id = $1 and record_kind in ('participant', 'shipment_request') and not exists (
      select from participant where record_kind = 'participant' and participant_id::text = record_id
      union all select from shipment_request where record_kind = 'shipment_request' and request_id::text = record_id)`,
    'participants whose events do not add up': `select 1 from participant p where company_id = $1 and ${events('participant.changed', 'p.participant_id')} <> p.version`,
    'requests whose events do not add up': `select 1 from shipment_request r where company_id = $1
      and (${events('shipment.changed', 'r.request_id')} <> ${ofRequest(`'shipment.created', 'shipment.reminder_set', ${steps}`)}
        or ${events('comment.added', 'r.request_id')} <> ${ofRequest(`'shipment.commented'`)})`,
  },

  hire: async ({ world, companyId }) => {
    const today = world.clock.today();
    const trialId = await world.aTrial(companyId);
    const pharmacyId = await world.aPartner(companyId, 'pharmacy');
    const wholesalerId = await world.aPartner(companyId, 'wholesaler');
    const byWholesaler = { pharmacy_supplied: false, wholesaler_supplied: true };
    /** Two, and another form of the first, which may stand in for it (PKG-11). */
    const someProducts = async (drug_name: string, fields: object = {}) => ({
      asked: [
        await world.aProduct(companyId, trialId, { ...fields, drug_name }),
        await world.aProduct(companyId, trialId, fields),
      ],
      spare: await world.aProduct(companyId, trialId, { ...fields, drug_name, dosage_form: 'Syrup' }),
    });
    const { asked: tablets, spare: syrup } = await someProducts('Oral');
    const { asked: pens, spare: spray } = await someProducts('Injected', byWholesaler);
    const spare = { 'Pharmacy User': syrup, 'Wholesaler User': spray };
    const waiting: Record<(typeof partnerTypes)[number], Waiting[]> = { 'Pharmacy User': [], 'Wholesaler User': [] };
    /** A request that is known to be there goes to the partners it was made for: the pharmacy's first (OPS-70). */
    const hand = ({ answer, body }: Attempt) => {
      const ids = answer?.body['srIds'] as number[];
      const { products: lines, toParticipant } = body as { products: { productId: number }[]; toParticipant: number };
      const asked = new Set(lines.map(({ productId }) => productId));
      const parts = [
        ['Pharmacy User', tablets.filter((product) => asked.has(product))],
        ['Wholesaler User', pens.filter((product) => asked.has(product))],
      ] as const;
      parts
        .filter(([, products]) => products.length > 0)
        .forEach(([type, products], i) =>
          waiting[type].push({ srId: ids[i] as number, products, toParticipant: toParticipant === 1 }),
        );
    };

    const atSite =
      (siteId: number, token: string) =>
      async ({ next, ask }: Work) => {
        const n = next();
        const subjectNumber = numbered(n);
        const person = {
          fname: 'Ada',
          lname: 'Lovelace',
          g_id: siteId,
          dob: '1980-03-05',
          subject_number: subjectNumber,
          gender: 1,
          address: anAddress,
          phone: '+16175550123',
          preferred_contact: 1,
        };
        const added = await ask({
          kind: 'participant added',
          mark: subjectNumber,
          endpoint: participants.addParticipant,
          token,
          body: person,
        });
        const participantId = added.answer?.body['participantId'];
        if (added.outcome !== 'acknowledged') return;
        if (n % 2 === 0) {
          const fname = `C${n.toString(36)}`;
          await ask({
            kind: 'participant changed',
            mark: fname,
            endpoint: participants.changeParticipant,
            token,
            body: { ...person, fname, participant_id: participantId, addressChanged: 0, version: 1 },
          });
        }
        const label = `LABEL-${n}`;
        const isBatch = n % 5 === 0;
        const others = isBatch ? [next(), next()].map(numbered) : [];
        const products = [...tablets, ...(n % 3 === 0 ? pens : [])].map((productId) => ({
          productId,
          quantity: 2,
          daysOfSupply: 30,
          directions: 'Take one daily',
          label,
        }));
        const body = {
          gId: siteId,
          toParticipant: isBatch ? 0 : 1,
          ...(isBatch ? { isBatchShipment: 1 } : {}),
          participants: [
            { participantId, subjectNumber },
            ...others.map((other) => ({ participantId: null, subjectNumber: other })),
          ],
          dateRequired: addDays(today, 3),
          nextOrderDate: addDays(today, 30),
          address: anAddress,
          products,
        };
        const kind = isBatch ? 'batch asked for' : 'request asked for';
        const asked = await ask({ kind, mark: label, endpoint: shipments.createRequest, token, body }, hand);
        if (asked.outcome !== 'acknowledged') return;
        const srId = (asked.answer?.body['srIds'] as number[] | undefined)?.[0] as number;
        const text = `COMMENT-${next()}`;
        await ask({
          kind: 'comment added',
          mark: text,
          endpoint: shipments.siteComments.add,
          token,
          body: { srId, text },
        });
        if (n % 4 !== 0) return;
        const nextOrderDate = addDays(today, 31 + (n % 300));
        await ask({
          kind: 'reminder set',
          mark: `${srId}:${nextOrderDate}`,
          endpoint: shipments.setReminder,
          token,
          body: { srId, nextOrderDate },
        });
      };

    const atPartner =
      (type: (typeof partnerTypes)[number], token: string) =>
      async ({ next, ask }: Work) => {
        const [move, ship, comments] =
          type === 'Pharmacy User'
            ? [shipments.moveByPharmacy, shipments.shipByPharmacy, shipments.pharmacyComments]
            : [shipments.moveByWholesaler, shipments.shipByWholesaler, shipments.wholesalerComments];
        const request = waiting[type].shift();
        if (!request) return pause(5);
        const { srId, products, toParticipant } = request;
        const moved = (kind: string, status: string, more: object = {}) =>
          ask({ kind, mark: `${srId}:${status}`, endpoint: move, token, body: { srId, status, ...more } });
        if ((await moved('request taken on', 'processing')).outcome !== 'acknowledged') return undefined;
        const text = `COMMENT-${next()}`;
        await ask({ kind: 'comment added', mark: text, endpoint: comments.add, token, body: { srId, text } });
        const tracking = `TRACK-${next()}`;
        const replaced = srId % 3 === 0 ? products[0] : undefined;
        const items = products.map((productId) => ({
          productId: productId === replaced ? spare[type] : productId,
          quantity: 1,
          lotNumber: 'LOT-1',
          expirationDate: '2099-12-31',
        }));
        const packages = ['A', 'B'].map((part) => ({
          courier: 'COURIER',
          trackingNumber: `${tracking}-${part}`,
          items,
        }));
        const replacements =
          replaced === undefined
            ? []
            : [{ oldProductId: replaced, newProductId: spare[type], quantity: 2, daysOfSupply: 30 }];
        const body = { srId, packages, replacements };
        const shipped = await ask({ kind: 'request shipped', mark: tracking, endpoint: ship, token, body });
        if (shipped.outcome !== 'acknowledged' || srId % 2 === 0 || !toParticipant) return undefined;
        return moved('delivery confirmed', 'received', { dateOfStatusChange: today });
      };

    const workers = [];
    for (let i = 0; i < 4; i++) {
      const siteId = await world.aSite(companyId, trialId);
      await world.connect(companyId, siteId, pharmacyId, tablets);
      await world.connect(companyId, siteId, wholesalerId, pens);
      const user = await world.aPerson('Site User', { company_id: companyId }, [siteId]);
      workers.push(atSite(siteId, await world.tokenFor(user)));
    }
    for (const type of [...partnerTypes, ...partnerTypes]) {
      const partner_id = type === 'Pharmacy User' ? pharmacyId : wholesalerId;
      const user = await world.aPerson(type, { company_id: companyId, partner_id });
      workers.push(atPartner(type, await world.tokenFor(user)));
    }
    return {
      workers,
      inspect: async (ledger) => {
        const rows = await world.rows<{ label: string; times: string }>(
          'select label, count(*) as times from shipment_line where company_id = $1 and replaces_line_id is null group by 1',
          [companyId],
        );
        const lines = new Map(rows.map((row) => [row.label, Number(row.times)]));
        const asked = [...done(ledger, 'request asked for'), ...done(ledger, 'batch asked for')];
        return {
          'submits with fewer lines than asked for': asked.filter(
            ({ mark, body }) => lines.get(mark) !== (body as { products: unknown[] }).products.length,
          ).length,
        };
      },
    };
  },
};

/** A subject number for each number. */
export const numbered = (n: number): string =>
  `${String(Math.floor(n / 1_000)).padStart(3, '0')}-${String(n % 1_000).padStart(3, '0')}`;
