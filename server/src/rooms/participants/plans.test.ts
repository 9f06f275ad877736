/** What removing a participant reads, among many addresses, participants and requests. */
import * as api from '@portal/contract/participants/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { givenParticipant } from '#test/house.ts';
import { setPlainDefaults } from '#test/plans.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

const many = Number(process.env['ADDRESSES'] ?? 5_000);

test('PRV-03 REL-05 removing a participant looks up the addresses that may be theirs, and reads no table from end to end', async () => {
  onItsOwn();
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const user = await portal.signedIn(work.siteUser);
  const given = givenParticipant(work.siteId, { subject_number: '550-000' });
  const before = { ...anAddress, street: '3 Formerly Road' };
  const { participantId: id } = (await user.call(api.addParticipant, { body: { ...given, address: before } })).reply;
  const moved = { ...given, participant_id: id, addressChanged: 1, address: anAddress };
  expect((await user.call(api.changeParticipant, { body: moved })).status).toBe(200);
  await portal.rows(
    `with made as (
       insert into address (company_id, street, street2, city, state, zip, country)
       select $1, n || ' Crowded Street', '', 'Boston', 'Massachusetts', '02110', 'USA' from generate_series(1, $5::int) n
       returning address_id),
     counted as (select address_id, row_number() over () as n from made),
     people as (
       insert into participant (company_id, trial_id, site_id, enrolled_site_id, subject_number, ctrx_id, first_name, last_name, born_on, gender, preferred_contact, address_id, created_at)
       select $1, $2, $3, $3, 'C-' || n, 'CX' || n, 'Crowd', 'Person ' || n, '1980-01-01', 0, 1, address_id, now() from counted
       returning participant_id, address_id),
     requests as (
       insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
         requester_id, required_on, status_changed_on, submission, created_at)
       select $1, $2, $3, $4, 'pharmacy', 'received', true, address_id, $6, '2031-03-05', '2031-03-05', gen_random_uuid(), now() from people
       returning request_id, address_id)
     insert into shipment_participant (request_id, position, company_id, participant_id, subject_number, first_name, last_name)
     select request_id, 1, $1, participant_id, 'C-' || participant_id, 'Crowd', 'Person' from requests join people using (address_id)`,
    [work.companyId, work.trialId, work.siteId, work.pharmacyId, many, work.siteUser],
  );
  await portal.rows('analyze');
  const read = await portal.app.database.inCompany(work.companyId, async (tx) => {
    await setPlainDefaults(tx);
    await sql`select forget_participant(${id}, now())`.execute(tx);
    const { rows } = await sql<{ name: string; inPassing: number; byIndex: number }>`
      select relname as name, seq_tup_read::int as "inPassing", coalesce(idx_tup_fetch, 0)::int as "byIndex"
      from pg_stat_xact_user_tables
      where relname in ('address', 'participant', 'shipment_request', 'shipment_participant', 'message')`.execute(tx);
    return rows;
  });
  expect(read).toHaveLength(5);
  expect(read.filter(({ inPassing, byIndex }) => inPassing + byIndex > 50)).toEqual([]);
  const erased = await portal.rows(`select from address where street = 'Removed'`);
  expect(erased).toHaveLength(2);
});
