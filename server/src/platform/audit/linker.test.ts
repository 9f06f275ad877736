import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asOwner, cutFrom, onlyHere } from '#test/audit-trail.ts';
import type { Portal } from '#test/portal.ts';
import { makeLog } from '#platform/core/log.ts';
import type { Database } from '#platform/database/db.ts';
import type { Alarm } from '#platform/security/alarms.ts';
import { headFileIn, type NotedHead, readHead, writeHead } from './head-file.ts';
import { proveEntries } from './keys.ts';
import { linkEntries } from './link-entries.ts';
import { linkEntriesEvery } from './linker.ts';
import { noteTold, sentencesOfTold, toldFileIn } from './told.ts';

/** A connection with the login that serves, as somebody has it who took it from the portal. */
async function serving(portal: Portal) {
  const client = new pg.Client(portal.connection as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
const asSystem = 'begin; set local role portal_system';

const soon = <T>(see: () => T | Promise<T>) => vi.waitFor(see, { timeout: 10_000, interval: 10 });

/** A portal's linker that finds held up what waits for a twentieth of a second, and what it tells. */
function aLinker(portal: Portal, database: Database, everyMs = 10) {
  const told: string[] = [];
  const alarms = { tell: ({ what }: Alarm) => void told.push(what) };
  const linker = linkEntriesEvery(everyMs, { database, log: makeLog('silent'), env: portal.app.env, alarms }, 50);
  onTestFinished(linker.stop);
  return { linker, told };
}

test('P11-10 P11-18 nobody holds the linking up by an advisory lock; where the login that serves does it, that is told, noted, and what vanishes meanwhile is missed', async () => {
  const { portal, database, write, link, verify } = await onlyHere();
  const thief = await serving(portal);
  await thief.query('select pg_advisory_lock(7446023)');
  for (let n = 1; n <= 4; n++) await write();
  expect((await link()).head).toMatchObject({ position: 4 });

  await thief.query(`${asSystem}; select from installation for update`);
  const { linker, told } = aLinker(portal, database);
  for (let n = 5; n <= 8; n++) await write();
  await soon(() => expect(told).toEqual(['audit trail held up']));
  await soon(async () =>
    expect(await verify()).toEqual({
      ok: false,
      at: { seq: 5 },
      problem: 'Entry 5 waits for its link although the portal ran for a minute: the linking is held up.',
      lacksSecret: false,
    }),
  );
  await soon(() =>
    expect(JSON.parse(readFileSync(headFileIn(portal.app.env.dataDir), 'utf8'))).toMatchObject({
      position: 4,
      waiting: { entries: 4, last: 8 },
    }),
  );
  expect(await cutFrom(portal, 6)).toEqual([0, 3]);
  await soon(() => expect(told).toEqual(['audit trail held up', 'audit trail cut']));
  // Nor is it covered up by what comes later.
  await thief.query('rollback');
  await write();
  await linker.stop();
  expect(await verify()).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^4 entries up to number 8 waited .* not all of them are there any more\.$/),
  });
});

test('P11-10 entries that were held up and are all there are linked, and the trail is whole again', async () => {
  const { portal, database, write, verify } = await onlyHere();
  const thief = await serving(portal);
  await thief.query(`${asSystem}; select from installation for update`);
  const { linker, told } = aLinker(portal, database);
  for (let n = 1; n <= 3; n++) await write();
  await soon(() => expect(told).toEqual(['audit trail held up']));
  await thief.query('rollback');
  await linker.stop();
  expect(await verify()).toMatchObject({ ok: true, entries: 3, links: 3, isNoted: true });
  expect(told).toEqual(['audit trail held up']);
});

test('P11-10 P11-18 a link that the portal did not make is told; nothing is linked to it, the note does not follow it, and without it the linking goes on', async () => {
  const { portal, database, write, link, links, verify } = await onlyHere();
  for (let n = 1; n <= 3; n++) await write();
  await link();
  const note = () => readFileSync(headFileIn(portal.app.env.dataDir), 'utf8');
  const before = note();
  await write();
  const thief = await serving(portal);
  const lay = async (...positions: string[]) => {
    const rows = positions.map((position) => `(${position}, 4, decode(repeat('ab', 32), 'hex'))`);
    await thief.query(`${asSystem}; insert into audit_link (position, seq, hash) values ${rows.join(', ')}; commit`);
  };
  for (const far of ['9223372036854775807', '5', '0', '-1']) {
    await expect(lay(far), far).rejects.toThrow('links are added to the end of the chain');
    await thief.query('rollback');
  }
  await lay('4');
  const { linker, told } = aLinker(portal, database);
  await write();
  await soon(() => expect(told).toEqual(['audit trail link forged', 'audit trail held up']));
  expect(await links()).toEqual([1, 2, 3, 4]);
  expect(JSON.parse(note())).toMatchObject({ position: 3, hash: (JSON.parse(before) as { hash: string }).hash });
  expect(await verify()).toMatchObject({ ok: false, at: { position: 4 } });
  await asOwner(portal, 'delete from audit_link where position = 4');
  await linker.stop();
  expect(await links()).toEqual([1, 2, 3, 4, 5]);
  expect(await verify()).toMatchObject({ ok: true, entries: 5, links: 5 });
});

test('P11-10 the end that goes together with the note of it is missed by a portal that has seen it, and stays noted', async () => {
  const { portal, database, write, verify } = await onlyHere();
  for (let n = 1; n <= 6; n++) await write();
  const { told } = aLinker(portal, database);
  await soon(async () => expect(await portal.rows('select from audit_link')).toHaveLength(6));
  const file = headFileIn(portal.app.env.dataDir);
  await soon(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ position: 6 }));
  // The note alone is not enough to say what is missing: but it went, and is made again.
  rmSync(file);
  await soon(() => expect(told).toEqual(['audit trail cut']));
  await soon(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ position: 6 }));
  await asOwner(portal, 'delete from audit_link where seq >= 5', 'delete from audit_entry where seq >= 5');
  for (let n = 1; n <= 2; n++) {
    rmSync(file);
    await soon(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ position: 6 }));
  }
  await write();
  const problem = 'The chain ends at link 5, but link 6 is known to have existed: its end was removed.';
  await soon(async () =>
    expect(await verify()).toEqual({ ok: false, at: { position: 6 }, problem, lacksSecret: false }),
  );
});

test('P11-10 a chain whose note is missing at the start is told of, and is reckoned from its first link; of a restored one only verification says so', async () => {
  const { portal, database, write, link, verify } = await onlyHere();
  for (let n = 1; n <= 3; n++) await write();
  await link();
  const file = headFileIn(portal.app.env.dataDir);
  const begin = async () => {
    rmSync(file);
    expect(await verify()).toMatchObject({ ok: true, isNoted: false });
    const { linker, told } = aLinker(portal, database, 1_000_000);
    await linker.stop();
    return { told, noted: JSON.parse(readFileSync(file, 'utf8')) as unknown };
  };
  expect(await begin()).toEqual({ told: ['audit trail cut'], noted: expect.objectContaining({ position: 3 }) });
  await portal.rows('update installation set holds_outbound = true');
  expect(await begin()).toEqual({ told: [], noted: expect.objectContaining({ position: 3 }) });
  expect(await verify()).toMatchObject({ ok: true, isNoted: true });
});

test('P11-10 where the end is cut in front of a running portal that has an earlier secret no more, that is told, and what cannot be reckoned is not called forged: it waits until a start has that secret', async () => {
  const { portal, database, write, link, links } = await onlyHere();
  for (let n = 1; n <= 3; n++) await write();
  await link();
  const { env } = portal.app;
  const without = { ...env, secret: Buffer.from('Zt5-pQx8_Lm21RvNdYs9Kb4WhCgUeJaF'), earlierSecrets: [] };
  // The note as it is after a change of the secret.
  await writeHead(without, { ...((await readHead(env)) as NotedHead), settled: 3 });
  proveEntries(database, without.secret);
  const told: string[] = [];
  const alarms = { tell: ({ what }: Alarm) => void told.push(what) };
  const linker = linkEntriesEvery(10, { database, log: makeLog('silent'), env: without, alarms }, 50);
  onTestFinished(linker.stop);
  await write();
  await soon(async () => expect(await links()).toHaveLength(4));
  expect(await cutFrom(portal, 4)).toEqual([1, 1]);
  await write();
  await soon(() => expect(told).toEqual(['audit trail cut', 'audit trail held up']));
  expect(await links()).toEqual([1, 2, 3]);
  await linker.stop();
  const withAll = { ...without, earlierSecrets: [env.secret] };
  expect(await linkEntries(database, withAll)).toMatchObject({ wrong: null, forged: null, head: { position: 4 } });
});

test('P11-10 a cut that was told stays on record beside the note that is made anew, once while it lasts and again for each time, and so is a line that the portal did not write', async () => {
  const { portal, database, write, link, verify } = await onlyHere();
  const { env } = portal.app;
  const note = headFileIn(env.dataDir);
  const tells = async () => {
    const { linker } = aLinker(portal, database, 1_000_000);
    await linker.stop();
    return (await sentencesOfTold(env)).map((sentence) => sentence.replace(/^On \d{4}-[^ ]+Z/, 'On …'));
  };
  for (let n = 1; n <= 3; n++) await write();
  await link();
  expect(await tells()).toEqual([]);
  const told = (what: string) => `On … the portal reported: audit trail cut (${what}).`;
  const goneAt = (end: number) =>
    `${told('the note of its end was gone')} Since then it counts from link ${end}; nothing shows whether more was cut before.`;
  const gone = goneAt(3);
  rmSync(note);
  expect(await tells()).toEqual([gone]);
  expect(await verify()).toMatchObject({ ok: true, isNoted: true });
  expect(await tells()).toEqual([gone]);
  await write();
  await tells();
  rmSync(note);
  const again = [gone, goneAt(4)];
  expect(await tells()).toEqual(again);
  expect(await cutFrom(portal, 4)).toEqual([1, 1]);
  const cut = [...again, told('it did not fit the note of link 4')];
  for (let n = 1; n <= 2; n++) expect(await tells()).toEqual(cut);
  writeFileSync(note, 'nothing');
  expect((await tells()).at(-1)).toBe(told('the note of its end was altered'));

  const file = toldFileIn(env.dataDir);
  const [first = ''] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  writeFileSync(file, `${first.replace('"end":3', '"end":2')}\n`);
  appendFileSync(file, 'nothing\n');
  const altered = (line: number) =>
    `Line ${line} of audit-told in DATA_DIR was altered, cut off, or written with another secret: what the portal reported there is not known.`;
  expect(await sentencesOfTold(env)).toEqual([altered(1), altered(2)]);
});

test('P11-10 of two processes that miss different places of one trail each has one line, in whatever turn they tell', async () => {
  const { portal } = await onlyHere();
  const { env } = portal.app;
  const at = '2031-03-05T12:00:00.000Z';
  for (const cut of ['gone', 1003, 1005, 1003, 1005, 'altered', 1003, 'altered'] as const)
    await noteTold(env, { at, cut, end: 7 });
  appendFileSync(toldFileIn(env.dataDir), '{"at":"20');
  await noteTold(env, { at, cut: 'gone', end: 8 });
  const sentences = await sentencesOfTold(env);
  expect(sentences.map((sentence) => /\((.*?)\)/.exec(sentence)?.[1])).toEqual([
    'the note of its end was gone',
    'it did not fit the note of link 1003',
    'it did not fit the note of link 1005',
    'the note of its end was altered',
    undefined,
    'the note of its end was gone',
  ]);
});
