/** How answers of reading calls leave: known by a tag and not sent twice, compressed where that is worth it and safe. */
import { brotliDecompressSync } from 'node:zlib';
import { listCountries } from '@portal/contract/addresses/endpoints.ts';
import { participantReport } from '@portal/contract/reports/endpoints.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { aSiteUser, givenParticipant } from './house.ts';
import { onItsOwn, openPortal } from './portal.ts';

const tagIn = ({ headers }: { headers: Record<string, unknown> }) => headers['etag'] as string;
const known = (tag: string) => ({ 'if-none-match': tag });

/** A site with a participant, somebody who lists its participants, and what that leaves in the access log. */
async function aSiteWithOne(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  portal.app.clock.set(new Date('2026-03-05T12:55:00Z'));
  const { caller, trialId, siteId, siteUser, companyId, admin } = await aSiteUser(portal);
  await caller.call(participants.addParticipant, { body: givenParticipant(siteId) });
  const list = (tag?: string, by = caller) =>
    by.call(participants.listParticipants, { query: { g_id: siteId }, ...(tag ? { headers: known(tag) } : {}) });
  const entries = async () => {
    await portal.app.accessLog.flush();
    const rows = await portal.rows<{ outcome: string }>('select outcome from access_entry order by entry_id');
    return rows.map(({ outcome }) => outcome);
  };
  return { portal, caller, trialId, siteId, siteUser, companyId, admin, list, entries };
}

test('PRV-01 SHP-14 a poll that finds nothing new is answered 304 without a body and logged once; what has changed comes whole and is logged', async () => {
  const { caller, siteId, list, entries } = await aSiteWithOne();
  const first = await list();
  expect([first.status, first.reply.participants.length, await entries()]).toEqual([200, 1, ['read']]);
  expect(tagIn(first)).toMatch(/^W\/"[\w-]{27}"$/);
  for (const tag of [tagIn(first), tagIn(first).replace('W/', ''), `"other", ${tagIn(first)}`]) {
    const again = await list(tag);
    expect([again.status, again.body]).toEqual([304, undefined]);
    expect(Number(again.headers['x-now'])).toBeGreaterThanOrEqual(Date.parse('2026-03-05T12:55:00Z'));
    expect([again.headers['cache-control'], tagIn(again)]).toEqual(['no-store', tagIn(first)]);
  }
  expect(await entries()).toEqual(['read']);
  await caller.call(participants.addParticipant, { body: givenParticipant(siteId, { subject_number: '123-457' }) });
  const changed = await list(tagIn(first));
  expect([changed.status, changed.reply.participants.length, await entries()]).toEqual([200, 2, ['read', 'read']]);
  expect(tagIn(changed)).not.toBe(tagIn(first));
});

test('PRV-01 a tag is good for one session, one call and one hour: everything else is answered whole and logged', async () => {
  const { portal, caller, siteId, siteUser, companyId, list, entries } = await aSiteWithOne();
  const tag = tagIn(await list());
  const colleague = await portal.aPerson('Site User', { company_id: companyId }, [siteId]);
  // The same person, signed in once more, and somebody else of the site.
  for (const who of [siteUser, colleague]) {
    const other = await list(tag, await portal.signedIn(who));
    expect([other.status, tagIn(other) === tag]).toEqual([200, false]);
  }
  expect((await list('*')).status).toBe(200);
  expect((await list(tag)).status).toBe(304);
  const before = (await entries()).length;
  portal.app.clock.set(new Date('2026-03-05T12:58:00Z'));
  const idle = { headers: { ...known(tag), 'x-idle-ms': '61000' }, query: { g_id: siteId } };
  expect((await caller.call(participants.listParticipants, idle)).status).toBe(304);
  expect(await entries()).toHaveLength(before);
  portal.app.clock.set(new Date('2026-03-05T12:59:30Z'));
  expect((await list(tag)).status).toBe(304);
  // Whoever is at work reads it again, a minute later; whoever did nothing has it open.
  expect(await entries()).toHaveLength(before + 1);
  portal.app.clock.set(new Date('2026-03-05T12:59:59Z'));
  expect((await list(tag)).status).toBe(304);
  expect(await entries()).toHaveLength(before + 1);
  portal.app.clock.set(new Date('2026-03-05T13:00:00Z'));
  expect((await list(tag)).status).toBe(200);
  expect(await entries()).toHaveLength(before + 2);
});

test('PRV-01 whoever may no longer see is refused and on record, whatever tag they hold; an export is answered whole and on record each time', async () => {
  onItsOwn();
  const { portal, companyId, trialId, admin, siteId, siteUser, list, entries } = await aSiteWithOne();
  const tag = tagIn(await list());
  const reviewer = await portal.signedIn(admin);
  await portal.aCard(companyId, trialId);
  const report = () => reviewer.call(participantReport, { query: { g_id: siteId }, headers: known(tag) });
  const [first, second] = [await report(), await report()];
  expect([first.status, second.status, first.headers['etag']]).toEqual([200, 200, undefined]);
  // The reading is on record once an hour, the export each time.
  expect(await entries()).toEqual(['read', 'read']);
  await portal.app.security.flush();
  expect(await portal.rows(`select outcome from security_event where event = 'export'`)).toHaveLength(2);
  await portal.rows('delete from care_group_member where provider_id = $1', [siteUser]);
  expect((await list(tag)).status).toBe(404);
  expect(await entries()).toEqual(['read', 'read', 'refused']);
});

test('REL-16 an answer of more than a kilobyte is compressed for whoever takes it, and is the same answer', async () => {
  const { portal, caller, siteId, list } = await aSiteWithOne();
  const bare = await list();
  const raw = (endpoint: Endpoint, query: Record<string, string>, coding: string, token = caller.token) =>
    portal.app.http.inject({
      method: 'GET',
      url: `/api${endpoint.path}`,
      query,
      headers: { host: 'localhost', 'accept-encoding': coding, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
  const ofSite = { g_id: String(siteId) };
  const small = await raw(participants.listParticipants, ofSite, 'br');
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual([undefined, 'accept-encoding']);
  for (let n = 0; n < 4; n++)
    await caller.call(participants.addParticipant, {
      body: givenParticipant(siteId, { subject_number: `123-45${n}` }),
    });
  const plain = await list();
  for (const coding of ['gzip, deflate, br, zstd', 'br;q=0.5', 'gzip;q=1.0, br']) {
    const answer = await raw(participants.listParticipants, ofSite, coding);
    expect([coding, answer.headers['content-encoding'], answer.headers['content-type']]).toEqual([
      coding,
      'br',
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString('utf8'))).toEqual(plain.body);
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(plain.body).length / 2);
    expect(answer.headers['etag']).toBe(tagIn(plain));
  }
  for (const coding of ['gzip', 'br;q=0', 'br; q=0.000', 'identity', 'brave']) {
    const answer = await raw(participants.listParticipants, ofSite, coding);
    expect([coding, answer.headers['content-encoding']]).toEqual([coding, undefined]);
  }
  expect(tagIn(bare)).not.toBe(tagIn(plain));
});

test('SEC-03 what is about a session, and what is open to everybody, is never compressed beside what others may write', async () => {
  const { portal, caller } = await aSiteWithOne();
  for (const [endpoint, token] of [
    [me, caller.token],
    [listCountries, ''],
  ] as const) {
    const answer = await portal.app.http.inject({
      method: 'GET',
      url: `/api${endpoint.path}`,
      headers: { host: 'localhost', 'accept-encoding': 'br', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
    expect([endpoint.path, answer.statusCode, answer.headers['content-encoding'], answer.headers['vary']]).toEqual([
      endpoint.path,
      200,
      undefined,
      undefined,
    ]);
  }
});
