import { deflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef, rgb } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import {
  aDrawing,
  aForm,
  aPicture,
  filled,
  filledByViewer,
  names,
  printed,
  signedByFirst,
  withChunks,
} from '#test/forms.ts';
import { looksOf, paintedIn, textOf, valuesOf } from '#test/read-pdf.ts';
import { readForm } from './form-fields.ts';
import { openFile } from './pdf-file.ts';
import { addSignaturePage } from './signature-page.ts';
import { takeFilling } from './take-filling.ts';
import { fillByLabel, writeFilling } from './write-filling.ts';

const fieldsOf = async (file: Uint8Array) => readForm(await openFile(file)).fields;

test('BLD-07 BLD-11 OPS-56 the fields of a form are read with kind, number, signer, need, label, value, place, size and colour', async () => {
  const fields = await fieldsOf(await aForm());
  expect(fields.map(({ name }) => name)).toEqual([
    'TextInput0_1_Required_Patient First Name',
    'TextInput1_1_Optional_Patient Address',
    'Checkbox2_1_Optional',
    'RadioButton3_1_Required',
    'Signature4_1_Required',
    'TextInput5_2_Optional',
    'Signature6_2_Required',
  ]);
  expect(fields[0]).toEqual({
    name: 'TextInput0_1_Required_Patient First Name',
    type: 'TextInput',
    index: 0,
    signer: 1,
    required: true,
    label: 'Patient First Name',
    pdfType: 'Tx',
    page: 1,
    rect: { x: 59.5, y: 299.5, width: 131, height: 36 },
    spots: [
      {
        page: 1,
        rect: { x: 59.5, y: 299.5, width: 131, height: 36 },
        option: null,
        optionLabel: null,
        color: '#ff8000',
      },
    ],
    value: null,
    isDrawn: false,
    isOpen: true,
    isReadOnly: false,
  });
  expect(fields[3]?.spots.map(({ option, optionLabel, page }) => [option, optionLabel, page])).toEqual([
    ['0', 'By mouth', 1],
    ['1', 'By needle', 1],
  ]);
  expect(fields[6]).toMatchObject({ type: 'Signature', index: 6, signer: 2, label: null, page: 2 });
});

test('BLD-09 pages have the sizes and turns they have in the file, and fields of forms made elsewhere are named as they are', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([842, 595]);
  page.setRotation({ type: 'degrees', angle: 90 } as never);
  pdf.addPage([612, 792]).setCropBox(10, 10, 500, 700);
  pdf.getForm().createTextField('Name of patient').addToPage(page);
  expect(readForm(await openFile(await pdf.save()))).toMatchObject({
    pages: [
      { width: 842, height: 595, rotation: 90 },
      { width: 500, height: 700, rotation: 0 },
    ],
    fields: [{ name: 'Name of patient', type: null, signer: null, pdfType: 'Tx', page: 1 }],
  });
});

test('P11-03 a signature shows the drawing, and beneath it name, meaning and time with zone, inside its field; what was filled in is locked', async () => {
  const written = await writeFilling(await aForm(), signedByFirst());
  expect(await valuesOf(written)).toEqual({
    [names.firstName]: 'Łucja',
    [names.address]: '7 Elm Row\nSalem',
    [names.agrees]: 'Yes',
    [names.route]: 'By needle',
    [names.first]: '',
    [names.note]: '',
    [names.second]: '',
  });
  const fields = await fieldsOf(written);
  expect(fields.map(({ isReadOnly }) => isReadOnly)).toEqual([true, true, true, true, true, false, false]);
  expect(fields.map(({ isDrawn }) => isDrawn)).toEqual([false, false, false, false, true, false, false]);

  const looks = await looksOf(written);
  expect(looks[names.firstName]?.text).toEqual(['Łucja']);
  expect(looks[names.first]?.text).toEqual([
    'Łucja Świątek',
    'I approve this prescription.',
    '23-Nov-2026 12:34:56 UTC',
  ]);
  const { text } = await textOf(Buffer.from(written));
  expect(text).toContain('Page 2, line 19 of what is prescribed.');
});

test('P11-03 a drawing keeps its proportions and its transparent ground, whatever the shape of its field', async () => {
  for (const [width, height] of [
    [400, 150],
    [100, 300],
  ] as const) {
    const png = aDrawing({ width, height });
    const written = await writeFilling(await aForm(), {
      ...signedByFirst(),
      drawings: [{ fieldName: names.first, png, printed }],
    });
    const { pictures } = (await looksOf(written))[names.first]!;
    expect(pictures).toHaveLength(1);
    const [picture] = pictures;
    expect(picture!.width / picture!.height).toBeCloseTo(width / height, 1);
    expect(picture!.height).toBeLessThan(36);
    const pdf = await openFile(written);
    expect(pdf.context.enumerateIndirectObjects().some(([, one]) => String(one).includes('/SMask'))).toBe(true);
  }
});

test('SGN-16 P11-03 of a drawing what was looked at is printed, and nothing that other readers would make of the file', async () => {
  const size = { width: 100, height: 40 };
  const line = aPicture(size, (x, y) => (Math.abs(x - 2 * y) < 4 ? [0, 0, 0, 255] : [0, 0, 0, 0]));
  const numbers = (...all: readonly number[]) =>
    Buffer.concat(all.map((one) => Buffer.from(one.toString(16).padStart(8, '0'), 'hex')));
  const nothing = deflateSync(Buffer.alloc((size.width * 4 + 1) * size.height));
  const [head, rest] = [line.subarray(0, 33), line.subarray(33)];
  const counted = withChunks(Buffer.concat([head, rest.subarray(-12)]), ['acTL', numbers(1, 0)]);
  const animated = withChunks(
    Buffer.concat([counted.subarray(0, -12), rest]),
    ['fcTL', Buffer.concat([numbers(0, size.width, size.height, 0, 0), Buffer.alloc(6)])],
    ['fdAT', Buffer.concat([numbers(1), nothing])],
  );
  const printedOf = async (png: Buffer) => {
    const written = await writeFilling(await aForm(), {
      ...signedByFirst(),
      drawings: [{ fieldName: names.first, png, printed }],
    });
    const objects = (await openFile(written)).context.enumerateIndirectObjects().map(([, one]) => one);
    return objects
      .filter((one) => one instanceof PDFRawStream)
      .filter(({ dict }) => String(dict.get(PDFName.of('Subtype'))) === '/Image')
      .map((one) => Buffer.from(decodePDFRawStream(one).decode()));
  };
  const plain = await printedOf(line);
  expect(plain.some((bytes) => bytes.includes(0) && bytes.includes(255))).toBe(true);
  expect(await printedOf(animated)).toEqual(plain);
});

test('BLD-07 long texts shrink and break into lines, and letters of Latin, Greek and Cyrillic are shown', async () => {
  const long = 'Ξένη Жанна Łódź '.repeat(20).trim();
  const written = await writeFilling(await aForm(), { ...signedByFirst(), values: { [names.firstName]: long } });
  const { text } = (await looksOf(written))[names.firstName]!;
  expect(text.join(' ')).toBe(long);
  expect(text.length).toBeGreaterThan(2);
  expect((await valuesOf(written))[names.firstName]).toBe(long);
});

test('P11-03 names and values of any script are printed with their letters, beneath the drawing and on the page of signatures', async () => {
  const name = '张伟 한국 Ładny';
  const written = await writeFilling(await aForm(), {
    signer: 1,
    values: { [names.firstName]: '张伟', [names.address]: 'Łódź' },
    drawings: [{ fieldName: names.first, png: aDrawing(), printed: { ...printed, name } }],
    signatures: [{ ...entry, name }],
  });
  const looks = await looksOf(written);
  expect(looks[names.firstName]?.text).toEqual(['张伟']);
  expect(looks[names.address]?.text).toEqual(['Łódź']);
  expect(looks[names.first]?.text).toEqual([name, 'I approve this prescription.', '23-Nov-2026 12:34:56 UTC']);
  expect((await textOf(Buffer.from(written))).text).toContain(name);
  expect(written.length).toBeLessThan(100_000);
});

test('P11-03 letters are read out of a file whatever was printed before it with their accents', async () => {
  const read = async (text: string) =>
    (await looksOf(await writeFilling(await aForm(), { ...signedByFirst(), values: { [names.firstName]: text } })))[
      names.firstName
    ]?.text;
  expect(await read('ΰ')).toEqual(['ΰ']);
  expect(await read('υ')).toEqual(['υ']);
});

test('P11-06 BLD-07 writing touches no page: all of them are as they were dealt', async () => {
  const dealt = await aForm();
  const [before, after] = await Promise.all([openFile(dealt), openFile(await writeFilling(dealt, signedByFirst()))]);
  for (const [i, page] of before.getPages().entries()) {
    expect(String(after.getPage(i).node.get(PDFName.of('Contents')))).toBe(
      String(page.node.get(PDFName.of('Contents'))),
    );
    expect(String(after.getPage(i).node)).toBe(String(page.node));
  }
  expect(after.getTitle()).toBe('Order form');
});

test('P11-03 values that a box without looks of its own is given are shown as well, also on turned fields', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const form = pdf.getForm();
  const box = form.createCheckBox('Checkbox0_1_Optional');
  box.addToPage(page, { x: 10, y: 10, width: 25, height: 25, borderColor: rgb(0, 0, 0) });
  box.acroField.getWidgets()[0]?.dict.delete(PDFName.of('AP'));
  const turned = form.createTextField('TextInput1_1_Optional');
  turned.addToPage(page, { x: 100, y: 10, width: 130, height: 35, rotate: { type: 'degrees', angle: 90 } as never });
  const written = await writeFilling(Buffer.from(await pdf.save({ updateFieldAppearances: false })), {
    signer: 1,
    values: { Checkbox0_1_Optional: true, TextInput1_1_Optional: 'Along the edge' },
    drawings: [],
  });
  expect(await valuesOf(written)).toEqual({ Checkbox0_1_Optional: 'Yes', TextInput1_1_Optional: 'Along the edge' });
  expect((await looksOf(written))['TextInput1_1_Optional']?.text).toEqual(['Along the edge']);
});

const entry = {
  name: 'Łucja Świątek',
  email: 'lucja@portal.example',
  account: 41,
  type: 'Site User',
  reason: 'I approve this prescription.',
  at: new Date('2026-11-23T12:34:56.789Z'),
  fieldName: 'Signature4_1_Required',
  page: 1,
  hash: '0123456789ab'.repeat(8),
};

test('P11-03 OPS-58 with the last signature a page says in readable size who signed as what, why, when, where, and with what drawing; many take more pages', async () => {
  const dealt = await aForm();
  const written = await writeFilling(dealt, { ...signedByFirst(), signatures: [entry] });
  const { text, pages } = await textOf(Buffer.from(written));
  expect(pages).toBe(3);
  const [, added = ''] = text.split('Signatures');
  for (const part of [
    'Łucja Świątek',
    'Site User',
    'I approve this prescription.',
    '23-Nov-2026 12:34:56 UTC',
    'Signature4_1_Required, page 1',
  ])
    expect(added).toContain(part);
  expect(added.replace(/\s/g, '')).toContain('0123456789ab'.repeat(8));

  const many = await addSignaturePage(
    dealt,
    Array.from({ length: 20 }, (_, n) => ({ ...entry, name: `Signer ${n + 1}.` })),
  );
  const long = await textOf(Buffer.from(many));
  expect(long.pages).toBeGreaterThan(4);
  for (let n = 1; n <= 20; n += 1) expect(long.text).toContain(`Signer ${n}.`);
});

test('OPS-57 an order form is filled by its labels from records, and stays to be corrected by signer 1', async () => {
  const written = await fillByLabel(await aForm(), {
    'Patient First Name': 'Ada',
    'Patient Address': '7 Elm Row',
    Sponsor: 'X',
  });
  expect(await valuesOf(written)).toMatchObject({
    [names.firstName]: 'Ada',
    [names.address]: '7 Elm Row',
    [names.note]: '',
  });
  expect((await fieldsOf(written)).every(({ isReadOnly }) => !isReadOnly)).toBe(true);
  const signed = await writeFilling(written, { ...signedByFirst(), values: filled });
  expect((await valuesOf(signed))[names.firstName]).toBe('Łucja');
});

/** A field of an order form as the demo has it: one line high. */
const directions = 'TextInput0_1_Optional_Drug 1 Direction';
const quantity = 'TextInput1_1_Optional_Drug 1 Quantity';
const lowSize = { width: 360, height: 20 };
async function aLowForm(
  fields: readonly string[] = [directions],
  { size = lowSize, change = () => {} }: { size?: typeof lowSize; change?: (pdf: PDFDocument) => void } = {},
): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const page = pdf.addPage([595, 842]);
  for (const [i, name] of [...fields, 'Signature90_1_Required', 'Signature91_2_Required'].entries()) {
    const field = pdf.getForm().createTextField(name);
    const own = i < fields.length ? size : lowSize;
    field.addToPage(page, { x: 100, y: 780 - 24 * i, ...own, borderWidth: 0 });
  }
  change(pdf);
  return Buffer.from(await pdf.save());
}
const long = 'Take 0.5 tablets in the morning and 5 in the evening. '.repeat(10).slice(0, 500).trim();
const shownOf = async (file: Uint8Array, name: string) =>
  (await paintedIn(file)).filter((look) => look.name === name).map(({ page, text }) => [page, text.join(' ')]);
/** The texts of fields where they can be read on paper. */
const readableIn = async (file: Uint8Array) =>
  (await paintedIn(file))
    .filter(({ name, size }) => name.startsWith('TextInput') && size >= 6)
    .map(({ name, page, text }) => ({
      name,
      page,
      text: text.join(' '),
      longest: Math.max(...text.map((line) => line.length)),
    }));
const readableOf = async (file: Uint8Array, name: string) =>
  (await readableIn(file)).filter((look) => look.name === name).map(({ page, text }) => [page, text]);

test('OPS-57 directions that their field has too little room for are printed in full on a page of their own; what can be read in its place is not', async () => {
  const name = 'TextInput1_1_Optional_Drug 1 Name and Form';
  const template = await aLowForm([directions, name]);
  const written = await fillByLabel(template, { 'Drug 1 Direction': long, 'Drug 1 Name and Form': 'Alpha, Tablet' });
  expect(await shownOf(written, directions)).toEqual([
    [1, long],
    [2, long],
  ]);
  expect(await readableOf(written, directions)).toEqual([[2, long]]);
  expect(await readableOf(written, name)).toEqual([[1, 'Alpha, Tablet']]);
  const { pages, text } = await textOf(Buffer.from(written));
  expect(pages).toBe(2);
  expect(text).toContain('In full');
  expect(text).toContain('These texts may be too small to be read in their fields.');
  expect(text).toContain('Drug 1 Direction, page 1');
  expect(text).not.toContain('Name and Form');
  expect(await valuesOf(written)).toMatchObject({ [directions]: long, [name]: 'Alpha, Tablet' });

  const short = await fillByLabel(template, { 'Drug 1 Direction': 'Take one tablet in the evening.' });
  expect((await textOf(Buffer.from(short))).pages).toBe(1);
});

test('OPS-57 what is printed in full is wrapped and in its own letters, and many texts take several pages', async () => {
  const fields = Array.from({ length: 20 }, (_, i) => `TextInput${i}_1_Optional_Label ${i}`);
  const texts = [
    'x'.repeat(500),
    'Λαμβάνετε 0,5 δισκία. '.repeat(22).trim(),
    'Łyżeczkę co 5 godzin, 每日一次。 '.repeat(15).trim(),
  ];
  const values = Object.fromEntries(fields.map((_, i) => [`Label ${i}`, texts[i % texts.length] as string]));
  const written = await fillByLabel(await aLowForm(fields), values);
  const { pages, text } = await textOf(Buffer.from(written));
  expect(pages).toBeGreaterThan(3);
  const readable = await readableIn(written);
  expect(readable.map(({ name }) => name)).toEqual(fields);
  const bare = (one: string) => one.replace(/\s/g, '');
  for (const [i, { text: shown, longest }] of readable.entries()) {
    expect(bare(shown)).toBe(bare(texts[i % texts.length] as string));
    expect(longest).toBeLessThan(100);
    expect(text).toContain(`Label ${i}, page 1`);
  }
});

test('OPS-57 P11-06 signer 1 signs what is printed in full, and corrects it there and in its place at once; whatever program they fill it in with', async () => {
  const dealt = Buffer.from(await fillByLabel(await aLowForm(), { 'Drug 1 Direction': long }));
  // Where it has several lines, it is read and corrected in several.
  expect((await PDFDocument.load(dealt)).getForm().getTextField(directions).isMultiline()).toBe(true);
  const [field] = (await fieldsOf(dealt)).filter(({ name }) => name === directions);
  expect(field).toMatchObject({ page: 1, label: 'Drug 1 Direction', isOpen: true, value: long });
  expect(await takeFilling(dealt, dealt, 1)).toMatchObject({ values: { [directions]: long } });
  const corrected = long.replaceAll('0.5', '0.25');
  const byViewer = await filledByViewer(dealt, { [directions]: corrected });
  const byLibrary = await (async () => {
    const pdf = await PDFDocument.load(dealt);
    pdf.getForm().getTextField(directions).setText(corrected);
    return Buffer.from(await pdf.save());
  })();
  for (const submitted of [byViewer, byLibrary]) {
    const taken = await takeFilling(dealt, submitted, 1);
    expect(taken).toMatchObject({ values: { [directions]: corrected }, drawn: [] });
    const drawings = [{ fieldName: 'Signature90_1_Required', png: aDrawing(), printed }];
    const signed = await writeFilling(dealt, { signer: 1, values: { [directions]: corrected }, drawings });
    expect(await shownOf(signed, directions)).toEqual([
      [1, corrected],
      [2, corrected],
    ]);
    expect(await readableOf(signed, directions)).toEqual([[2, corrected]]);
    expect((await fieldsOf(signed)).map(({ isReadOnly }) => isReadOnly)).toEqual([true, true, false]);
    // The prescriber changes nothing of it.
    expect(await takeFilling(signed, await filledByViewer(signed, { [directions]: 'Take 5.' }), 2)).toEqual({
      problem: 'The field "TextInput0_1_Optional_Drug 1 Direction" was changed.',
    });
    const last = { fieldName: 'Signature91_2_Required', png: aDrawing(), printed };
    const complete = await writeFilling(signed, { signer: 2, values: {}, drawings: [last], signatures: [entry] });
    expect(await readableOf(complete, directions)).toEqual([[2, corrected]]);
    expect((await textOf(Buffer.from(complete))).pages).toBe(3);
  }
});

test('OPS-57 a text is printed in full in letters of its own size, whatever its form makes of them, and not where one of several spots has room for it', async () => {
  const template = async (height: number) => {
    const pdf = await PDFDocument.load(await aLowForm());
    const { acroField } = pdf.getForm().getTextField(directions);
    acroField.setDefaultAppearance('/Helv 4 Tf 1 g');
    acroField.getWidgets()[0]?.setDefaultAppearance('/Helv 4 Tf 1 g');
    pdf
      .getForm()
      .createTextField('TextInput1_1_Optional_Sponsor')
      .addToPage(pdf.addPage([595, 842]), { x: 100, y: 600, width: 360, height });
    pdf
      .getForm()
      .getTextField('TextInput1_1_Optional_Sponsor')
      .addToPage(pdf.getPage(0), { x: 100, y: 500, width: 50, height: 12 });
    return Buffer.from(await pdf.save());
  };
  const values = {
    'Drug 1 Direction': 'Take 0.5 tablets.',
    Sponsor: 'Aurelia Biotech of the Far North and the Near South',
  };
  const spotsIn = async (height: number) =>
    (await paintedIn(await fillByLabel(await template(height), values)))
      .filter(({ name }) => name.startsWith('TextInput'))
      .map(({ name, page, size }) => [name.split('_')[3], page, size >= 6]);
  expect(await spotsIn(20)).toEqual([
    ['Drug 1 Direction', 1, false],
    ['Sponsor', 1, false],
    ['Sponsor', 2, true],
    ['Drug 1 Direction', 3, true],
  ]);
  expect(await spotsIn(7)).toEqual([
    ['Drug 1 Direction', 1, false],
    ['Sponsor', 1, false],
    ['Sponsor', 2, false],
    ['Drug 1 Direction', 3, true],
    ['Sponsor', 3, true],
  ]);
});

test('OPS-57 a number that its field has no room for in one line is printed in full, since its first half reads as another number', async () => {
  const template = await aLowForm([quantity], { size: { width: 26, height: 20 } });
  const written = await fillByLabel(template, { 'Drug 1 Quantity': '100,000 IU' });
  expect(await readableOf(written, quantity)).toContainEqual([2, '100,000 IU']);
  const short = await fillByLabel(template, { 'Drug 1 Quantity': '100 IU' });
  expect(await readableOf(short, quantity)).toEqual([[1, '100 IU']]);
});

test('OPS-57 a low field shows a short text in readable letters, and no page in full follows', async () => {
  const template = await aLowForm([quantity], { size: { width: 60, height: 11 } });
  const written = await fillByLabel(template, { 'Drug 1 Quantity': '5' });
  expect(await readableOf(written, quantity)).toEqual([[1, '5']]);
  expect((await textOf(Buffer.from(written))).pages).toBe(1);
});

test.each([
  ['a word of 500 letters', 'x'.repeat(500), 2],
  ['a text of 400 lines', Array.from({ length: 400 }, (_, n) => String(n)).join('\n'), 3],
])('OPS-57 %s, which no page shows better, is printed in full once, also when it is signed', async (_, text, last) => {
  const dealt = await fillByLabel(await aLowForm(), { 'Drug 1 Direction': text });
  const drawings = [{ fieldName: 'Signature90_1_Required', png: aDrawing(), printed }];
  const signed = await writeFilling(dealt, { signer: 1, values: { [directions]: text }, drawings });
  expect((await shownOf(signed, directions)).map(([page]) => page)).toEqual([1, last]);
});

test.each([
  ['', false],
  [' and has an empty list of spots', true],
])(
  'OPS-57 a field that is its own spot%s keeps its place on the page where it is printed in full',
  async (_, hasList) => {
    const template = await aLowForm([directions], {
      change: (pdf) => {
        const { acroField } = pdf.getForm().getTextField(directions);
        const spot = acroField.Kids()?.get(0) as PDFRef;
        const dict = pdf.context.lookup(spot, PDFDict);
        for (const [key, said] of acroField.dict.entries()) if (String(key) !== '/Kids') dict.set(key, said);
        dict.delete(PDFName.of('Parent'));
        if (hasList) dict.set(PDFName.of('Kids'), pdf.context.obj([]));
        pdf.catalog.getAcroForm()?.removeField(acroField);
        pdf.catalog.getAcroForm()?.addField(spot);
      },
    });
    const written = await fillByLabel(template, { 'Drug 1 Direction': long });
    const field = (await fieldsOf(written)).find(({ name }) => name === directions);
    expect(field?.spots.map(({ page }) => page)).toEqual([1, 2]);
    expect(await shownOf(written, directions)).toEqual([
      [1, long],
      [2, long],
    ]);
    expect(await valuesOf(written)).toMatchObject({ [directions]: long });
  },
);

test.each([
  ['without a size', (spot: PDFDict) => spot.set(PDFName.of('Rect'), spot.context.obj([100, 780, 100, 780]))],
  ['that is hidden', (spot: PDFDict) => spot.set(PDFName.of('F'), spot.context.obj(2))],
  ['that is not to be seen', (spot: PDFDict) => spot.set(PDFName.of('F'), spot.context.obj(32))],
])('OPS-57 a field %s is not printed in full, and its room does not count', async (_, hide) => {
  const spotsOf = (pdf: PDFDocument) => pdf.getForm().getTextField(quantity).acroField.getWidgets();
  const unseen = await aLowForm([quantity], { change: (pdf) => hide(spotsOf(pdf)[0]!.dict) });
  const pagesOf = async (template: Buffer) =>
    (await textOf(Buffer.from(await fillByLabel(template, { 'Drug 1 Quantity': long })))).pages;
  expect(await pagesOf(unseen)).toBe(1);
  const seen = { x: 100, y: 300, width: 60, height: 11 };
  const both = await aLowForm([quantity], {
    size: { width: 360, height: 100 },
    change: (pdf) => {
      pdf.getForm().getTextField(quantity).addToPage(pdf.getPage(0), seen);
      hide(spotsOf(pdf)[0]!.dict);
    },
  });
  expect(await pagesOf(both)).toBe(2);
});

test('OPS-57 what a signer types is printed in full, too, where its field has too little room', async () => {
  const dealt = await fillByLabel(await aLowForm(), { 'Drug 1 Direction': 'Take one.' });
  const drawings = [{ fieldName: 'Signature90_1_Required', png: aDrawing(), printed }];
  const signed = await writeFilling(dealt, { signer: 1, values: { [directions]: long }, drawings });
  expect(await readableOf(signed, directions)).toEqual([[2, long]]);
  expect((await fieldsOf(signed)).map(({ isReadOnly }) => isReadOnly)).toEqual([true, true, false]);
});

test('P11-03 a time is printed with the zone of the clock that shows it', async () => {
  const at = new Date('2026-07-01T23:05:09Z');
  const written = await writeFilling(await aForm(), {
    signer: 1,
    values: {},
    drawings: [{ fieldName: names.first, png: aDrawing(), printed: { ...printed, at, zone: 'Europe/Warsaw' } }],
  });
  expect((await looksOf(written))[names.first]?.text[2]).toBe('02-Jul-2026 01:05:09 GMT+2');
});
