import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFactor } from '@portal/contract/identity/account-endpoints.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import {
  askForRecovery,
  confirmCode,
  enterByRecoveryCode,
  me,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Env } from '#src/env.ts';
import { operate } from '#src/operator/operate.ts';
import { openGround } from '#src/operator/open-ground.ts';
import { verifyAudit } from '#platform/audit/verify.ts';
import { writeHead } from '#platform/audit/head-file.ts';
import { linkEntries } from '#platform/audit/link-entries.ts';
import { type Encrypted, rotateKeys, secretId } from '#platform/security/secrets.ts';
import { aPersonWithApp, aStep, challengeFor, forward, nextCode, type WithApp } from './factors.ts';
import { aPersonOf, hosted } from './identity-worlds.ts';
import { aPdf } from './pdfs.ts';
import { aPersonWithAccount, goodPassword, holding, signInAs } from './people.ts';
import { currentCode } from '#rooms/identity/door.ts';
import { openObjectStore } from './object-store.ts';
import { onItsOwn, openPortal, type Portal } from './portal.ts';
import { openShipments } from './shipments.ts';

const first = 'T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV';
const second = 'the next secret, as long as it has to be';
const listed = (...secrets: string[]) => secrets.map((one) => one.replaceAll(',', '%2C')).join(', ');
const changed = { PORTAL_SECRET: second, PORTAL_EARLIER_SECRETS: listed(first) };
const sentence =
  'PORTAL_SECRET is not the one that this database was used with, and what was stored under that one cannot be read: please add it to PORTAL_EARLIER_SECRETS.';

/** Everything that is encrypted in the database, by the beginning that names its secret, and the files of documents. */
async function underOf(portal: Portal) {
  const rows = await portal.rows<{ beginning: string; n: number }>(
    `select split_part(encrypted, '.', 2) as beginning, count(*)::int as n from (
      select totp_secret as encrypted from identity_account union all select pending_totp_secret from identity_account
      union all select encrypted_hash from recovery_code union all select refresh_token from pool_account) of_all
    where encrypted is not null group by 1`,
  );
  const named = { [secretId(Buffer.from(first))]: 'first', [secretId(Buffer.from(second))]: 'second' };
  return Object.fromEntries(rows.map(({ beginning, n }) => [named[beginning] ?? beginning, n]));
}
const locksOf = async (portal: Portal) => {
  const rows = await portal.rows<{ id: string }>('select key as id from stored_file order by file_id');
  return Promise.all(rows.map(({ id }) => portal.app.files.lockOf(id)));
};
/** What was asked of the background work, as the database asks for it. */
const ask = (portal: Portal) => portal.rows(`select pg_notify('portal_job', 'rotate-keys')`);
const allSealedAnew = (portal: Portal) =>
  vi.waitFor(
    async () => {
      expect(Object.keys(await underOf(portal))).toEqual(['second']);
      expect((await locksOf(portal)).filter((lock) => lock !== 'current')).toEqual([]);
    },
    { timeout: 15_000 },
  );
/** What a command works on, with these secrets. */
const groundWith = ({ app, connection: { database, host, port, user } }: Portal, secrets: Partial<Env>) =>
  openGround({
    ...app.env,
    databaseUrl: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    ...secrets,
  });
/** A session is worth the same in every process. */
const through = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } });

/** Signs in with the code of the app, through this process. */
async function enters(portal: Portal, person: Pick<WithApp, 'email' | 'secret'>): Promise<number> {
  const challenge = await challengeFor(portal, person.email);
  return (await portal.call(confirmCode, { body: { challenge, code: nextCode(portal, person) } })).status;
}

async function aWorld() {
  const s = await openShipments();
  const srId = await s.aRequest();
  const keep = async (portal: Portal, text: string) => {
    const paper = { filename: 'paper.pdf', friendlyName: 'Paper', contentType: 'application/pdf' };
    const body = { srId, category: 0, ...paper, data: aPdf(text).toString('base64') };
    const answer = await portal.call(siteDocuments.upload, { body, ...through(s.people.siteUser) });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    return answer.reply.docId;
  };
  const reads = async (portal: Portal, docId: number) => {
    const answer = await portal.call(fetchDocument, { query: { docId }, ...through(s.people.admin) });
    return Buffer.from(answer.reply?.data ?? '', 'base64').toString('latin1');
  };
  return { s, keep, reads, person: await aPersonWithApp(s) };
}

test('PRV-07 after a change of the secret everything from before still opens, what is new is encrypted under the new one, and the rest follows by itself', async () => {
  const { s, keep, reads, person } = await aWorld();
  const old = await keep(s, 'Written before');
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  forward(next, aStep);
  expect(await underOf(next)).toEqual({ first: 11 });
  expect(await reads(next, old)).toContain('Written before');
  expect(await enters(next, person)).toBe(200);
  const challenge = await challengeFor(next, person.email);
  const entered = await next.call(enterByRecoveryCode, { body: { challenge, recoveryCode: person.recoveryCodes[0] } });
  expect(entered.status).toBe(200);
  const young = await keep(next, 'Written after');
  await aPersonWithApp(next);
  expect([await underOf(next), await locksOf(next)]).toEqual([{ first: 11, second: 11 }, ['earlier', 'current']]);
  await next.app.jobs.start();
  await allSealedAnew(next);
  expect([await reads(next, old), await reads(next, young)]).toEqual([
    expect.stringContaining('Written before'),
    expect.stringContaining('Written after'),
  ]);
  expect(await enters(next, person)).toBe(200);
  await next.close();
  // Without the earlier secret, once it is not needed any more.
  const last = await openPortal({ PORTAL_SECRET: second }, { beside: s });
  forward(last, 10 * aStep);
  expect([await reads(last, old), await enters(last, person)]).toEqual([
    expect.stringContaining('Written before'),
    200,
  ]);
  const again = await challengeFor(last, person.email);
  const used = await last.call(enterByRecoveryCode, {
    body: { challenge: again, recoveryCode: person.recoveryCodes[0] },
  });
  const unused = await last.call(enterByRecoveryCode, {
    body: { challenge: again, recoveryCode: person.recoveryCodes[1] },
  });
  expect([used.code, unused.status]).toEqual(['CODE_MISMATCH', 200]);
});

test('PRV-07 SEC-37 a start without the secret that is still needed says so in a sentence, and so does the operator’s command', async () => {
  const { s, keep } = await aWorld();
  await keep(s, 'Written before');
  const wrong = { PORTAL_SECRET: second };
  await expect(openPortal(wrong, { beside: s })).rejects.toThrow(sentence);
  await expect(openPortal({ ...wrong, PORTAL_EARLIER_SECRETS: 'x'.repeat(40) }, { beside: s })).rejects.toThrow(
    sentence,
  );
  const listing = () => operate(['list-companies'], () => groundWith(s, { secret: Buffer.from(second) }));
  await expect(listing()).rejects.toThrow(sentence);
  expect(await s.rows('select secret_id from portal_secret')).toEqual([{ secret_id: secretId(Buffer.from(first)) }]);
  // It may be the one that the portal had made by itself, which is believed no more where it serves others.
  const kept = path.join(s.app.env.dataDir, 'secret');
  writeFileSync(kept, 'x'.repeat(40));
  await expect(listing()).rejects.toThrow(`${sentence} ${kept} holds a secret that the portal made by itself`);
  rmSync(kept);
  // Documents alone need it as well.
  await s.rows(`delete from recovery_code`);
  await s.rows(`update identity_account set totp_secret = null`);
  await expect(openPortal(wrong, { beside: s })).rejects.toThrow(sentence);
});

/** A company that the operator adds. */
async function onRecord(portal: Portal, name: string): Promise<void> {
  const creation = ['--name', name, '--modules', 'TrialCard', '--brand', 'default'];
  const administrator = ['--admin-email', `${name}@clinic.example`, '--admin-type', 'Admin'];
  const made = await operate(['create-company', ...creation, ...administrator], () => groundWith(portal, {}));
  expect(made).toMatchObject({ ok: true });
}

test('PRV-07 P11-10 SEC-37 once a company is on record, a start and a command with another secret are refused and note nothing, though nothing is encrypted yet', async () => {
  onItsOwn();
  const s = await openPortal();
  await onRecord(s, 'Meridian');
  // Everything has its link.
  await s.stop();
  expect(await underOf(s)).toEqual({});
  for (const earlier of ['', 'x'.repeat(40)]) {
    const given = { PORTAL_SECRET: second, PORTAL_EARLIER_SECRETS: earlier };
    await expect(openPortal(given, { beside: s })).rejects.toThrow(sentence);
  }
  const secret = Buffer.from(second);
  await expect(operate(['list-companies'], () => groundWith(s, { secret }))).rejects.toThrow(sentence);
  expect(await s.rows('select secret_id from portal_secret')).toEqual([{ secret_id: secretId(Buffer.from(first)) }]);
  const listed = await operate(['list-companies'], () => groundWith(s, {}));
  expect(listed).toMatchObject({ ok: true });
  const next = await openPortal(changed, { beside: s });
  await linkEntries(next.app.database, next.app.env);
  expect(await verifyAudit(next.app.database, next.app.env)).toMatchObject({ ok: true });
});

test('PRV-07 a portal whose secret is lost goes on with what it can open, when it is told so', async () => {
  const { s, person } = await aWorld();
  const next = await openPortal({ PORTAL_SECRET: second, PORTAL_EARLIER_SECRETS: 'lost' }, { beside: s });
  expect(next.logged.join('')).toContain(
    'A secret that this database was used with counts as lost: documents, second factors and recovery codes from its time cannot be opened, a key for seals that the portal made in its time is replaced by a new one, and the audit trail of its time cannot be verified.',
  );
  expect((await signInAs(next, await aPersonWithAccount(next, 'Site User'))).token).toBeTruthy();
  const challenge = await challengeFor(next, person.email);
  forward(next, aStep);
  const unreadable = {
    status: 400,
    code: 'factor.unreadable',
    message: 'Your second factor can no longer be read. Please ask for account recovery.',
  };
  const code = nextCode(next, person);
  expect(await next.call(confirmCode, { body: { challenge, code } })).toMatchObject(unreadable);
  const recoveryCode = person.recoveryCodes[0];
  expect(await next.call(enterByRecoveryCode, { body: { challenge, recoveryCode } })).toMatchObject(unreadable);
  expect(next.logged.join('')).not.toContain('"unexpected"');
  // The way out is open.
  expect((await next.call(askForRecovery, { body: { challenge } })).status).toBe(200);
});

/** What the check says of the secret, to whoever gives these. */
async function checked({ app, connection: { database, host, port } }: Portal, given: Record<string, string>) {
  const at = (login: string) => `postgres://${login}@${encodeURIComponent(host ?? '')}:${port}/${database}`;
  const settings = { PORTAL_MODE: 'test', DATABASE_URL: at('portal'), MIGRATION_DATABASE_URL: at('portal_owner') };
  const { said } = await operate(
    ['check'],
    () => {
      throw new Error('the check opens what it looks at by itself');
    },
    { ...settings, DATA_DIR: app.env.dataDir, ...given },
  );
  return said.split('\n').find((line) => line.slice(7).startsWith('PORTAL_SECRET'));
}
const leftOut =
  'good   PORTAL_SECRET: One that this database was used with is not given. Nothing that is stored needs it; "npm run verify-audit" does, for what was written with it.';

test('PRV-07 an earlier secret that is left out before its hour is over, and that nothing is under any more, is no fault to the start or to the check', async () => {
  const { s, keep, reads } = await aWorld();
  const old = await keep(s, 'Written before');
  await s.stop();
  const alone = { PORTAL_SECRET: second };
  expect(await checked(s, alone)).toBe(`WRONG  PORTAL_SECRET: ${sentence}`);
  expect(await checked(s, { ...changed })).toBe('good   PORTAL_SECRET');
  const next = await openPortal(changed, { beside: s });
  // Something is under the earlier one as yet.
  await expect(openPortal(alone, { beside: s })).rejects.toThrow(sentence);
  expect(await checked(s, alone)).toBe(`WRONG  PORTAL_SECRET: ${sentence}`);
  expect(await checked(s, { ...alone, PORTAL_EARLIER_SECRETS: 'lost' })).toMatch(
    /^good {3}PORTAL_SECRET: A secret that this database was used with counts as lost: documents,/,
  );
  await next.app.jobs.start();
  await allSealedAnew(next);
  await next.close();
  const last = await openPortal(alone, { beside: s });
  expect(await reads(last, old)).toContain('Written before');
  expect(await checked(s, alone)).toBe(leftOut);
  expect(await checked(s, { ...alone, PORTAL_EARLIER_SECRETS: 'lost' })).toBe(leftOut);
});

test('PRV-07 an earlier secret counts as needed until a round finds nothing left, an hour after the first start', async () => {
  const { s } = await aWorld();
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  const retired = async () =>
    (
      await next.rows<{ retired: boolean }>(
        'select retired_at is not null as retired from portal_secret where secret_id = $1',
        [secretId(Buffer.from(first))],
      )
    )[0]?.retired;
  await next.app.jobs.start();
  await allSealedAnew(next);
  expect(await retired()).toBe(false);
  forward(next, 61 * 60_000);
  await ask(next);
  await vi.waitFor(async () => expect(await retired()).toBe(true), { timeout: 15_000 });
  expect(next.logged.join('')).toContain('PORTAL_EARLIER_SECRETS is not needed any more.');
  // Somebody still started with it: it is needed again.
  await (await openPortal({ PORTAL_EARLIER_SECRETS: listed(second) }, { beside: s })).close();
  expect(await retired()).toBe(false);
});

test('PRV-07 one process at a time encrypts anew, comes again at once where its time was up, and is followed by another one where it was killed', async () => {
  onItsOwn();
  const s = await openPortal();
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  const { app } = next;
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isLocked = async () => false;
  const slow: Encrypted = {
    isLocked,
    reencrypt: async (isTimeUp) => {
      // It is at work for longer than a claim holds.
      for (let part = 0; part < 2; part += 1) {
        forward(next, 3 * 60_000);
        await isTimeUp();
      }
      begun.resolve();
      await goesOn.promise;
      return { done: 1, left: 0, isCutOff: true };
    },
  };
  let rounds = 0;
  const other: Encrypted = {
    isLocked,
    reencrypt: async () => {
      rounds += 1;
      return { done: 0, left: 0 };
    },
  };
  const first = rotateKeys(app, [slow]);
  await begun.promise;
  expect([await rotateKeys(app, [other]), rounds]).toEqual([5 * 60_000, 0]);
  // The time of one that was killed runs out.
  forward(next, 6 * 60_000);
  expect([await rotateKeys(app, [other]), rounds]).toEqual([null, 1]);
  goesOn.resolve();
  expect(await first).toBe(0);
  expect([await rotateKeys(app, [other]), rounds]).toEqual([null, 2]);
});

test('PRV-07 commands that a timer runs beside the portal do not put off the hour after which an earlier secret is not needed any more', async () => {
  const { s } = await aWorld();
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  const secrets = { secret: Buffer.from(second), earlierSecrets: [Buffer.from(first)] };
  const noted = () => next.rows('select secret_id, started_at, retired_at from portal_secret order by started_at');
  const before = await noted();
  expect(before).toHaveLength(2);
  for (const command of ['list-companies', 'housekeeping'])
    expect(await operate([command], () => groundWith(next, secrets))).toMatchObject({ ok: true });
  expect(await noted()).toEqual(before);
});

test('PRV-07 REL-14 secrets change under load: with an old and a new process at work, nobody meets an error, and old and new is readable by both', async () => {
  const { s, keep, reads, person } = await aWorld();
  const old = await keep(s, 'Written before');
  await s.stop();
  // First every process learns the next secret, then each in its turn encrypts with it.
  const older = await openPortal({ PORTAL_EARLIER_SECRETS: listed(second) }, { beside: s });
  const newer = await openPortal(changed, { beside: s });
  const people = await Promise.all(Array.from({ length: 6 }, () => aPersonWithApp(older)));
  const failures: string[] = [];
  let calls = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const load = async (portal: Portal, work: (portal: Portal) => Promise<string>) => {
    while (!isOver) {
      const went = await work(portal).catch((error: Error) => error.message);
      calls += 1;
      if (went !== 'well') failures.push(went);
    }
  };
  const reading = async (portal: Portal) => {
    const text = await reads(portal, old);
    return text.includes('Written before') ? 'well' : 'a document could not be read';
  };
  const settingUp = async (portal: Portal) => {
    const somebody = await signInAs(portal, await aPersonWithAccount(portal, 'Site User'));
    const { secret } = (await somebody.call(startMfaSetup, { body: { password: goodPassword } })).reply;
    const code = currentCode(secret, portal.app.clock.now());
    const verified = await somebody.call(verifyMfaSetup, { body: { password: goodPassword, code } });
    return verified.status === 200 ? 'well' : `a set-up: ${verified.code}`;
  };
  const working = [older, newer].flatMap((portal) => [load(portal, reading), load(portal, settingUp)]);
  await newer.app.jobs.start();
  await older.app.jobs.start();
  await vi.waitFor(async () => expect((await locksOf(newer)).every((lock) => lock === 'current')).toBe(true), {
    timeout: 15_000,
  });
  await vi.waitFor(() => expect(calls).toBeGreaterThan(20), { timeout: 15_000 });
  isOver = true;
  await Promise.all(working);
  expect(failures).toEqual([]);
  // A code counts once, whichever process it came to. The clock is moved when nobody is setting up an app by it.
  forward(newer, 20 * aStep);
  for (const portal of [older, newer]) for (const one of people) expect(await enters(portal, one)).toBe(200);
  const docs = [await keep(older, 'By the old one'), await keep(newer, 'By the new one')] as const;
  for (const portal of [older, newer])
    expect([await reads(portal, docs[0]), await reads(portal, docs[1])]).toEqual([
      expect.stringContaining('By the old one'),
      expect.stringContaining('By the new one'),
    ]);
  await older.close();
  await ask(newer);
  await allSealedAnew(newer);
  expect(await enters(newer, person)).toBe(200);
});

test('PRV-07 a set-up whose secret is encrypted anew half-way goes on', async () => {
  const s = await openPortal();
  const somebody = await signInAs(s, await aPersonWithAccount(s, 'Site User'));
  const { secret } = (await somebody.call(startMfaSetup, { body: { password: goodPassword } })).reply;
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  await next.app.jobs.start();
  await vi.waitFor(async () => expect(await underOf(next)).toEqual({ second: 1 }), { timeout: 15_000 });
  const code = nextCode(next, { secret });
  const verified = await next.call(verifyMfaSetup, { body: { password: goodPassword, code }, ...through(somebody) });
  const person = { ...somebody, ...holding(next, 'localhost', verified) };
  expect((await person.call(me)).reply.mfa).toBe('totp');
  const removed = await person.call(removeFactor, {
    body: { password: goodPassword, code: nextCode(next, { secret }) },
  });
  expect(removed.status).toBe(200);
});

test('PRV-07 SEC-17 a token of the user pool is encrypted anew as well, and with it an app is set up', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Admin');
  const challenge = await challengeFor(portal, email);
  expect(await underOf(portal)).toEqual({ first: 1 });
  const next = await openPortal({ ...pool.variables, ...changed }, { beside: portal });
  await next.app.jobs.start();
  await allSealedAnew(next);
  const begun = await next.call(startMfaSetup, { body: { challenge } });
  expect([begun.status, begun.message]).toEqual([200, undefined]);
});

test('PRV-07 SEC-17 whoever sets up an app by a token of the user pool whose secret is lost is told to sign in again', async () => {
  const world = await hosted();
  const { portal, pool } = world;
  const { email } = await aPersonOf(world, 'Admin');
  const challenge = await challengeFor(portal, email);
  const lost = { PORTAL_SECRET: second, PORTAL_EARLIER_SECRETS: 'lost' };
  const next = await openPortal({ ...pool.variables, ...lost }, { beside: portal });
  expect(await next.call(startMfaSetup, { body: { challenge } })).toMatchObject({
    status: 400,
    code: 'CHALLENGE_EXPIRED',
    message: 'Please sign in again, and then set up your app.',
  });
});

test('PRV-07 P11-10 where the note of the trail’s end is gone, altered or ahead of it, a start without the secrets of before is refused, by the check too; one with them makes anew what is gone, and leaves what does not fit: nobody is told of a forgery', async () => {
  onItsOwn();
  const s = await openPortal();
  await onRecord(s, 'Meridian');
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  await onRecord(next, 'Northwind');
  await next.close();
  await s.rows('update portal_secret set retired_at = now() where secret_id = $1', [secretId(Buffer.from(first))]);
  const alone = { PORTAL_SECRET: second };
  const note = path.join(s.app.env.dataDir, 'audit-head');
  /** What a start with these secrets, and its stop, tell of the trail; the check says the same of it beforehand. */
  const told = async (secrets: Record<string, string>) => {
    const said = await checked(s, secrets);
    const started = await openPortal(secrets, { beside: s }).catch((error: Error) => error.message);
    if (typeof started === 'string') return { said, refused: started };
    await started.close();
    return {
      said,
      trail: Array.from(started.logged.join('\n').matchAll(/"event":"audit trail ([^"]+)"/g), ([, what]) => what),
    };
  };
  expect(await told(alone)).toEqual({ said: leftOut, trail: [] });
  const noted = readFileSync(note, 'utf8');
  const refused =
    'The note of where the audit trail ends (audit-head in DATA_DIR) is missing or does not fit, and without every secret that this database was used with the trail cannot be reckoned from its first link: name the earlier secrets in PORTAL_EARLIER_SECRETS, or "lost" for those that are lost for good. A note that is missing is made anew by that start; one that does not fit stays until it is moved away, and so long they are needed.';
  const refusal = { said: `WRONG  PORTAL_SECRET: ${refused}`, refused };
  const ahead = { ...s.app.env, secret: Buffer.from(second), earlierSecrets: [] };
  for (const [spoil, thenAlone] of [
    [async () => rmSync(note), { said: leftOut, trail: [] }],
    [async () => writeFileSync(note, 'nothing'), refusal],
    [() => writeHead(ahead, { position: 1_000, hash: 'ab'.repeat(32), settled: 0 }), refusal],
  ] as const) {
    await spoil();
    expect(await told(alone)).toEqual(refusal);
    expect(await told(changed)).toEqual({ said: 'good   PORTAL_SECRET', trail: ['cut'] });
    expect(await told(alone)).toEqual(thenAlone);
  }
  rmSync(note);
  expect(await told({ ...alone, PORTAL_EARLIER_SECRETS: 'lost' })).toEqual({ said: leftOut, trail: ['cut'] });
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ position: positionIn(noted) });
  rmSync(note);
  expect(await told(changed)).toEqual({ said: 'good   PORTAL_SECRET', trail: ['cut'] });
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ position: positionIn(noted) });
  expect(await told(alone)).toEqual({ said: leftOut, trail: [] });
});
const positionIn = (note: string) => (JSON.parse(note) as { position: number }).position;

test('PRV-07 P11-10 REL-13 a machine that joins by a bucket takes the note of the trail’s end from there, and so the check asks it for no earlier secret; once the database was recovered both do', async () => {
  onItsOwn();
  const { url: FILES_URL } = await openObjectStore();
  const s = await openPortal({ FILES_URL });
  await onRecord(s, 'Meridian');
  await s.stop();
  const next = await openPortal({ FILES_URL, ...changed }, { beside: s });
  await onRecord(next, 'Northwind');
  await next.stop();
  await s.rows('update portal_secret set retired_at = now() where secret_id = $1', [secretId(Buffer.from(first))]);
  /** What the check, and then the start, of a machine with an empty folder say. */
  const joins = async () => {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-joins-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const given = { FILES_URL, PORTAL_SECRET: second, DATA_DIR };
    const said = await checked(s, given);
    const started = await openPortal(given, { beside: s }).catch((error: Error) => error.message);
    if (typeof started === 'string') return { said, refused: started };
    await started.close();
    return { said };
  };
  expect(await joins()).toEqual({ said: leftOut });
  await s.rows('update installation set holds_outbound = true');
  expect(await joins()).toEqual({
    said: expect.stringMatching(/^WRONG {2}PORTAL_SECRET: The note of where the audit trail ends/),
    refused: expect.stringMatching(/^The note of where the audit trail ends/),
  });
});

test('PRV-07 P11-10 the audit trail goes on across a change of the secret, and is verified with both', async () => {
  const { s, keep } = await aWorld();
  await keep(s, 'Written before');
  await s.stop();
  const next = await openPortal(changed, { beside: s });
  const { env } = next.app;
  const before = (await next.rows<{ n: number }>('select count(*)::int as n from audit_entry'))[0]?.n;
  await keep(next, 'Written after');
  await linkEntries(next.app.database, env);
  const verified = await verifyAudit(next.app.database, env);
  expect(verified).toMatchObject({ ok: true, earlier: { entries: before } });
  const all = verified.ok ? verified.entries : 0;
  expect(all).toBeGreaterThan(before ?? 0);
  expect(await verifyAudit(next.app.database, { ...env, earlierSecrets: [] })).toMatchObject({
    ok: false,
    lacksSecret: true,
  });
  // An entry of before is as little changed as one of now.
  await next.rows('alter table audit_entry disable trigger all');
  onTestFinished(() => next.rows('alter table audit_entry enable trigger all').then(() => {}));
  await next.rows(`update audit_entry set actor_name = 'Somebody Else' where seq = (select min(seq) from audit_entry)`);
  expect(await verifyAudit(next.app.database, env)).toMatchObject({ ok: false, lacksSecret: false });
});

test('PRV-07 neither a raw copy of the database nor the folder of files holds a secret of an app, a recovery code or a secret of the installation', async () => {
  const { s, keep, person } = await aWorld();
  await keep(s, 'Signed for by a neighbour');
  const next = await openPortal(changed, { beside: s });
  await next.app.jobs.start();
  await allSealedAnew(next);
  const known = [person.secret, ...person.recoveryCodes, first, second, goodPassword, 'neighbour'];
  const tables = await next.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of tables)
    expect([
      name,
      await next.rows(`select 1 from ${name} t where t::text ilike any($1)`, [known.map((one) => `%${one}%`)]),
    ]).toEqual([name, []]);
  const root = path.join(s.app.env.dataDir, 'files');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name));
  for (const file of files.filter((name) => statSync(name).isFile()))
    for (const one of known) expect(readFileSync(file).includes(one)).toBe(false);
});

test('SEC-37 nothing that the web app is built from reads a setting: no secret can come into the bundle', () => {
  const home = path.join(import.meta.dirname, '../..');
  const built = globSync('{web/src,contract/src}/**/*.{ts,tsx}', { cwd: home }).concat(
    globSync('web/*.{ts,html}', { cwd: home }),
  );
  expect(built.length).toBeGreaterThan(500);
  expect(
    built.filter((file) =>
      /\bprocess\.env\b|import\.meta\.env|loadEnv/.test(readFileSync(path.join(home, file), 'utf8')),
    ),
  ).toEqual([]);
});
