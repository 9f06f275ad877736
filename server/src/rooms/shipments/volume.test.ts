import * as api from '@portal/contract/shipments/endpoints.ts';
import type { Compilable } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import { touched } from '#test/plans.ts';
import { openShipments } from '#test/shipments.ts';
import { activeWithoutParticipants, type HeldSite, underWayFor } from './request/ordering.ts';

const many = 30_000;
const subjects = 500;

/** A trial with many requests for 500 participants, a third of them of one site; one of a hundred is still on its way. */
async function aLongHistory() {
  const s = await openShipments();
  await s.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1, $2, case n % 3 when 0 then $3::int else $4::int end, case n % 3 when 0 then $3::int else $4::int end, 'Ada', 'Lovelace', '1980-03-05', 1, '300-' || lpad(n::text, 3, '0'), 1, now()
     from generate_series(0, $5::int - 1) n`,
    [s.companyId, s.trialId, s.siteId, s.otherSiteId, subjects],
  );
  await s.rows(
    `with request as (
       insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
         required_on, status_changed_on, submission, created_at)
       select $1, $2, case n % 3 when 0 then $3::int else $4::int end, $5, 'pharmacy',
         case when n % 100 = 99 then 'processing' else 'received' end, false, (select min(address_id) from address), $6,
         '2026-01-01', '2026-01-01', gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 minute'
       from generate_series(0, $7::int - 1) n order by n
       returning request_id),
     line as (
       insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
       select $1, request_id, $8, 1, 30, 'N/A' from request)
     insert into shipment_participant (company_id, request_id, position, participant_id, subject_number, first_name, last_name)
     select $1, request_id, 0, participant_id, subject_number, first_name, last_name
     from request join participant on subject_number = '300-' || lpad((request_id % ${subjects})::text, 3, '0') and trial_id = $2`,
    [s.companyId, s.trialId, s.siteId, s.otherSiteId, s.pharmacyId, s.siteUser, many, s.tablet],
  );
  for (const table of ['shipment_request', 'shipment_line', 'shipment_participant', 'participant'])
    await s.rows(`vacuum analyze ${table}`);
  return s;
}

test('OPS-73 OPS-75 beside 30,000 earlier requests of a trial, what is still on its way is found by its site and its participants', {
  timeout: 300_000,
}, async () => {
  const s = await aLongHistory();
  const site = { siteId: s.siteId, trialId: s.trialId } as HeldSite;
  const known = await s.rows<{ participantId: number; subjectNumber: string; isActive: boolean }>(
    `select participant_id as "participantId", subject_number as "subjectNumber", bool_or(status = 'processing') as "isActive"
     from participant join shipment_participant using (participant_id, subject_number) join shipment_request using (request_id)
     where participant.site_id = $1 group by 1, 2 order by 1`,
    [s.siteId],
  );
  const [waiting, served] = [known.find((one) => one.isActive), known.find((one) => !one.isActive)];
  const looks: [string, (tx: Tx) => Compilable][] = [
    ['for a participant', (tx) => underWayFor(tx, site, [s.tablet], [served!])],
    ['for a number', (tx) => underWayFor(tx, site, [s.tablet], [{ participantId: null, subjectNumber: '999-999' }])],
    ['for nobody', (tx) => activeWithoutParticipants(tx, site)],
  ];
  for (const [said, build] of looks) {
    const { ways, rows } = await touched(s, s.companyId, build, { alsoGeneric: true });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    // A site has a hundred on their way, a participant has had sixty.
    expect({ said, rows, few: rows <= 500 }).toEqual({ said, rows, few: true });
  }
  const ask = (one: (typeof known)[number] | undefined) =>
    s.people.siteUser.call(api.createRequest, {
      body: s.order({ participants: [s.subject(one?.subjectNumber ?? '', one?.participantId)] }),
    });
  expect((await ask(waiting)).code).toBe('shipment.same_product');
  expect((await ask(served)).status).toBe(200);
});
