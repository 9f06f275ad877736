import { createHash } from 'node:crypto';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { readAudit, readCardImage } from '@portal/contract/audit/endpoints.ts';
import * as api from '@portal/contract/cards/endpoints.ts';
import { markedImage, newCard } from '@portal/contract/cards/rules.ts';
import { maxImageBytes } from '@portal/contract/images/rules.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { damagedImages, notImages } from '#test/hostile-images.ts';
import { aPng, goodImages } from '#test/image-corpus.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const texts = newCard({ name: 'Trellis', email: 'help@trellis.example', phone: '+1 617 555 0100' });
const base64 = (file: Buffer) => file.toString('base64');

/** A trial without a card, and an administrator of its company. */
async function atWork(portal: Portal, fields: object = {}) {
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true, ...fields });
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const save = (more: object = {}, endpoint: typeof api.addCard | typeof api.changeCard = api.addCard) =>
    admin.call(endpoint, { body: { ...texts, g_id: trialId, ...more } });
  const read = async () => (await admin.call(api.readCard, { query: { g_id: trialId } })).reply.trialCard;
  const group = async () => (await admin.call(listCareGroups)).reply.groups?.find(({ gId }) => gId === trialId);
  return { companyId, trialId, admin, save, read, group };
}

test('CRD-01 CRD-02 CRD-11 CRD-13 APG-09 APG-10 APG-11 a trial has one card: it is made, read and changed, and then counts as configured', async () => {
  const portal = await openPortal();
  const { trialId, save, read, group } = await atWork(portal);
  expect(await read()).toBeNull();
  expect(await group()).toMatchObject({ cardConfigured: 'not configured', cardConfigMode: 'Create' });
  const made = await save({ mainLogo: base64(aPng(8, 8)), version: 0 });
  expect([made.status, made.body]).toEqual([200, { message: 'Card saved.', gId: trialId, version: 1 }]);
  expect(await read()).toEqual({
    ...texts,
    g_id: trialId,
    mainLogo: expect.stringMatching(/^iVBORw0KGgo/) as string,
    optionalLogo: null,
    version: 1,
  });
  expect(await group()).toMatchObject({ cardConfigured: 'configured', cardConfigMode: 'Edit' });
  const changed = await save({ rxBin: '610020', contactInfo: '', version: 1 }, api.changeCard);
  expect(changed.reply.version).toBe(2);
  expect(await read()).toMatchObject({ rxBin: '610020', contactInfo: '', version: 2 });
  expect(await portal.rows('select 1 from trial_card')).toHaveLength(1);
});

test('CRD-06 SEC-30 a logo in any of the three kinds comes back as the same picture without what it carried along, and one that is left out stays', async () => {
  const portal = await openPortal();
  const { save, read } = await atWork(portal);
  for (const [what, file] of Object.entries(await goodImages())) {
    const answer = await save({ mainLogo: base64(file) });
    expect([what, answer.status, answer.message]).toEqual([what, 200, undefined]);
    const kept = Buffer.from((await read())?.mainLogo ?? '', 'base64');
    expect([what, kept.subarray(0, 2)]).toEqual([what, file.subarray(0, 2)]);
  }
  await save({ mainLogo: `data:image/png;base64,${base64(aPng(8, 4))}`, optionalLogo: base64(aPng(4, 4)) });
  const both = await read();
  expect(both?.mainLogo).toMatch(/^iVBORw0KGgo/);
  await save({ rxGrp: 'OTHER' }, api.changeCard);
  expect(await read()).toMatchObject({ rxGrp: 'OTHER', mainLogo: both?.mainLogo, optionalLogo: both?.optionalLogo });
  await save({ mainLogo: null, optionalLogo: '' }, api.changeCard);
  expect(await read()).toMatchObject({ mainLogo: null, optionalLogo: null });
});

test('CRD-07 CRD-12 ERR-31 SEC-30 whatever is wrong with a logo or a text is a 400 that names it, and nothing is kept', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const { save, read } = await atWork(portal);
  const corpus = {
    ...notImages(),
    ...(await damagedImages()),
    'a PNG over 2 MB': Buffer.concat([aPng(8, 8), Buffer.alloc(maxImageBytes)]),
  };
  for (const [what, file] of Object.entries(corpus)) {
    const answer = await save({ optionalLogo: base64(file) });
    expect([what, answer.status, Object.keys(answer.fields)]).toEqual([what, 400, ['optionalLogo']]);
  }
  expect((await save({ mainLogo: 'not base64!' })).fields).toEqual({ mainLogo: 'must be base64' });
  expect((await save({ mainLogo: 'A'.repeat(7 * 1_048_576) })).status).toBe(400);
  for (const [field, value] of [
    ['rxBin', ''],
    ['rxPcn', 'x'.repeat(21)],
    ['cardholderNameLabel', ' '],
    ['contactInfo', 'x'.repeat(1_501)],
    ['participants', 7],
    ['isPublic', 1],
  ] as const) {
    const answer = await save({ [field]: value }, api.changeCard);
    expect([field, answer.status, Object.keys(answer.fields)]).toEqual([field, 400, [field]]);
  }
  expect(await read()).toBeNull();
});

test('CRD-10 ERR-31 before the trial is configured its card is refused with the sentence of the tooltip', async () => {
  const portal = await openPortal();
  const { save, read } = await atWork(portal, { is_configured: false });
  const answer = await save();
  expect([answer.status, answer.message]).toEqual([400, 'Trials should be configured before card']);
  expect(await read()).toBeNull();
});

test('REL-07 CRD-01 of two who make a card at once, and of two who change it, the later one is told', async () => {
  const portal = await openPortal();
  const { save, read } = await atWork(portal);
  for (const [endpoint, version] of [
    [api.addCard, 0],
    [api.changeCard, 1],
  ] as const) {
    const answers = await Promise.all(
      ['ONE', 'TWO'].map((rxGrp) => save({ rxGrp: `${rxGrp}${version}`, version }, endpoint)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    const lost = answers.find(({ status }) => status === 400);
    expect(lost?.code).toBe('stale');
    expect(lost?.body).toMatchObject({ detail: { current: { version: version + 1 } } });
  }
  expect((await read())?.version).toBe(2);
});

test('P11-09 a saved card is on record with its old and new values, of a logo the mark alone; saving the same again leaves no entry', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { save } = await atWork(portal);
  await save();
  await save({ rxBin: '610020', mainLogo: base64(aPng(8, 8)) }, api.changeCard);
  await save({ rxBin: '610020' }, api.changeCard);
  const entries = await portal.rows<{ changes: unknown[] }>(
    `select changes from audit_entry where action = 'card.saved' order by seq`,
  );
  expect(entries).toHaveLength(2);
  expect(entries[1]?.changes).toEqual([
    { field: 'rx_bin', old: 'XXXXX', new: '610020' },
    { field: 'main_logo', old: null, new: expect.stringMatching(/^image sha256:[0-9a-f]{64}$/) as string },
  ]);
});

test('P11-11 P11-14 images that were replaced or taken away are opened by the hash that the audit trail names, by reviewers of that trial alone, and the reading is on record', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, trialId, admin, save } = await atWork(portal);
  const trail = async () =>
    (await admin.call(readAudit, { query: { recordKind: 'trial_card', recordId: trialId } })).reply.entries;
  const open = (by: typeof admin, sha256: string, g_id = trialId) =>
    by.call(readCardImage, { query: { g_id, sha256 } });
  const { 'a PNG': first, 'a JPEG': second } = await goodImages();
  await save({ mainLogo: base64(first), optionalLogo: base64(second) });
  await save({ mainLogo: base64(second) }, api.changeCard);
  await save({ mainLogo: null, optionalLogo: null }, api.changeCard);
  const marks = (await trail()).flatMap(({ changes }) =>
    changes.filter(({ field }) => field.endsWith('logo')).map((change) => [change.old, change.new]),
  );
  const hashes = [...new Set(marks.flat().map(markedImage))].filter((hash) => hash !== null);
  expect(hashes).toHaveLength(2);
  const types = [];
  for (const sha256 of hashes) {
    const answer = await open(admin, sha256);
    expect(createHash('sha256').update(answer.reply.data, 'base64').digest('hex')).toBe(sha256);
    types.push(answer.reply.contentType);
  }
  expect(types.sort()).toEqual(['image/jpeg', 'image/png']);
  const [sha256 = ''] = hashes;
  const other = await portal.aTrial(companyId);
  const reviewerOf = async (trial: number) =>
    portal.signedIn(
      await portal.aPerson('Site User', { company_id: companyId, admin_rights: true }, [
        await portal.aSite(companyId, trial),
      ]),
    );
  const abroad = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  // Those of a site read the trail of their site.
  for (const stranger of [abroad, await reviewerOf(trialId), await reviewerOf(other)])
    expect((await open(stranger, sha256)).status).toBe(404);
  expect((await open(admin, sha256, other)).status).toBe(404);
  expect((await open(admin, '0'.repeat(64))).status).toBe(404);
  const malformed = await open(admin, 'x');
  expect([malformed.status, malformed.fields]).toEqual([400, { sha256: 'must be a SHA-256 in hexadecimal' }]);
  await portal.stop();
  const read = await portal.rows<{ ids: number[] }>(
    `select record_ids as ids from access_entry where call = 'GET /records/card-image' and outcome = 'read' order by entry_id`,
  );
  // In one minute each entry once.
  expect(read).toEqual([{ ids: [3, 2, 1] }]);
});

test('P11-11 an image that was on a card can neither be changed nor taken away', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { save } = await atWork(portal);
  await save({ mainLogo: base64(aPng(8, 8)) });
  for (const statement of [`update card_image set image = ''`, 'delete from card_image', 'truncate card_image'])
    await expect(
      portal.app.database.asSystem((tx) => sql.raw(statement).execute(tx)),
      statement,
    ).rejects.toThrow(/permission denied/);
  expect(await portal.rows('select 1 from card_image')).toHaveLength(1);
});

test('SEC-22 SEC-23 SEC-24 OPS-15 a card of another company or of a trial out of sight is not there, and only administrators save one', async () => {
  const portal = await openPortal();
  const { companyId, trialId, admin, save } = await atWork(portal);
  await save();
  const abroad = await portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  const siteId = await portal.aSite(companyId, trialId);
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [siteId]));
  const elsewhere = await portal.aTrial(companyId);
  const body = { ...texts, g_id: trialId };
  expect((await abroad.call(api.readCard, { query: { g_id: trialId } })).status).toBe(404);
  expect((await abroad.call(api.addCard, { body })).status).toBe(400);
  expect((await user.call(api.readCard, { query: { g_id: trialId } })).status).toBe(200);
  expect((await user.call(api.readCard, { query: { g_id: elsewhere } })).status).toBe(404);
  expect((await user.call(api.changeCard, { body })).status).toBe(403);
  // A card belongs to a trial, not to a site.
  expect((await admin.call(api.readCard, { query: { g_id: siteId } })).status).toBe(404);
  expect((await admin.call(api.changeCard, { body: { ...body, g_id: siteId } })).status).toBe(400);
});
