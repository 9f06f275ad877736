/** What a number of the reporting page touches, beside the rows of others. */
import { expect, test } from 'vitest';
import { touched } from '#test/plans.ts';
import { openPortal, type Portal } from '#test/portal.ts';
import * as queries from './reporting-queries.ts';

const many = 20_000;
/** Half of them of the last twelve months. */
const few = 288;

/** A trial at work with so many requests and cards sent, half of them within a year of 5 March 2031, and a second site with a tenth. */
async function aTrialWith(portal: Portal, count: number) {
  const work = await portal.aTrialAtWork();
  const { companyId, trialId, siteId, pharmacyId, siteUser, admin } = work;
  const smallSite = await portal.aSite(companyId, trialId);
  const at = `timestamptz '2031-03-01Z' - n % 24 * interval '1 month'`;
  const place = `case when n % 10 = 0 then $4::int else $3::int end`;
  await portal.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
       requester_id, required_on, status_changed_on, received_on, submission, created_at)
     select $1, $2, ${place}, $5, 'pharmacy', 'received', false, (select min(address_id) from address), $6,
       '2031-01-01', '2031-01-01', (${at})::date + n % 9, gen_random_uuid(), ${at} from generate_series(1, $7::int) n`,
    [companyId, trialId, siteId, smallSite, pharmacyId, siteUser, count],
  );
  await portal.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, is_active, created_at)
     select $1, $2, ${place}, ${place}, 'Ada', 'Lovelace', '1980-03-05', 1, n::text, 1, true, now() from generate_series(1, $5::int) n`,
    [companyId, trialId, siteId, smallSite, count],
  );
  await portal.rows(
    `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
     select company_id, trial_id, participant_id, 'email', 'ada@private.example', $1, ${at}
     from (select participant.*, subject_number::int as n from participant where trial_id = $2) as participant`,
    [admin, trialId],
  );
  return { ...work, smallSite };
}

test('OPC-98 REL-05 beside 20,000 requests and sends of another company a number touches those of its own year alone, by an index', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  await aTrialWith(portal, many);
  const { companyId, smallSite, siteId, trialId } = await aTrialWith(portal, few);
  for (const table of ['shipment_request', 'participant', 'card_outreach'])
    await portal.rows(`vacuum analyze ${table}`);
  const year = { first: '2030-04', last: '2031-03' };
  const person = { type: 'Admin', providerId: 0, partner: null } as const;
  const everybody = { ...person, careGroupIds: null } as never;
  const ofSite = { ...person, type: 'Site User', careGroupIds: [smallSite] } as never;
  const ofTrial = { ...person, type: 'Other', careGroupIds: [trialId, siteId, smallSite] } as never;
  const half = few / 2;
  const looks: [string, Parameters<typeof touched>[2], number][] = [
    ['requests of the company', (tx) => queries.shipmentsByMonth(tx, everybody, year), half],
    ['requests of a site', (tx) => queries.shipmentsByMonth(tx, ofSite, year), few / 10],
    ['requests of a month', (tx) => queries.shipmentRows(tx, everybody, '2031-03', 'received').limit(50), 50],
    ['sends of the company', (tx) => queries.outreachByMonth(tx, everybody, year), half],
    // Each send of the trial leads to its participant.
    ['sends of a site', (tx) => queries.outreachByMonth(tx, ofSite, year), 3 * half],
    ['sends of a trial', (tx) => queries.outreachByMonth(tx, ofTrial, year), 3 * half],
    // So few participants may as well be read as a whole; those of the other company never are.
    ['sends of a month', (tx) => queries.outreachRows(tx, everybody, '2031-03', 'email').limit(50), few + 12],
  ];
  for (const [said, build, most] of looks) {
    const { ways, rows } = await touched(portal, companyId, build, {
      of: ['shipment_request', 'participant', 'card_outreach'],
    });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    expect({ said, rows, bounded: rows > 0 && rows <= most }).toEqual({ said, rows, bounded: true });
  }
});
