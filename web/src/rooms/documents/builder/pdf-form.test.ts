import { PDFDict, PDFDocument, PDFHexString, PDFName, degrees } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { addField, addOption, type BuilderState, moveField, removeField, setField, type Signer } from './fields.ts';
import { openForm } from './read-form.ts';
import { buildForm } from './write-form.ts';

const anna: Signer = { signerNum: 1, name: 'Anna', colour: '#1864ab' };
const ben: Signer = { signerNum: 2, name: 'Ben', colour: '#a61e4d' };

/** A PDF with a page for each of these. */
async function aPdf(...pages: ((page: ReturnType<PDFDocument['addPage']>) => void)[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const prepare of pages) {
    const page = document.addPage([612, 792]);
    page.drawText('Page', { x: 40, y: 700 });
    prepare(page);
  }
  return document.save();
}
const plain = () => undefined;
const set = (name: string, value: unknown) => (page: ReturnType<PDFDocument['addPage']>) =>
  page.node.set(PDFName.of(name), page.doc.context.obj(value as never));

/** The form as another program reads it: names, and the rectangles of their widgets. */
async function read(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const fields = document.getForm().getFields();
  return fields.map((field) => ({
    name: field.getName(),
    kind: field.constructor.name,
    rects: field.acroField.getWidgets().map((widget) => {
      const { x, y, width, height } = widget.getRectangle();
      return [x, y, x + width, y + height].map((one) => Math.round(one * 100) / 100);
    }),
  }));
}

const dropped = (
  state: BuilderState,
  name: Parameters<typeof addField>[1],
  x: number,
  y: number,
  signer = anna,
  page = 0,
) => addField(state, name, { page, x, y }, signer);

test('BLD-01 BLD-08 BLD-11 OPS-56 CON-12 each kind is a field of its kind, named and as large as it is dropped', async () => {
  const pdf = await aPdf(plain, plain);
  const opened = await openForm(pdf);
  expect(opened).toEqual({
    pages: [
      { width: 612, height: 792 },
      { width: 612, height: 792 },
    ],
    fields: [],
    foreign: [],
  });
  let at = dropped(opened, 'TextInput', 165, 117.5);
  let state = setField(at.state, at.id, { label: 'Patient First Name' });
  at = dropped(state, 'Checkbox', 312.5, 112.5);
  state = setField(at.state, at.id, { required: false });
  state = dropped(state, 'Signature', 440, 117.5, ben).state;
  // Its second option stands 6 points below.
  state = dropped(state, 'RadioButton', 112.5, 312.5, anna, 1).state;
  expect(await read(await buildForm(pdf, state))).toEqual([
    { name: 'TextInput0_1_Required_Patient First Name', kind: 'PDFTextField', rects: [[100, 657, 230, 692]] },
    { name: 'Checkbox1_1_Optional', kind: 'PDFCheckBox', rects: [[300, 667, 325, 692]] },
    { name: 'Signature2_2_Required', kind: 'PDFTextField', rects: [[400, 657, 480, 692]] },
    {
      name: 'RadioButton3_1_Required',
      kind: 'PDFRadioGroup',
      rects: [
        [100, 467, 125, 492],
        [100, 436, 125, 461],
      ],
    },
  ]);
});

// What the page is, and where a field of 130 by 35 whose upper left corner is seen at 100, 50 lies in it.
test.each([
  ['612 by 792 as it is', plain, [612, 792], [100, 707, 230, 742]],
  ['turned by 90', (page) => page.setRotation(degrees(90)), [792, 612], [50, 100, 85, 230]],
  ['turned by 180', (page) => page.setRotation(degrees(180)), [612, 792], [382, 50, 512, 85]],
  ['turned by 270', (page) => page.setRotation(degrees(270)), [792, 612], [527, 562, 562, 692]],
  ['turned backwards by 90', (page) => page.setRotation(degrees(-90)), [792, 612], [527, 562, 562, 692]],
  ['a wide one', (page) => page.setSize(2000, 500), [2000, 500], [100, 415, 230, 450]],
  ['with its origin elsewhere', set('MediaBox', [-100, -50, 500, 750]), [600, 800], [0, 665, 130, 700]],
  ['with its corners the other way round', set('MediaBox', [612, 792, 0, 0]), [612, 792], [100, 707, 230, 742]],
  ['cropped', (page) => page.setCropBox(30, 40, 400, 500), [400, 500], [130, 455, 260, 490]],
  ['cropped to more than there is', set('CropBox', [-10, -10, 700, 800]), [612, 792], [100, 707, 230, 742]],
  [
    'cropped and turned by 90',
    (page) => {
      page.setCropBox(30, 40, 400, 500);
      page.setRotation(degrees(90));
    },
    [500, 400],
    [80, 140, 115, 270],
  ],
  [
    'cropped and turned by 270',
    (page) => {
      page.setCropBox(30, 40, 400, 500);
      page.setRotation(degrees(270));
    },
    [500, 400],
    [345, 310, 380, 440],
  ],
  ['with units of two points', set('UserUnit', 2), [1224, 1584], [50, 749.5, 115, 767]],
] as const satisfies [string, Parameters<typeof aPdf>[0], number[], number[]][])(
  'BLD-03 BLD-09 CON-11 on a page that is %s a field lies in the PDF where it was put',
  async (_, prepare, [width, height], rect) => {
    const pdf = await aPdf(prepare);
    const opened = await openForm(pdf);
    expect(opened.pages).toEqual([{ width, height }]);
    const added = dropped(opened, 'TextInput', 200, 200);
    const moved = moveField(added.state, added.id, { x: 100, y: 50 });
    const saved = await buildForm(pdf, moved);
    expect((await read(saved))[0]?.rects).toEqual([rect]);
    expect((await openForm(saved)).fields).toEqual(moved.fields);
  },
);

test('BLD-03 what was saved is opened again as it was, with everything that a field has', async () => {
  const pdf = await aPdf(plain, (page) => page.setRotation(degrees(90)));
  let state = setField(dropped(await openForm(pdf), 'TextInput', 100, 60).state, 'f0', { label: 'Żółw. 東京' });
  state = dropped(state, 'RadioButton', 100, 200, ben).state;
  state = addOption(state, 'f1').state;
  state = dropped(state, 'Signature', 100, 100, ben, 1).state;
  const once = await openForm(await buildForm(pdf, state));
  // A full stop would make a field of a field.
  expect(once).toEqual(setField(state, 'f0', { label: 'Żółw  東京' }));
  expect(await openForm(await buildForm(await buildForm(pdf, state), once))).toEqual(once);
  expect(once.fields[1]).toEqual({
    id: 'f1',
    name: 'RadioButton',
    label: '',
    value: '',
    width: 25,
    height: 25,
    x: 87.5,
    y: 187.5,
    required: true,
    boundingColor: '#a61e4d',
    signer: 2,
    groupId: 'g0',
    page: 0,
  });
});

test('BLD-06 the options of a group exclude each other in any reader', async () => {
  const pdf = await aPdf(plain);
  const state = addOption(dropped(await openForm(pdf), 'RadioButton', 100, 100).state, 'f0').state;
  const document = await PDFDocument.load(await buildForm(pdf, state));
  const group = document.getForm().getRadioGroup('RadioButton0_1_Required');
  expect([group.getOptions(), group.isMutuallyExclusive(), group.isRequired()]).toEqual([
    ['Option1', 'Option2', 'Option3'],
    true,
    true,
  ]);
  group.select('Option2');
  const states = group.acroField.getWidgets().map((widget) => widget.getAppearanceState()?.decodeText());
  expect(states).toEqual(['Off', 'Option2', 'Off']);
  // What was chosen is kept when the form is opened and saved again.
  const chosen = await openForm(await document.save());
  expect(chosen.fields.map(({ value }) => value)).toEqual(['', 'On', '']);
  const again = await PDFDocument.load(await buildForm(await document.save(), chosen));
  expect(again.getForm().getRadioGroup('RadioButton0_1_Required').getSelected()).toBe('Option2');
});

test('what was filled in is kept, in whatever letters', async () => {
  const pdf = await aPdf(plain);
  const state = dropped(dropped(await openForm(pdf), 'TextInput', 100, 60).state, 'Checkbox', 300, 60).state;
  const document = await PDFDocument.load(await buildForm(pdf, state));
  const text = document.getForm().getTextField('TextInput0_1_Required');
  text.acroField.setValue(PDFHexString.fromText('Łódź'));
  document.getForm().getCheckBox('Checkbox1_1_Required').check();
  const filled = await document.save({ updateFieldAppearances: false });
  const opened = await openForm(filled);
  expect(opened.fields.map(({ value }) => value)).toEqual(['Łódź', 'On']);
  expect((await openForm(await buildForm(filled, opened))).fields).toEqual(opened.fields);
});

test('BLD-04 a field that is removed is gone from the PDF, and so is what belonged to it', async () => {
  const pdf = await aPdf(plain);
  const one = dropped(await openForm(pdf), 'TextInput', 100, 60).state;
  const two = dropped(one, 'RadioButton', 300, 300).state;
  const saved = await buildForm(pdf, two);
  const without = await buildForm(saved, removeField(removeField(await openForm(saved), 'f1'), 'f2'));
  expect((await read(without)).map(({ name }) => name)).toEqual(['TextInput0_1_Required']);
  const nothing = await buildForm(saved, { ...two, fields: [] });
  expect(await read(nothing)).toEqual([]);
  const left = (await PDFDocument.load(nothing)).context.enumerateIndirectObjects();
  expect(left.filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of('FT')))).toEqual([]);
  expect(left.filter(([, object]) => object.toString().includes('/Widget'))).toEqual([]);
});

test('BLD-03 what is drawn on the pages is not touched', async () => {
  const pdf = await aPdf(plain);
  const before = (await PDFDocument.load(pdf)).getPage(0).node;
  const saved = await buildForm(pdf, dropped(await openForm(pdf), 'Signature', 100, 60).state);
  const after = (await PDFDocument.load(saved)).getPage(0).node;
  for (const name of ['Contents', 'Resources', 'MediaBox'])
    expect([name, after.get(PDFName.of(name))?.toString()]).toEqual([name, before.get(PDFName.of(name))?.toString()]);
  expect(after.Contents()?.toString()).toBe(before.Contents()?.toString());
});

test('fields of a form made elsewhere are shown where they are, and stay as they are', async () => {
  const made = await PDFDocument.create();
  const page = made.addPage([612, 792]);
  const form = made.getForm();
  const city = form.createTextField('applicant.city');
  city.setText('Bergen');
  city.addToPage(page, { x: 50, y: 600, width: 200, height: 20, borderWidth: 0 });
  // By its name ours, but no checkbox is a text.
  form
    .createTextField('Checkbox0_1_Required')
    .addToPage(page, { x: 50, y: 500, width: 20, height: 20, borderWidth: 0 });
  const pdf = await made.save();
  const opened = await openForm(pdf);
  expect(opened.fields).toEqual([]);
  expect(opened.foreign).toEqual([
    { name: 'applicant.city', page: 0, x: 50, y: 172, width: 200, height: 20 },
    { name: 'Checkbox0_1_Required', page: 0, x: 50, y: 272, width: 20, height: 20 },
  ]);
  const saved = await buildForm(pdf, dropped(opened, 'Checkbox', 300, 300).state);
  const read = (await PDFDocument.load(saved)).getForm();
  expect(read.getTextField('applicant.city').getText()).toBe('Bergen');
  // No two fields have one name.
  expect(
    read
      .getFields()
      .map((field) => field.getName())
      .sort(),
  ).toEqual(['Checkbox0_1_Required', 'Checkbox1_1_Required', 'applicant.city'].sort());
  expect((await openForm(saved)).foreign).toEqual(opened.foreign);
});

test('a form that cannot be read is refused', async () => {
  await expect(openForm(new TextEncoder().encode('this is no PDF'))).rejects.toThrow(/PDF/);
});
