import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import { deleteDocument } from '@portal/contract/documents/endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readSigningPair } from '#platform/core/signing-pair.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { secretId } from '#platform/security/secrets.ts';
import { failedJobsInWords } from '#src/operator/failed-jobs.ts';
import { operate } from '#src/operator/operate.ts';
import { openPapers } from '#test/one-signature.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { forms, type Sealer } from './forms/forms.ts';
import { makeSealingIdentity } from './forms/sealing-identity.ts';
import { queueWaiting } from './seal-document.ts';
import { fingerprintOf, sealerOf } from './sealing-identity.ts';

/** A certificate that is good for years. */
const lasting: Pick<Sealer, 'refuseIfEnded' | 'warnOfEnd'> = {
  refuseIfEnded: async () => undefined,
  warnOfEnd: () => null,
};

test('P11-04 a certificate that cannot seal is not noted as one of the portal, and one that can is', async () => {
  onItsOwn();
  const portal = await openPortal();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [one, other] = await Promise.all(['A', 'B'].map((name) => makeSealingIdentity(name, new Date())));
  const [keyFile, certificateFile] = [path.join(folder, 'key'), path.join(folder, 'crt')];
  writeFileSync(keyFile, other?.key ?? '');
  writeFileSync(certificateFile, one?.certificate ?? '');
  const sealer = sealerOf({ ...portal.app, env: { ...portal.app.env, signing: { keyFile, certificateFile } } }, forms);
  await expect(sealer.sign(Buffer.from('a list'))).rejects.toThrow('is not the key of the certificate');
  expect(await portal.rows('select certificate from sealing_identity')).toEqual([]);
  writeFileSync(keyFile, one?.key ?? '');
  expect((await sealer.sign(Buffer.from('a list'))).length).toBeGreaterThan(100);
  expect(await portal.rows('select certificate from sealing_identity')).toEqual([{ certificate: one?.certificate }]);
});

test('P11-04 P11-19 PRV-07 once the secret counts as lost that the portal’s own key for seals is under, a new key seals and signs copies, one for all processes, and the certificate of before stays known', async () => {
  onItsOwn();
  const s = await openPapers();
  const before = await sealerOf(s.app, forms).certificate();
  const docId = await s.signedBy(s.people.admin);
  await s.stop();
  // One of two earlier secrets, which is in nobody’s hands any more.
  const gone = Buffer.from('an earlier secret that nobody has any more');
  const [kept] = await s.rows<{ key: string }>('select sealed_key as key from sealing_identity');
  const key = makeSecretBox(s.app.env).open(kept?.key ?? '');
  await s.rows('update sealing_identity set sealed_key = $1', [
    makeSecretBox({ secret: gone, earlierSecrets: [] }).close(key),
  ]);
  await s.rows('insert into portal_secret (secret_id, started_at) values ($1, now())', [secretId(gone)]);
  await expect(openPortal({}, { beside: s })).rejects.toThrow('please add it to PORTAL_EARLIER_SECRETS');

  const next = await openPortal({ PORTAL_EARLIER_SECRETS: 'lost' }, { beside: s });
  expect(next.logged.join('')).toContain('a key for seals that the portal made in its time is replaced by a new one');
  const sealing = (env = next.app.env) => sealerOf({ ...next.app, env }, forms).certificate();
  await expect(sealing({ ...next.app.env, maySecretsBeMissing: false })).rejects.toThrow('under another PORTAL_SECRET');
  const [now, ...others] = await Promise.all([sealing(), sealing()]);
  expect(others).toEqual([now]);
  // One that has another secret, by mistake, makes another one, and takes from nobody what he seals with.
  const third = await sealing({ ...next.app.env, secret: Buffer.from('that of a process which has another secret') });
  expect(await sealing()).toBe(now);
  const known = await next.rows('select certificate from sealing_identity order by sealing_identity_id');
  expect(known).toEqual([before, now, third].map((certificate) => ({ certificate })));
  expect(new Set([before, now, third]).size).toBe(3);
  const listed = await operate(['sealing-certificates'], async () => ({
    ...next.app,
    sendsMail: false,
    close: async () => {},
  }));
  expect(listed.said.split('\n').map((line) => line.slice(0, 64))).toEqual([before, now, third].map(fingerprintOf));

  await next.app.jobs.start();
  const admin = await next.signedIn(s.people.admin.providerId);
  const verified = async () => (await admin.call(verifyDocument, { query: { docId } })).reply;
  await expect.poll(verified).toMatchObject({ sealedAt: expect.any(Date), problems: [] });
  expect((await admin.call(copyRecords, { query: { g_id: s.trial } })).status).toBe(200);
});

test('the end of the certificate is told once a day from 30 days before it, though nothing waits for its seal, until another one lies there', async () => {
  onItsOwn();
  const portal = await openPortal();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certificateFile] = [path.join(folder, 'key'), path.join(folder, 'crt')];
  const signing = { keyFile, certificateFile };
  const put = async (since: Date) => {
    const { key, certificate } = await makeSealingIdentity('A', since);
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, certificate);
    return readSigningPair(signing).endsAt;
  };
  const end = await put(new Date());
  const sealer = sealerOf({ ...portal.app, env: { ...portal.app.env, signing } }, forms);
  const told: unknown[] = [];
  const log = { ...portal.app.log, warn: (...said: unknown[]) => void told.push(said) };
  /** The hourly work, so many days before the end. */
  const runs = (days: number) => {
    portal.app.clock.set(new Date(end.getTime() - days * 86_400_000));
    return queueWaiting({ ...portal.app, log }, sealer);
  };
  const day = end.toISOString().slice(0, 10);
  const soon = `SIGNING_CERTIFICATE is valid until ${day}. After that day no document is sealed with it.`;
  const over = `SIGNING_CERTIFICATE was valid until ${day}: documents that are signed wait for their seal until there is a new one.`;
  await runs(31);
  expect(told).toEqual([]);
  await runs(20);
  await runs(20);
  expect(told).toEqual([['settings', { problem: soon }]]);
  await runs(19);
  await runs(-1);
  expect(told.slice(1)).toEqual([
    ['settings', { problem: soon }],
    ['settings', { problem: over }],
  ]);
  rmSync(certificateFile);
  await runs(-2);
  await put(new Date(end.getTime() - 86_400_000));
  await runs(-3);
  expect(told.slice(3)).toEqual([
    ['settings', { problem: `SIGNING_CERTIFICATE (${certificateFile}) cannot be read by this account (ENOENT).` }],
  ]);
});

test('P11-04 REL-14 with a certificate that has ended nothing is sealed and lists are signed as before; with a new one, or whatever else was in the way, what waits is sealed hours later', async () => {
  onItsOwn();
  const s = await openPapers();
  const docId = await s.signedBy(s.people.admin);
  // As if all its tries had failed.
  await s.rows(`delete from pgboss.job where name = 'seal-document'`);
  const queued = async () =>
    (await s.rows<{ n: number }>(`select count(*)::int as n from pgboss.job where name = 'seal-document'`))[0]?.n;

  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certificateFile] = [path.join(folder, 'key'), path.join(folder, 'crt')];
  const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * 86_400_000);
  const put = async (since: Date) => {
    const { key, certificate } = await makeSealingIdentity('A', since);
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, certificate);
  };
  await put(yearsAgo(31));
  const sealer = sealerOf({ ...s.app, env: { ...s.app.env, signing: { keyFile, certificateFile } } }, forms);
  await expect(sealer.seal(Buffer.from(s.paper[1]))).rejects.toThrow('SIGNING_CERTIFICATE was valid until');
  expect((await sealer.sign(Buffer.from('a list'))).length).toBeGreaterThan(100);

  s.app.clock.set(new Date(Date.now() + 5 * 3_600_000));
  await queueWaiting(s.app, sealer);
  expect(await queued()).toBe(0);
  await put(yearsAgo(1));
  await queueWaiting(s.app, sealer);
  expect(await queued()).toBe(1);
  await s.app.jobs.start();
  const sealed = async () => (await s.rows('select sealed_at from signing_request where document_id = $1', [docId]))[0];
  await expect.poll(sealed).toMatchObject({ sealed_at: expect.any(Date) });
});

test('P11-04 P11-16 a document that cannot be sealed is one failed job, however often it is tried, and is sealed when it can be', async () => {
  onItsOwn();
  const s = await openPapers();
  const docId = await s.signedBy(s.people.admin);
  const jobs = () => s.rows<{ state: string }>(`select state from pgboss.job where name = 'seal-document'`);
  s.app.clock.set(new Date(Date.now() + 5 * 3_600_000));
  const hourPasses = () => queueWaiting(s.app, lasting);
  await hourPasses();
  expect(await jobs()).toEqual([{ state: 'created' }]);
  for (let hour = 1; hour <= 3; hour += 1) {
    await s.rows(
      `update pgboss.job set state = 'failed', completed_on = now(), retry_count = retry_limit where name = 'seal-document'`,
    );
    expect((await failedJobsInWords(s.app)).match(/seal-document/g)).toHaveLength(1);
    await hourPasses();
    expect(await jobs()).toEqual([{ state: 'retry' }]);
  }
  await s.app.jobs.start();
  await expect.poll(jobs).toEqual([{ state: 'completed' }]);
  expect(await s.rows('select sealed_at from signing_request where document_id = $1', [docId])).toEqual([
    { sealed_at: expect.any(Date) },
  ]);
});

test('a document whose seal was given up is passed over, and hides no other one that waits', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  await s.signedBy(admin);
  await s.rows(`update pgboss.job set state = 'failed', completed_on = now() where name = 'seal-document'`);
  const [id = ''] = (await failedJobsInWords(s.app)).split(' ');
  const ground = async () => ({ ...s.app, sendsMail: false, close: async () => {} });
  const words = ['give-up-job', '--id', id, '--reason', 'Its file is damaged in every backup.'];
  expect(await operate(words, ground)).toMatchObject({ ok: true });
  await s.signedBy(admin);
  s.app.clock.set(new Date(Date.now() + 5 * 3_600_000));
  await queueWaiting(s.app, lasting);
  expect(await s.rows(`select state from pgboss.job where name = 'seal-document' order by created_on`)).toEqual([
    { state: 'cancelled' },
    { state: 'created' },
  ]);
});

test('P11-04 whoever verifies a document that has no seal an hour after the last signature is told for how long it has none', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const docId = await s.signedBy(admin);
  const [{ at } = { at: new Date() }] = await s.rows<{ at: Date }>('select max(signed_at) as at from signature');
  /** Somebody who signs in then: sessions end meanwhile. */
  const told = async (minutes: number) => {
    s.app.clock.set(new Date(at.getTime() + minutes * 60_000));
    const { reply } = await (await s.signedIn(admin.providerId)).call(verifyDocument, { query: { docId } });
    return [reply.valid, reply.checked.at(-1), reply.missingSeal];
  };
  const soon = 'The seal follows within a minute of the last signature.';
  expect(await told(59)).toEqual([true, soon, undefined]);
  const late = (ago: string) => `It has no seal yet, ${ago} after the last signature. The operator can tell why.`;
  for (const [hours, ago] of [
    [1, '1 hour'],
    [47, '47 hours'],
    [49, '2 days'],
  ] as const)
    expect(await told(hours * 60 + 1)).toEqual([true, late(ago), late(ago)]);
  await s.app.jobs.start();
  await expect.poll(() => told(49 * 60 + 1)).toEqual([true, 'The seal over the whole file.', undefined]);
});

test('REL-14 P11-04 a document whose job is done while somebody looks for what waits is not queued once more', async () => {
  onItsOwn();
  const s = await openPapers();
  const docId = await s.signedBy(s.people.admin);
  s.app.clock.set(new Date(Date.now() + 5 * 3_600_000));
  const refuseIfEnded = async () => {
    await s.rows('update signing_request set sealed_at = now(), sealed_sha256 = $2 where document_id = $1', [
      docId,
      '0'.repeat(64),
    ]);
    await s.rows(`update pgboss.job set state = 'completed', completed_on = now() where name = 'seal-document'`);
  };
  await queueWaiting(s.app, { ...lasting, refuseIfEnded });
  expect(await s.rows(`select state from pgboss.job where name = 'seal-document'`)).toEqual([{ state: 'completed' }]);
});

test('P11-08 REL-14 a document that was deleted before it was sealed, and whose seal failed for hours, is sealed like any other', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const docId = await s.signedBy(admin);
  expect((await admin.call(deleteDocument, { query: { docId } })).status).toBe(200);
  // As if all its tries had failed.
  await s.rows(`delete from pgboss.job where name = 'seal-document'`);
  s.app.clock.set(new Date(Date.now() + 5 * 3_600_000));
  await queueWaiting(s.app, lasting);
  await s.app.jobs.start();
  const sealed = async () => (await s.rows('select sealed_at from signing_request where document_id = $1', [docId]))[0];
  await expect.poll(sealed).toMatchObject({ sealed_at: expect.any(Date) });
});
