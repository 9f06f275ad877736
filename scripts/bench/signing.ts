/** What it costs to take a filling of ten pages, write it with a drawing, and seal it, against the same by the PDF libraries alone. */
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontkit from '@cantoo/fontkit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDF } from '@libpdf/core';
import { makeForms, type SealingIdentity } from '../../server/src/rooms/signing/forms/forms.ts';
import type { Pdf } from '../../server/src/rooms/documents/door.ts';
import { aForm, filledByLibrary, names, printed, signedByFirst } from '../../server/test/forms.ts';
import type { Row } from './row.ts';
import { inTurns } from './rounds.ts';

const account = { email: 'signer@portal.example', account: 1, type: 'Site User' };
const entry = { ...printed, ...account, fieldName: names.first, page: 1, hash: '0'.repeat(96) };

export async function measureSigning(): Promise<Row[]> {
  const forms = makeForms();
  const identity = await forms.makeIdentity();
  const dealt = await aForm({ pages: 10 });
  const submitted = (await filledByLibrary(dealt)) as Uint8Array as Pdf;
  const { drawings } = signedByFirst();

  const ours = async () => {
    const taken = await forms.takeFilling(dealt, submitted, 1);
    if ('problem' in taken) throw new Error(taken.problem);
    const { values } = taken;
    await forms.seal(await forms.write(dealt, { signer: 1, values, drawings, signatures: [entry] }), identity);
  };
  const alone = async () => sealAlone(await fillAlone(submitted), identity);
  const measured = await inTurns({ ours: [ours], alone: [alone] }, { rounds: 7, ms: 1_500 });
  return [
    {
      what: 'Taking, writing and sealing a form of ten pages against the PDF libraries alone: p50',
      value: measured.ours.p50 / measured.alone.p50,
      unit: 'times',
      target: { atMost: 1.5 },
      from: { 'ms p50': measured.ours.p50, 'alone ms p50': measured.alone.p50, 'ms p95': measured.ours.p95 },
    },
  ];
}

/** The same values, letters, drawing and page, looked at by nobody. */
async function fillAlone(submitted: Uint8Array): Promise<Uint8Array> {
  const { resolve } = createRequire(new URL('../../server/package.json', import.meta.url));
  const font = (name: string) => readFile(resolve(`@expo-google-fonts/noto-sans/${name}`));
  const pdf = await PDFDocument.load(submitted);
  pdf.registerFontkit(fontkit);
  const regular = await pdf.embedFont(await font('400Regular/NotoSans_400Regular.ttf'), { subset: true });
  const bold = await pdf.embedFont(await font('700Bold/NotoSans_700Bold.ttf'), { subset: true });
  const form = pdf.getForm();
  for (const name of [names.firstName, names.address]) form.getTextField(name).updateAppearances(regular);
  const { drawings } = signedByFirst();
  for (const { fieldName, png } of drawings) form.getTextField(fieldName).setImage(await pdf.embedPng(png));
  for (const name of [names.firstName, names.address, names.agrees, names.route]) form.getField(name).enableReadOnly();
  const page = pdf.addPage();
  page.drawText('Signatures', { x: 56, y: 700, size: 20, font: bold });
  for (const [i, line] of Object.values(entry).map(String).entries())
    page.drawText(line, { x: 56, y: 660 - 14 * i, size: 10, font: regular });
  return pdf.save();
}

async function sealAlone(bytes: Uint8Array, { key: pem, certificate }: SealingIdentity): Promise<void> {
  const key = createPrivateKey(pem);
  const pdf = await PDF.load(bytes);
  await pdf.sign({
    signer: {
      certificate: new Uint8Array(new X509Certificate(certificate).raw),
      keyType: 'RSA',
      signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
      sign: async (data) => new Uint8Array(sign('SHA256', data, key)),
    },
  });
}
