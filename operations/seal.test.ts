/** Seals, looked at by a checker that is not ours. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifySeal } from '../server/src/rooms/signing/forms/read-seal.ts';
import { sealFile } from '../server/src/rooms/signing/forms/seal.ts';
import { makeSealingIdentity } from '../server/src/rooms/signing/forms/sealing-identity.ts';
import { writeFilling } from '../server/src/rooms/signing/forms/write-filling.ts';
import { makeCertificate } from './certificate.ts';
import { aForm, names, printed, signedByFirst } from '../server/test/forms.ts';

const entry = {
  ...printed,
  email: 'signer@portal.example',
  account: 41,
  type: 'Site User',
  fieldName: names.first,
  page: 1,
  hash: '0123456789ab'.repeat(8),
};

async function aSealedFile(): Promise<Buffer> {
  const signed = await writeFilling(await aForm(), { ...signedByFirst(), signatures: [entry] });
  const identity = await makeSealingIdentity('Trellis at portal.example', new Date('2026-11-23T12:00:00Z'));
  return Buffer.from(await sealFile(signed, identity, new Date('2026-11-23T12:34:56Z')));
}

/** What a program of poppler-utils says about a file. */
function ask(program: 'pdfsig' | 'pdftotext', file: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'a.pdf'), file);
  const words = program === 'pdfsig' ? ['-nocert', 'a.pdf'] : ['a.pdf', '-'];
  const { stdout, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  });
  if (error) throw new Error(`${program} is missing: "npm run operations" installs it.`);
  return stdout;
}

test('P11-04 pdfsig of poppler-utils finds the seal whole over the whole file, and broken where one byte was changed', async () => {
  const sealed = await aSealedFile();
  const said = ask('pdfsig', sealed);
  for (const part of [
    'Signer Certificate Common Name: Trellis at portal.example',
    'Signing Time: Nov 23 2026 12:34:56',
    'Signing Hash Algorithm: SHA-256',
    'Signature Type: ETSI.CAdES.detached',
    'Total document signed',
    'Signature Validation: Signature is Valid.',
  ])
    expect(said).toContain(part);
  expect(said.match(/Signature #/g)).toHaveLength(1);

  const changed = Buffer.from(sealed);
  const at = changed.indexOf('/Kids');
  changed.write('/kids', at, 'latin1');
  expect(ask('pdfsig', changed)).toContain('Digest Mismatch');
});

test("P11-04 a seal with an operator's own key of an elliptic curve is whole for pdfsig and for our own check", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { crt, key } = makeCertificate(folder, 'seals.example');
  const identity = { certificate: readFileSync(crt, 'utf8'), key: readFileSync(key, 'utf8') };
  const sealed = Buffer.from(await sealFile(await aForm(), identity, new Date('2026-11-23T12:34:56Z')));
  expect(ask('pdfsig', sealed)).toContain('Signature Validation: Signature is Valid.');
  expect(await verifySeal(sealed)).toMatchObject({ seal: { sealedBy: 'seals.example' }, problems: [] });
});

test('P11-03 pdftotext of poppler-utils reads values, what is printed beneath the drawing, and the page of signatures', async () => {
  const said = ask('pdftotext', await aSealedFile());
  for (const part of [
    'Łucja Świątek',
    'I approve this prescription.',
    '23-Nov-2026 12:34:56 UTC',
    '7 Elm Row',
    'Signatures',
    'Site User',
    'Signature4_1_Required, page 1',
  ])
    expect(said).toContain(part);
});
