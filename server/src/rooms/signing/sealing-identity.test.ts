import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { forms } from './forms/forms.ts';
import { makeSealingIdentity } from './forms/sealing-identity.ts';
import { sealerOf } from './sealing-identity.ts';

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
