/** Forms as the field builder makes them, and filled as programs of signers fill them. */
import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { fieldName } from '@portal/contract/signing/field-names.ts';

export const names = {
  firstName: 'TextInput0_1_Required_Patient First Name',
  address: 'TextInput1_1_Optional_Patient Address',
  agrees: 'Checkbox2_1_Optional',
  route: 'RadioButton3_1_Required',
  first: 'Signature4_1_Required',
  note: 'TextInput5_2_Optional',
  second: 'Signature6_2_Required',
} as const;

/** A page without fields. */
export async function aLetter(text: string): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 12 });
  return Buffer.from(await pdf.save());
}

export const signatureOf = (signer: number): string =>
  fieldName({ type: 'Signature', index: signer - 1, signer, required: true, label: null });

/** A page with a signature field for each signer, in base64. */
export async function aPaper(signers: number): Promise<string> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([612, 400]);
  for (let signer = 1; signer <= signers; signer += 1)
    pdf
      .getForm()
      .createTextField(signatureOf(signer))
      .addToPage(page, { x: 60, y: 400 - 90 * signer, width: 200, height: 60 });
  return Buffer.from(await pdf.save()).toString('base64');
}

/** Text on each page; the fields on the first, of signer 2 on the last. */
export async function aForm({ pages = 2 } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle('Order form');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let n = 1; n <= pages; n += 1) {
    const page = pdf.addPage([612, 792]);
    for (let line = 0; line < 20; line += 1)
      page.drawText(`Page ${n}, line ${line} of what is prescribed.`, { x: 60, y: 700 - 14 * line, size: 10, font });
  }
  const first = pdf.getPage(0);
  const last = pdf.getPage(pages - 1);
  const form = pdf.getForm();
  const box = (x: number, y: number, width = 130, height = 35) => ({
    x,
    y,
    width,
    height,
    borderColor: rgb(1, 0.5, 0),
    borderWidth: 1,
    font,
  });
  form.createTextField(names.firstName).addToPage(first, box(60, 300));
  const address = form.createTextField(names.address);
  address.enableMultiline();
  address.addToPage(first, box(60, 250));
  form.createCheckBox(names.agrees).addToPage(first, box(60, 210, 25, 25));
  const route = form.createRadioGroup(names.route);
  route.addOptionToPage('By mouth', first, box(60, 170, 25, 25));
  route.addOptionToPage('By needle', first, box(100, 170, 25, 25));
  form.createTextField(names.first).addToPage(first, box(60, 100, 80, 35));
  form.createTextField(names.note).addToPage(last, box(300, 300));
  form.createTextField(names.second).addToPage(last, box(300, 100, 80, 35));
  return Buffer.from(await pdf.save());
}

/** Signer 1 with a program that writes the whole file anew. */
export async function filledByLibrary(
  dealt: Uint8Array,
  change: (pdf: PDFDocument) => void | Promise<void> = () => {},
): Promise<Buffer> {
  const pdf = await PDFDocument.load(dealt);
  const form = pdf.getForm();
  form.getTextField(names.firstName).setText('Łucja');
  form.getTextField(names.address).setText('7 Elm Row\nSalem');
  form.getCheckBox(names.agrees).check();
  form.getRadioGroup(names.route).select('By needle');
  await change(pdf);
  return Buffer.from(
    await pdf.save({ updateFieldAppearances: false, addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY }),
  );
}

/** The same in a browser, where what was filled in is appended; of a radio group, its chosen label. */
export async function filledByViewer(
  dealt: Uint8Array,
  values: Record<string, string | boolean> = {
    [names.firstName]: 'Łucja',
    [names.address]: '7 Elm Row\nSalem',
    [names.agrees]: true,
    [names.route]: 'By needle',
  },
): Promise<Buffer> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(dealt), verbosity: 0 }).promise;
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const page = await pdf.getPage(n);
    for (const { id, fieldName, radioButton, buttonValue } of await page.getAnnotations()) {
      const value = values[fieldName as string];
      if (value !== undefined)
        pdf.annotationStorage.setValue(id, { value: radioButton ? value === buttonValue : value });
    }
  }
  return Buffer.from(await pdf.saveDocument());
}

export const filled = {
  [names.firstName]: 'Łucja',
  [names.address]: '7 Elm Row\nSalem',
  [names.agrees]: true,
  [names.route]: '1',
};

/** A picture of a pad, with a line from corner to corner on nothing. */
export const aDrawing = ({ width = 400, height = 150, isEmpty = false } = {}): Buffer =>
  aPicture({ width, height }, (x, y) =>
    !isEmpty && Math.abs(x / width - y / height) < 0.03 ? [0, 0, 160, 255] : [0, 0, 0, 0],
  );

/** The same file with further chunks before its end, such as the frames of an animation, which only some readers know. */
export const withChunks = (png: Buffer, ...chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer =>
  Buffer.concat([png.subarray(0, -12), ...chunks.map(([name, data]) => chunk(name, data)), png.subarray(-12)]);

/** A PNG of these colours: red, green, blue and how far each covers the ground; `isDeep` with two bytes for each. */
export function aPicture(
  { width, height, isDeep = false }: { width: number; height: number; isDeep?: boolean },
  colorAt: (x: number, y: number) => readonly [number, number, number, number],
): Buffer {
  const bytes = isDeep ? 8 : 4;
  const row = width * bytes + 1;
  const raw = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const color = colorAt(x, y);
      raw.set(isDeep ? color.flatMap((one) => [one, 0]) : color, y * row + 1 + x * bytes);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([isDeep ? 16 : 8, 6], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const printed = {
  name: 'Łucja Świątek',
  reason: 'I approve this prescription.',
  at: new Date('2026-11-23T12:34:56.789Z'),
};
/** Signer 1, with values and a drawing. */
export const signedByFirst = () => ({
  signer: 1,
  values: filled,
  drawings: [{ fieldName: names.first, png: aDrawing(), printed }],
});

/** A template of an order form: a text field for each label, and a place to sign for both. */
export async function anOrderForm(labels: readonly string[], { signers = [1, 2] } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([612, 792]);
  const form = pdf.getForm();
  for (const [i, label] of labels.entries())
    form
      .createTextField(`TextInput${i}_1_Optional_${label}`)
      .addToPage(page, { x: 60 + 250 * (i % 2), y: 740 - 36 * Math.floor(i / 2), width: 200, height: 30 });
  for (const [i, signer] of signers.entries())
    form
      .createTextField(`Signature${labels.length + i}_${signer}_Required`)
      .addToPage(page, { x: 60 + 200 * i, y: 40, width: 80, height: 35 });
  return Buffer.from(await pdf.save());
}
