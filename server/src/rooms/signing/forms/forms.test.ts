import { type PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkedPdf, type Pdf } from '#rooms/documents/door.ts';
import { aDrawing, aForm, aPicture, filledByLibrary, names, signedByFirst } from '#test/forms.ts';
import { drawingHash } from '../drawing-hash.ts';
import { checkDrawing } from './check-drawing.ts';
import { makeForms } from './forms.ts';
import { validateForm } from './validate-form.ts';

/** A machine that does much else starts a worker slowly. */
const unhurried = () => makeForms({ limitMs: 60_000 });

test('P11-03 P11-06 SGN-04 a document goes through: dealt, filled, taken, written, dealt to the next, sealed and verified', async () => {
  const forms = unhurried();
  const dealt = await aForm();
  expect(await forms.validate(dealt, 2)).toEqual({ withoutField: [], withoutSignature: [], problems: [] });
  const taken = await forms.takeFilling(dealt, (await filledByLibrary(dealt)) as Uint8Array as Pdf, 1);
  if ('problem' in taken) throw new Error(taken.problem);
  const written = await forms.write(dealt, { ...signedByFirst(), values: taken.values });
  const fields = await forms.read(written);
  expect(fields.find(({ name }) => name === names.first)).toMatchObject({ isDrawn: true, isReadOnly: true });
  const sealed = await forms.seal(written, await forms.makeIdentity());
  expect((await forms.verifySeal(sealed)).problems).toEqual([]);
  // What comes out can be uploaded again.
  for (const file of [written, sealed]) expect(await checkedPdf(file)).toBe(file);
});

/** A worker that is never done with a submission. */
const endless = new URL(`data:text/javascript,
  export const work = ({ name }) => () => {
    while (name === 'takeFilling');
    return 'drawn';
  };
`);

test('SEC-31 REL-05 P11-06 a submission that is read for longer than any honest one takes is refused, and the next piece of work has its place', async () => {
  const forms = makeForms({ worker: endless, limitMs: 100 });
  const calls = [1, 2, 3].map(() => forms.takeFilling(aDrawing(), aDrawing() as Uint8Array as Pdf, 1));
  expect(await Promise.all(calls)).toEqual([1, 2, 3].map(() => ({ problem: 'The file takes too long to read.' })));
  await expect(makeForms({ worker: endless, limitMs: 60_000 }).checkDrawing(aDrawing())).resolves.toBe('drawn');
});

test('REL-05 what was ready for a proof still is when the signature comes 50 seconds later, and goes after a minute without work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = new URL(`data:text/javascript,
    export const work = () => () => ({ fields: process.pid });
  `);
  const { read } = makeForms({ worker: own });
  const first = await read(aDrawing());
  vi.advanceTimersByTime(50_000);
  expect(await read(aDrawing())).toBe(first);
  vi.advanceTimersByTime(61_000);
  expect(await read(aDrawing())).not.toBe(first);
});

test('SGN-17 OPS-58 the hash of a drawing is the SHA-384 of its PNG in lower-case hex; nothing drawn, another kind of picture and a damaged one are told apart', async () => {
  const forms = unhurried();
  expect(drawingHash(Buffer.from('abc'))).toBe(
    'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  );
  expect(drawingHash(aDrawing())).toMatch(/^[0-9a-f]{96}$/);
  expect(await forms.checkDrawing(aDrawing())).toBe('drawn');
  expect(await forms.checkDrawing(aDrawing({ isEmpty: true }))).toBe('empty');
  for (const bad of [Buffer.from('no picture'), aDrawing().subarray(0, 200), aDrawing({ width: 6_001, height: 1_000 })])
    expect(await forms.checkDrawing(bad)).toBe('unreadable');
});

type Color = readonly [number, number, number, number];
const ink: Color = [16, 32, 75, 255];
const nothing: Color = [0, 0, 0, 0];
const paper: Color = [255, 255, 255, 255];
const pad: { width: number; height: number; isDeep?: boolean } = { width: 400, height: 150 };
const deepPad = { ...pad, isDeep: true };
/** Lines of a pen two pixels wide, from left to right, of this length. */
const strokes =
  (lengths: readonly number[], color: Color, ground: Color = nothing) =>
  (x: number, y: number) =>
    lengths.some((length, n) => x >= 180 && x < 180 + length && [0, 1].includes(y - 60 - 10 * n)) ? color : ground;

test.each<[said: string, size: typeof pad, colorAt: (x: number, y: number) => Color, finding: string]>([
  ['one pixel', pad, strokes([0.5], ink), 'empty'],
  ['a speck', pad, strokes([6], ink), 'empty'],
  ['a speck on the finest of pads', { width: 3_000, height: 2_000 }, strokes([20, 20, 20], ink), 'empty'],
  ['one pixel beside another', { width: 2, height: 1 }, (x) => (x ? ink : nothing), 'empty'],
  ['a long line of very faint grey', pad, strokes([200, 200], [236, 236, 236, 255], paper), 'empty'],
  ['a long line that is nearly transparent', pad, strokes([200, 200], [0, 0, 0, 12]), 'empty'],
  ['a long yellow line', pad, strokes([200, 200], [255, 255, 0, 255]), 'empty'],
  ['white on nothing', pad, strokes([200, 200], paper), 'empty'],
  ['almost black on black', pad, strokes([200, 200], [20, 20, 20, 255], [0, 0, 0, 255]), 'empty'],
  ['black all over', pad, () => [0, 0, 0, 255], 'empty'],
  ['initials of three short strokes', pad, strokes([14, 12, 10], ink), 'drawn'],
  ['the same on paper', pad, strokes([14, 12, 10], ink, paper), 'drawn'],
  [
    'a dot, cut out as our pad does',
    { width: 36, height: 36 },
    (x, y) => (Math.hypot(x - 18, y - 18) < 5 ? ink : nothing),
    'drawn',
  ],
  ['a line of light grey', pad, strokes([60], [170, 170, 170, 255], paper), 'drawn'],
  ['a light pen', pad, strokes([60], [0, 0, 0, 90]), 'drawn'],
  ['one pixel in finer colours', deepPad, strokes([0.5], ink), 'empty'],
  ['a faint line in finer colours', deepPad, strokes([200, 200], [236, 236, 236, 255], paper), 'empty'],
  ['initials in finer colours', deepPad, strokes([14, 12, 10], ink, paper), 'drawn'],
  ['white on black', pad, strokes([60, 60], paper, [0, 0, 0, 255]), 'drawn'],
])(
  'a drawing that nobody can see on paper is an empty one, and an honest short one is not: %s',
  async (_, size, colorAt, finding) => {
    expect(await checkDrawing(aPicture(size, colorAt))).toBe(finding);
  },
);

const changed = async (change: (pdf: PDFDocument) => void): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await aForm());
  change(pdf);
  return pdf.save({ updateFieldAppearances: false });
};

test('BLD-11 P11-05 a form is sent round only when each signer has a field and no field is strange, locked or signed before', async () => {
  expect(await validateForm(await aForm(), 3)).toEqual({ withoutField: [3], withoutSignature: [3], problems: [] });
  const unsigned = await changed((pdf) => pdf.getForm().removeField(pdf.getForm().getTextField(names.second)));
  expect(await validateForm(unsigned, 2)).toEqual({ withoutField: [], withoutSignature: [2], problems: [] });
  expect((await validateForm(await aForm(), 1)).problems).toEqual([
    'The field "TextInput5_2_Optional" is for signer 2, and there is 1 signer.',
    'The field "Signature6_2_Required" is for signer 2, and there is 1 signer.',
  ]);
  const locked = await changed((pdf) => pdf.getForm().getTextField(names.note).enableReadOnly());
  expect((await validateForm(locked, 2)).problems).toEqual(['The field "TextInput5_2_Optional" is locked.']);
  const typed = await changed((pdf) => pdf.getForm().getTextField(names.second).setText('Ada'));
  expect((await validateForm(typed, 2)).problems).toEqual(['The field "Signature6_2_Required" is signed already.']);
  const strange = await changed((pdf) =>
    pdf.getForm().createCheckBox('Signature7_1_Required').addToPage(pdf.getPage(0)),
  );
  expect((await validateForm(strange, 2)).problems).toEqual([
    'The field "Signature7_1_Required" is of another kind than its name says.',
  ]);
  const nowhere = await changed((pdf) => pdf.getPage(1).node.delete(PDFName.of('Annots')));
  expect((await validateForm(nowhere, 2)).problems).toEqual([
    'The field "TextInput5_2_Optional" is on no page.',
    'The field "Signature6_2_Required" is on no page.',
  ]);
  const narrow = await changed((pdf) =>
    pdf.getForm().getTextField(names.firstName).acroField.dict.set(PDFName.of('MaxLen'), pdf.context.obj(0)),
  );
  expect((await validateForm(narrow, 2)).problems).toEqual([
    'The field "TextInput0_1_Required_Patient First Name" has room for no text.',
  ]);
  const loose = await changed((pdf) => {
    const { Fields } = pdf.getForm().acroForm.normalizedEntries();
    Fields.remove(Fields.size() - 1);
    const dict = pdf.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [0, 0, 9, 9] });
    dict.set(PDFName.of('T'), PDFString.of('Signature7_2_Required'));
    pdf.getPage(0).node.addAnnot(pdf.context.register(dict));
  });
  expect((await validateForm(loose, 2)).problems).toEqual([
    'The field "Signature7_2_Required" is on a page and does not belong to the form.',
  ]);
  expect((await validateForm(Buffer.from('no form'), 2)).problems).toEqual(['The file cannot be read.']);
  const endless = await changed((pdf) =>
    pdf
      .getForm()
      .getTextField(names.note)
      .acroField.dict.set(PDFName.of('V'), PDFString.of('a'.repeat(2_000_000))),
  );
  expect((await validateForm(endless, 2)).problems).toEqual(['The file cannot be read.']);
});

test.each<[how: string, change: (widget: PDFDict, pdf: PDFDocument) => void]>([
  ['hidden', (widget, { context }) => widget.set(PDFName.of('F'), context.obj(2))],
  ['not to be shown', (widget, { context }) => widget.set(PDFName.of('F'), context.obj(4 | 32))],
  ['without size', (widget, { context }) => widget.set(PDFName.of('Rect'), context.obj([300, 100, 300, 100]))],
  ['beside the page', (widget, { context }) => widget.set(PDFName.of('Rect'), context.obj([900, 900, 980, 935]))],
  ['of no place', (widget) => widget.set(PDFName.of('Rect'), PDFName.of('None'))],
])('P11-03 P11-05 a form whose place to sign cannot be seen is not sent round: %s', async (_, change) => {
  const unseen = await changed((pdf) => {
    const [widget] = pdf.getForm().getTextField(names.second).acroField.getWidgets();
    if (widget) change(widget.dict, pdf);
  });
  expect((await validateForm(unseen, 2)).problems).toEqual([
    'The field "Signature6_2_Required" cannot be seen on its page.',
  ]);
});

test('REL-05 P11-05 a form with more fields than can be written in time is not sent round', async () => {
  const withFields = (count: number) =>
    changed((pdf) => {
      const { Fields } = pdf.getForm().acroForm.normalizedEntries();
      const annots = pdf.getPage(0).node.Annots();
      for (let i = 7; i < count; i += 1) {
        const field = { Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [60, 20, 90, 30] };
        const dict = pdf.context.obj(field);
        dict.set(PDFName.of('T'), PDFString.of(`TextInput${i}_1_Optional`));
        const ref = pdf.context.register(dict);
        Fields.push(ref);
        annots?.push(ref);
      }
    });
  expect((await validateForm(await withFields(2_000), 2)).problems).toEqual([]);
  expect((await validateForm(await withFields(2_001), 2)).problems).toEqual(['The form has too many fields.']);
});
