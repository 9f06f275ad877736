/** Reviewers of some groups read what lies in these (P11-14, P11-16, SEC-23, SEC-39). */
import * as api from '@portal/contract/audit/endpoints.ts';
import { exportSecurityEvents, readSecurityEvents } from '@portal/contract/audit/security-endpoints.ts';
import { addPharmacy } from '@portal/contract/partners/manage-endpoints.ts';
import { addParticipant, changeParticipant } from '@portal/contract/participants/endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import { addSponsor } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { addMember } from '#rooms/care-groups/door.ts';
import { aCompanyWithAdministrators, namesIn, type WhoOf } from '#test/administrators.ts';
import { givenParticipant } from '#test/house.ts';
import { openClinic } from '#test/patients.ts';
import { type Caller, openPortal } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { anAddress } from '#test/things.ts';

async function aReviewedCompany() {
  const portal = await openPortal();
  const world = await aCompanyWithAdministrators(portal);
  const as = (who: WhoOf) => portal.signedIn(world.people[who]);
  return { portal, world, as };
}

test('P11-14 SEC-23 the audit trail of an administrator of one site has the changes of that site, in pages, counts and exports; that of who sees the whole company has all', async () => {
  const { world, as } = await aReviewedCompany();
  const { companyId, site, otherSite } = world;
  const admin = await as('admin');
  await (await as('atSite')).call(addParticipant, { body: givenParticipant(site, { subject_number: '100-001' }) });
  await (await as('elsewhere')).call(addParticipant, {
    body: givenParticipant(otherSite, { subject_number: '100-002' }),
  });
  await admin.call(addSponsor, { body: { company_id: companyId, sponsorName: 'Helix' } });
  const partner = { phoneNumber: '+16175550123', email: 'a@partner.example', address: anAddress, companyId };
  await admin.call(addPharmacy, { body: { pharmacyName: 'Northgate', ...partner } });

  const kindsOf = (entries: readonly api.AuditEntry[]) =>
    entries.map(({ kind, cpId }) => `${kind} by ${namesIn(world, [cpId]).join()}`);
  const ofSite = ['participant.added by atSite'];
  const everything = ['partner.added by admin', 'sponsor.added by admin', 'participant.added by elsewhere', ...ofSite];
  const seen: Partial<Record<WhoOf, string[]>> = {
    admin: everything,
    ofClinic: everything,
    ofTrial: ofSite,
    ofSite,
    ofWard: [],
  };
  for (const [who, expected] of Object.entries(seen)) {
    const caller = await as(who as WhoOf);
    const page = (await caller.call(api.readAudit)).reply;
    const exported = (await caller.call(api.exportAudit)).reply;
    expect([who, kindsOf(page.entries), page.total]).toEqual([who, expected, expected.length]);
    expect([who, kindsOf(exported.entries), exported.next]).toEqual([who, expected, null]);
  }
  const narrow = async (query: Record<string, unknown>) => {
    const { entries, total } = (await (await as('ofSite')).call(api.readAudit, { query })).reply;
    return [entries.length, total];
  };
  expect(await narrow({ person: world.people.atSite })).toEqual([1, 1]);
  expect(await narrow({ person: world.people.admin })).toEqual([0, 0]);
  expect(await narrow({ recordKind: 'participant' })).toEqual([1, 1]);
  expect(await narrow({ recordKind: 'participant', recordId: '1' })).toEqual([1, 1]);
  expect(await narrow({ recordKind: 'participant', recordId: '2' })).toEqual([0, 0]);
  expect(await narrow({ recordKind: 'sponsor' })).toEqual([0, 0]);
  expect(await narrow({ kind: 'participant.added', from: '2000-01-01', to: '2100-01-01' })).toEqual([1, 1]);
  expect(await narrow({ from: '2100-01-01' })).toEqual([0, 0]);
  expect(await narrow({ q: '100' })).toEqual([1, 1]);
  expect(await narrow({ q: '100-002' })).toEqual([0, 0]);
  expect(await narrow({ q: 'participant' })).toEqual([1, 1]);
  for (const q of ['sponsor', 'partner', 'Helix', 'Northgate']) expect(await narrow({ q })).toEqual([0, 0]);
});

test('P11-14 SEC-23 of the groups of a patient the trail names those of the administrator who reads it, and of others no name', async () => {
  const s = await openClinic();
  const { heart, failure, diabetes } = s.groups;
  const u_id = await s.anActivePatient({}, [failure, diabetes]);
  const { root } = s.people;
  const ofHeart = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [heart]));
  const query = { recordKind: 'patient', recordId: String(u_id) };
  const named = async (by: Caller, what: typeof api.readAudit | typeof api.exportAudit) => {
    const { names } = (await by.call(what, { query })).reply;
    return [names[`care_group:${failure}`], names[`care_group:${diabetes}`]];
  };
  for (const what of [api.readAudit, api.exportAudit]) {
    expect(await named(root, what)).toEqual(['Heart Failure', 'Diabetes']);
    expect(await named(ofHeart, what)).toEqual(['Heart Failure', 'Another care group']);
  }
});

test('P11-14 P11-19 SEC-23 of a participant who moved to another site the trail and the copy of the site that ordered for them tell its administrator no number that they have there', async () => {
  const s = await openShipments();
  const { admin, siteUser } = s.people;
  const given = givenParticipant(s.siteId, { subject_number: '718-001' });
  const { participantId } = (await siteUser.call(addParticipant, { body: given })).reply;
  await s.aRequest({ participants: [s.subject('718-001', participantId)] });
  const moved = { ...given, participant_id: participantId, g_id: s.otherSiteId, subject_number: '718-002' };
  expect((await admin.call(changeParticipant, { body: { ...moved, addressChanged: 0 } })).status).toBe(200);
  const administratorOf = async (...groups: number[]) =>
    s.signedIn(await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, groups));
  const named = async (by: Caller) => {
    const copied = await by.call(api.copyRecords, { query: { g_id: s.siteId } });
    const replies = [(await by.call(api.readAudit)).reply, (await by.call(api.exportAudit)).reply];
    const isCopied = Buffer.from(copied.reply.data, 'base64').includes('718-002');
    return [...replies.map(({ names }) => names[`participant:${participantId}`]), isCopied];
  };
  expect(await named(await administratorOf(s.siteId))).toEqual([undefined, undefined, false]);
  expect(await named(await administratorOf(s.siteId, s.otherSiteId))).toEqual(['718-002', '718-002', true]);
});

test('P11-14 SEC-23 what was done to a person is read by an administrator of all of their groups', async () => {
  const { portal, world, as } = await aReviewedCompany();
  const { people, companyId } = world;
  for (const id of Object.values(people))
    await portal.rows(
      `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
       values ($1, now(), 'System', 'System', 'account.locked', 'account', $2::text, '[]', '', '')`,
      [companyId, id],
    );
  const about = async (who: WhoOf) => {
    const { entries } = (await (await as(who)).call(api.readAudit)).reply;
    return namesIn(
      world,
      entries.map(({ recordId }) => Number(recordId)),
    );
  };
  expect(await about('ofSite')).toEqual(['atSite', 'ofSite']);
  expect(await about('ofTrial')).toEqual(['atSite', 'ofSite', 'ofTrial']);
  expect(await about('ofWard')).toEqual(['ofWard']);
  expect(await about('ofClinic')).toHaveLength(Object.keys(people).length);
});

test('P11-14 P11-16 SEC-23 people and access report hold those who are in the reviewer’s groups, and of their groups these alone', async () => {
  const { world, as } = await aReviewedCompany();
  const listed = async (who: WhoOf) => {
    const { people } = (await (await as(who)).call(api.listAuditPeople)).reply;
    return namesIn(
      world,
      people.map(({ cpId }) => cpId),
    );
  };
  const reported = async (who: WhoOf) => {
    const { accounts } = (await (await as(who)).call(api.accessReport)).reply;
    const groups = new Set(accounts.flatMap((one) => one.groups.map(({ gId }) => gId)));
    return [
      namesIn(
        world,
        accounts.map(({ cpId }) => cpId),
      ),
      [...groups].sort((a, b) => a - b),
    ] as const;
  };
  const all = Object.keys(world.people).sort();
  const { trial, site } = world;
  expect(await listed('admin')).toEqual(all);
  expect(await listed('ofClinic')).toEqual(all);
  expect(await listed('ofSite')).toEqual(['atBoth', 'atSite', 'ofSite']);
  expect(await listed('ofTrial')).toEqual(['atBoth', 'atSite', 'ofSite', 'ofTrial']);
  expect((await reported('admin'))[0]).toEqual(all);
  expect(await reported('ofSite')).toEqual([['atBoth', 'atSite', 'ofSite'], [site]]);
  expect(await reported('ofTrial')).toEqual([
    ['atBoth', 'atSite', 'ofSite', 'ofTrial'],
    [trial, site],
  ]);
});

test('P11-14 SEC-23 a sponsor’s person is one of the people of a trial and of its sites as long as the trial is the sponsor’s', async () => {
  const { portal, world, as } = await aReviewedCompany();
  const { people, companyId, trial, site } = world;
  for (const group of [trial, site])
    await portal.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
      group,
      people.sponsor,
      companyId,
    ]);
  const isListed = async () =>
    Promise.all(
      (['ofTrial', 'ofSite'] as const).map(async (who) => {
        const { reply } = await (await as(who)).call(api.listAuditPeople);
        return reply.people.some(({ cpId }) => cpId === people.sponsor);
      }),
    );
  expect(await isListed()).toEqual([true, true]);
  const next = await portal.aSponsor(companyId);
  await portal.rows('update care_group set sponsor_id = $2 where care_group_id = $1', [trial, next]);
  expect(await isListed()).toEqual([false, false]);
});

test('P11-16 SEC-23 the access report says of which company it is, and of whose groups it holds the people alone, by the uppermost of them', async () => {
  const { portal, world, as } = await aReviewedCompany();
  const { companyId, trial, site } = world;
  const named = await portal.rows<{ id: number; name: string }>(
    'select care_group_id as id, display_name as name from care_group where care_group_id = any($1)',
    [[trial, site]],
  );
  const nameOf = (id: number) => named.find((one) => one.id === id)?.name;
  const [company] = await portal.rows<{ name: string }>('select name from company where company_id = $1', [companyId]);
  const told = async (who: WhoOf) => {
    const { reply } = await (await as(who)).call(api.accessReport);
    return [reply.company, reply.groups];
  };
  for (const who of ['admin', 'ofClinic'] as const) expect(await told(who)).toEqual([company?.name, null]);
  expect(await told('ofTrial')).toEqual([company?.name, [nameOf(trial)]]);
  expect(await told('ofSite')).toEqual([company?.name, [nameOf(site)]]);
});

test('P11-16 SEC-23 who was in a reviewer’s group on the day stands in its report, also when they have left since', async () => {
  const { portal, world, as } = await aReviewedCompany();
  const { people, site, companyId } = world;
  await portal.rows(`update provider set created_at = '2031-01-01Z' where company_id = $1`, [companyId]);
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const by = {
    companyId,
    providerId: null,
    firstName: 'System',
    lastName: '',
    type: 'System',
    host: '',
    requestId: '',
  };
  await portal.app.database.asSystem((tx) =>
    addMember(actOf(tx, portal.app.clock, { ...by, careGroupIds: null }), {
      careGroupId: site,
      providerId: people.elsewhere,
    }),
  );
  portal.app.clock.set(new Date('2031-03-07T12:00:00Z'));
  await portal.rows('delete from care_group_member where care_group_id = $1 and provider_id = $2', [
    site,
    people.elsewhere,
  ]);
  await portal.rows(
    `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     values ($1, '2031-03-07T12:00:00Z', 'System', 'System', 'care_group.member_removed', 'care_group', $2::text,
       jsonb_build_array(jsonb_build_object('field', 'provider_id', 'old', $3::int)), '', '')`,
    [companyId, site, people.elsewhere],
  );
  const ofSite = await as('ofSite');
  const on = async (day: string) => {
    const { accounts } = (await ofSite.call(api.accessReport, { query: { day } })).reply;
    return accounts.some(({ cpId }) => cpId === people.elsewhere);
  };
  expect([await on('2031-03-04'), await on('2031-03-05'), await on('2031-03-07')]).toEqual([false, true, false]);
});

test('SEC-39 SEC-23 security events of people beyond a reviewer’s groups are neither listed, counted nor exported', async () => {
  const { portal, world, as } = await aReviewedCompany();
  const { people, companyId } = world;
  for (const id of [...Object.values(people), null])
    await portal.rows(
      `insert into security_event (entry, company_id, at, event, outcome, provider_id, host, address, request_id)
       values (gen_random_uuid(), $1, now(), 'sign_in', 'done', $2, '', '', '')`,
      [companyId, id],
    );
  // A call that is refused is on record by another way.
  for (const who of ['atSite', 'elsewhere'] as const) await (await as(who)).call(readSecurityEvents);
  expect((await (await as('admin')).call(me)).status).toBe(200);
  await portal.app.accessLog.flush();
  const told = async (who: WhoOf) => {
    const caller = await as(who);
    const page = (await caller.call(readSecurityEvents)).reply;
    const exported = (await caller.call(exportSecurityEvents)).reply;
    const short = (entries: typeof page.entries) =>
      entries
        .filter(({ event }) => event !== 'export')
        .map(({ event, cpId }) => `${event} ${namesIn(world, [cpId]).join()}`)
        .sort();
    expect(short(exported.entries)).toEqual(short(page.entries));
    expect(page.total).toBe(page.entries.length);
    return short(page.entries);
  };
  expect(await told('ofSite')).toEqual(['access.refused atSite', 'sign_in atSite', 'sign_in ofSite']);
  expect(await told('ofTrial')).toEqual([
    'access.refused atSite',
    'sign_in atSite',
    'sign_in ofSite',
    'sign_in ofTrial',
  ]);
  expect(await told('ofWard')).toEqual(['sign_in ofWard']);
  expect(await told('ofClinic')).toHaveLength(13);
});
