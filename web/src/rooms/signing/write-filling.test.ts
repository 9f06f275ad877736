import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, type PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { aForm, names, png } from '#test/signing.ts';
import { readOwnFields } from './own-fields.ts';
import { writeFilling } from './write-filling.ts';

const drawing = { png: new Uint8Array(png), url: '', proof: '', date: '' };
const filled = { [names.firstName]: 'Łucja', [names.agrees]: true, [names.route]: 'Option1' };
const valuesOf = async (pdf: Uint8Array) =>
  Object.fromEntries((await readOwnFields(pdf, 1)).fields.map(({ name, value }) => [name, value]));
/** Which of its looks each box and each option shows. */
const shownOf = async (pdf: Uint8Array) => {
  const form = (await PDFDocument.load(pdf, { updateMetadata: false })).getForm();
  const boxes = [form.getCheckBox(names.agrees), form.getRadioGroup(names.route)];
  return boxes.flatMap(({ acroField }) => acroField.getWidgets().map((one) => one.getAppearanceState()?.decodeText()));
};
const lookOf = async (pdf: Uint8Array) => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const [widget] = document.getForm().getTextField(names.signature).acroField.getWidgets();
  return widget?.dict.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream).dict;
};

test('SGN-04 what is written is read again, and may be changed back', async () => {
  const once = await writeFilling(await aForm(), { values: filled, drawings: {} });
  expect(await valuesOf(once)).toEqual({ ...filled, [names.address]: '', [names.signature]: '' });
  expect(await shownOf(once)).toEqual(['Yes', 'Option1', 'Off']);
  const back = { [names.firstName]: '', [names.agrees]: false, [names.route]: 'Option2' };
  const twice = await writeFilling(once, { values: back, drawings: {} });
  expect(await valuesOf(twice)).toEqual({ ...back, [names.address]: '', [names.signature]: '' });
  expect(await shownOf(twice)).toEqual(['Off', 'Off', 'Option2']);
});

test('P11-06 fields of others, the pages and what the file says of itself stay as they were', async () => {
  const before = await PDFDocument.load(await aForm(), { updateMetadata: false });
  const after = await PDFDocument.load(
    await writeFilling(await aForm(), { values: filled, drawings: { [names.signature]: drawing } }),
    { updateMetadata: false },
  );
  expect(after.getPageCount()).toBe(before.getPageCount());
  expect(after.getModificationDate()).toEqual(before.getModificationDate());
  const namesIn = (document: PDFDocument) =>
    document
      .getForm()
      .getFields()
      .map((field) => field.getName());
  expect(namesIn(after)).toEqual(namesIn(before));
  expect(after.getForm().getTextField(names.second).getText()).toBeUndefined();
});

test.each([
  [0, [80, 35], [1, 0, 0, 1, 0, 0]],
  [90, [35, 80], [0, 1, -1, 0, 0, 0]],
  [180, [80, 35], [-1, 0, 0, -1, 0, 0]],
  [270, [35, 80], [0, -1, 1, 0, 0, 0]],
])('SGN-09 on a page that is turned by %i a drawing stands upright in its field', async (turn, size, matrix) => {
  const document = await PDFDocument.load(await aForm());
  document.getPage(0).setRotation(degrees(turn));
  const look = await lookOf(
    await writeFilling(await document.save({ updateFieldAppearances: false }), {
      values: {},
      drawings: { [names.signature]: drawing },
    }),
  );
  const numbers = (key: string) =>
    look
      ?.lookup(PDFName.of(key), PDFArray)
      .asArray()
      .map((one) => (one as PDFNumber).asNumber());
  expect(numbers('BBox')).toEqual([0, 0, ...size]);
  expect(numbers('Matrix')).toEqual(matrix);
});
