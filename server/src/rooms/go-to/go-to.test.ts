import * as api from '@portal/contract/go-to/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { setPlainDefaults, touched } from '#test/plans.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { participantsByName, participantsByNumber, requestsByNumber } from './queries.ts';

const found = async (who: Caller, begins: string) => {
  const { reply } = await who.call(api.findPlaces, { query: { begins } });
  return [reply.requests.map(({ srId }) => srId), reply.participants.map(({ subjectNumber }) => subjectNumber)];
};

test('a request and a participant are found by what their number begins with, by those alone who have them in their lists', async () => {
  const s = await openShipments();
  await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, { subject_number: '717-920' });
  const [tablets, pens] = [await s.aRequest(), await s.aRequest({ products: [s.line(s.pen)] })];
  // Their numbers, and a later one that begins with the first.
  const later = tablets * 100 + 7;
  await s.rows(
    `insert into shipment_request (request_id, company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
       requester_id, required_on, status_changed_on, submission, created_at)
     overriding system value
     select $2, company_id, trial_id, $3, $4, shipment_type, status, to_participant, address_id, requester_id, required_on, status_changed_on,
       gen_random_uuid(), created_at from shipment_request where request_id = $1`,
    [tablets, later, s.otherSiteId, s.otherPharmacyId],
  );
  const { people } = s;
  const expected: [Caller, tablets: number[], pens: number[], subjects: string[]][] = [
    [people.admin, [tablets, later], [pens], ['717-919', '717-920']],
    [people.siteUser, [tablets], [pens], ['717-919']],
    [people.nurse, [tablets], [pens], ['717-919']],
    [people.siteUserElsewhere, [later], [], ['717-920']],
    [people.pharmacist, [tablets], [], []],
    [people.pharmacistElsewhere, [later], [], []],
    [people.wholesaler, [], [pens], []],
    [people.sponsor, [], [], []],
    [people.adminAbroad, [], [], []],
    [people.siteUserAbroad, [], [], []],
    [people.pharmacistAbroad, [], [], []],
  ];
  for (const [who, ofTablets, ofPens, subjects] of expected) {
    expect([await found(who, `${tablets}`), await found(who, `${pens}`)]).toEqual([
      [ofTablets, []],
      [ofPens, []],
    ]);
    expect(await found(who, '717-9')).toEqual([[], subjects]);
  }
  expect(await found(people.admin, '17-9')).toEqual([[], []]);
  const { reply } = await people.siteUser.call(api.findPlaces, { query: { begins: '717-919' } });
  expect(reply.participants).toEqual([
    {
      participantId: s.ada,
      subjectNumber: '717-919',
      name: 'Adelheid Planted',
      gId: s.siteId,
      siteName: expect.stringMatching(/^Site /) as string,
    },
  ]);
});

test('SEC-23 a participant is found by what their name begins with, first or last name first, without its accents, by those alone who have them in their lists', async () => {
  const s = await openShipments();
  const [bo, müller] = [
    await s.aParticipant(s.companyId, s.trialId, s.siteId, {
      subject_number: '800-001',
      first_name: 'Bo',
      last_name: 'Müller',
    }),
    await s.aParticipant(s.companyId, s.trialId, s.otherSiteId, {
      subject_number: '800-002',
      first_name: 'Zoë',
      last_name: 'Muller',
    }),
  ];
  const { people } = s;
  const named = async (who: Caller, begins: string) => {
    const { reply } = await who.call(api.findPlaces, { query: { begins } });
    return reply.participants.map(({ participantId }) => participantId);
  };
  const expected: [Caller, number[]][] = [
    [people.admin, [bo, müller]],
    [people.siteUser, [bo]],
    [people.nurse, [bo]],
    [people.siteUserElsewhere, [müller]],
    [people.pharmacist, []],
    [people.wholesaler, []],
    [people.sponsor, []],
    [people.adminAbroad, []],
    [people.siteUserAbroad, []],
  ];
  for (const [who, ids] of expected) expect(await named(who, 'muller')).toEqual(ids);
  expect(await named(people.admin, 'MÜLLER, bo')).toEqual([]);
  for (const typed of ['bo', 'Bo Mü', 'müller bo', ' Bo  Muller '])
    expect(await named(people.admin, typed)).toEqual([bo]);
  for (const typed of ['zoe', 'Muller z']) expect(await named(people.admin, typed)).toEqual([müller]);
  for (const typed of ['o', 'uller', '%', '_o']) expect(await named(people.admin, typed)).toEqual([]);
  const { reply } = await people.siteUser.call(api.findPlaces, { query: { begins: 'bo' } });
  expect(reply).toMatchObject({
    requests: [],
    participants: [{ name: 'Bo Müller', subjectNumber: '800-001' }],
    more: false,
  });
});

test('REL-05 a number or a name is looked for by indexes beside 20,000 requests and participants, and the first five are shown, with a word that there are more', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const s = await openShipments();
  await s.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
       required_on, status_changed_on, submission, created_at)
     select $1, $2, case n % 100 when 0 then $3::int else $4::int end, $5, 'pharmacy', 'received', false, (select min(address_id) from address), $6,
       '2026-01-01', '2026-01-01', gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 minute'
     from generate_series(1, 20000) n`,
    [s.companyId, s.trialId, s.siteId, s.otherSiteId, s.pharmacyId, s.siteUser],
  );
  await s.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1, $2, case n % 100 when 0 then $3::int else $4::int end, case n % 100 when 0 then $3::int else $4::int end, 'Ada', 'Lovelace', '1980-03-05', 1,
       '1' || lpad((n / 1000)::text, 2, '0') || '-' || lpad((n % 1000)::text, 3, '0'), 1, now()
     from generate_series(1, 20000) n`,
    [s.companyId, s.trialId, s.siteId, s.otherSiteId],
  );
  for (const table of ['shipment_request', 'participant']) await s.rows(`vacuum analyze ${table}`);
  const readSoFar = async (tx: Tx) => {
    const { rows } = await sql<{ n: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname = 'participant'`.execute(tx);
    return rows[0]?.n ?? 0;
  };
  const admin = { type: 'Admin', careGroupIds: null, providerId: 1 } as Partial<Viewer> as Viewer;
  const siteUser = { type: 'Site User', careGroupIds: [s.siteId], providerId: 1 } as Partial<Viewer> as Viewer;
  for (const [said, who, number] of [
    ['a first digit', admin, '1'],
    ['a first digit at a site', siteUser, '1'],
    ['a whole number', siteUser, '12300'],
  ] as const) {
    for (const [of, build] of [
      ['shipment_request', requestsByNumber],
      ['participant', participantsByNumber],
    ] as const) {
      const { ways, rows } = await touched(s, s.companyId, (tx) => build(tx, who, number)!, { of: [of] });
      expect({ said, of, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, of, ways: [] });
      // A thousand numbers of each length at most, and the participants of one site.
      expect({ said, of, rows, few: rows <= 1_111 }).toEqual({ said, of, rows, few: true });
    }
  }
  // All 20,000 have the same name; the 200 of the small site may be read whole.
  for (const who of [admin, siteUser])
    await s.app.database.readInCompany(s.companyId, async (tx) => {
      await setPlainDefaults(tx);
      const before = await readSoFar(tx);
      expect(await participantsByName(tx, who, 'ada').execute()).toHaveLength(api.mostFound + 1);
      expect((await readSoFar(tx)) - before).toBeLessThan(300);
    });
  const ask = async (begins: string) => {
    const { requests, participants, more } = (await s.people.admin.call(api.findPlaces, { query: { begins } })).reply;
    return [requests.length, participants.length, more];
  };
  expect(await ask('1')).toEqual([5, 5, true]);
  // Ten and five.
  expect([await ask('101-00'), await ask('120-00')]).toEqual([
    [0, 5, true],
    [0, 1, false],
  ]);
});
