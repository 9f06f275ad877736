import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { OctetString } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { beforeAll, expect, test } from 'vitest';
import { aForm, names, signedByFirst } from '#test/forms.ts';
import { looksOf, valuesOf } from '#test/read-pdf.ts';
import { verifySeal } from './read-seal.ts';
import { sealFile } from './seal.ts';
import { makeSealingIdentity, type SealingIdentity } from './sealing-identity.ts';
import { writeFilling } from './write-filling.ts';

const at = new Date('2026-11-23T12:34:56.000Z');
let identity: SealingIdentity;
let signed: Uint8Array;
let sealed: Buffer;
beforeAll(async () => {
  identity = await makeSealingIdentity('Trellis at portal.example', at);
  signed = await writeFilling(await aForm(), signedByFirst());
  sealed = Buffer.from(await sealFile(signed, identity, at));
});
const fingerprint = () => new X509Certificate(identity.certificate).fingerprint256.replaceAll(':', '').toLowerCase();

test('P11-04 a seal says whose it is and when it was made, covers the whole file, and holds; what was signed stands in front of it byte for byte', async () => {
  expect(await verifySeal(sealed, [fingerprint()])).toEqual({
    seal: { sealedBy: 'Trellis at portal.example', fingerprint: fingerprint(), sealedAt: at },
    problems: [],
  });
  expect(sealed.subarray(0, signed.length).equals(signed)).toBe(true);
  expect(sealed.toString('latin1')).toMatch(/\/SubFilter\s*\/ETSI\.CAdES\.detached/);
  expect((await valuesOf(sealed))[names.firstName]).toBe('Łucja');
  expect((await looksOf(sealed))[names.first]?.pictures).toHaveLength(1);
});

test('P11-04 one changed byte, wherever it lies, one more behind the end, and another certificate are found', async () => {
  const places = [20, Math.floor(signed.length / 2), signed.length - 3, signed.length + 50, sealed.length - 3];
  for (const place of places) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] as number) ^ 1;
    expect([place, (await verifySeal(changed)).problems]).toEqual([place, [expect.any(String)]]);
  }
  const longer = Buffer.concat([sealed, Buffer.from('\n')]);
  expect((await verifySeal(longer)).problems).toEqual(['The seal does not cover the whole file.']);
  expect((await verifySeal(sealed, ['0'.repeat(64)])).problems).toEqual([
    'The seal was made with a certificate that is not known here.',
  ]);
});

test('P11-04 a seal whose signature was altered is found, although what it covers was not', async () => {
  const digits = /\/Contents\s*<([0-9a-f]+)>/i.exec(sealed.toString('latin1'))?.[1] as string;
  // The last of it is the signature itself, padded with zeros.
  const last = digits.replace(/0+$/, '').length - 20;
  const other = digits.slice(0, last) + (digits[last] === '1' ? '2' : '1') + digits.slice(last + 1);
  const altered = Buffer.from(sealed.toString('latin1').replace(digits, other), 'latin1');
  expect((await verifySeal(altered)).problems).toEqual(['The file was changed after it was sealed.']);
});

test('P11-04 a seal that was taken off, cut short or moved to another file is none', async () => {
  expect(await verifySeal(signed)).toEqual({ seal: null, problems: ['The document is not sealed.'] });
  const text = sealed.toString('latin1');
  const contents = /\/Contents\s*<([0-9a-f]{4000})/i.exec(text)?.[1] as string;
  const empty = Buffer.from(text.replace(contents, '0'.repeat(4000)), 'latin1');
  expect((await verifySeal(empty)).problems).toEqual(['The seal cannot be read.']);
  const other = Buffer.from(await sealFile(await aForm(), identity, at));
  const theirs = /\/Contents\s*<([0-9a-f]{4000})/i.exec(other.toString('latin1'))?.[1] as string;
  expect((await verifySeal(Buffer.from(text.replace(contents, theirs), 'latin1'))).problems).toEqual([
    'The file was changed after it was sealed.',
  ]);
});

test('P11-04 a seal that brings along what it covers in its own file holds for no other file', async () => {
  const text = sealed.toString('latin1');
  const [, length = 0, behind = 0] = (/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s/.exec(text) ?? []).map(Number);
  const covered = Uint8Array.from(Buffer.concat([sealed.subarray(0, length), sealed.subarray(behind)]));
  const content = Buffer.from(text.slice(length + 1, behind - 1), 'hex');
  const der = Uint8Array.from(content.subarray(0, 4 + content.readUInt16BE(2)));
  const taken = new SignedData({ schema: ContentInfo.fromBER(der.buffer).content });
  taken.encapContentInfo.eContent = new OctetString({ valueHex: covered.buffer });
  const carrying = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: taken.toSchema(true) });
  const digits = Buffer.from(carrying.toSchema().toBER()).toString('hex');
  const other = Buffer.concat([await aForm(), Buffer.from('\n')]);
  const at = other.length + 100;
  const range = `/ByteRange [0 ${at} ${at + digits.length + 2} 2] /Contents `.padEnd(100);
  const forged = Buffer.concat([other, Buffer.from(`${range}<${digits}>>>`)]);
  expect(await verifySeal(forged, [fingerprint()])).toEqual({ seal: null, problems: ['The seal cannot be read.'] });
});

test('P11-04 a form whose own field is called like that of the seal is sealed all the same', async () => {
  const pdf = await PDFDocument.create();
  pdf.getForm().createTextField('Seal').addToPage(pdf.addPage());
  const bytes = await sealFile(await pdf.save(), identity, at);
  expect((await verifySeal(bytes)).problems).toEqual([]);
});

test('P11-04 what an installation makes to seal with is a key and a certificate for signing alone, for thirty years', () => {
  const certificate = new X509Certificate(identity.certificate);
  expect(certificate.subject).toBe('CN=Trellis at portal.example');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 });
  expect([certificate.validFromDate, certificate.validToDate]).toEqual([at, new Date('2056-11-23')]);
});

test('P11-04 nothing is sealed with a key that is not that of the certificate', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await expect(sealFile(signed, { ...identity, key }, at)).rejects.toThrow(
    'the key for sealing is not that of the certificate',
  );
});
