/** Files that show one thing on the screen and another on paper, as programs and people of ill will write them. */
import { PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { aForm, names, signedByFirst } from '#test/forms.ts';
import { looksOf, valuesOf } from '#test/read-pdf.ts';
import { findUnlike } from './unlike-on-paper.ts';
import { validateForm } from './validate-form.ts';
import { fillByLabel, writeFilling } from './write-filling.ts';

const changed = async (change: (pdf: PDFDocument) => void): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await aForm());
  change(pdf);
  return pdf.save({ updateFieldAppearances: false });
};

interface Layered {
  /** Of the first of the two groups. */
  usage?: object;
  /** Of both, by their references. */
  usual?: (dose: unknown, note: unknown) => object;
  others?: (dose: unknown) => object[];
  /** What the page puts its content into, instead of the groups. */
  membership?: (dose: unknown, note: unknown) => object;
  isUsed?: boolean;
  /** What the page calls the group of the dose. */
  called?: string;
  /** The file lists its groups, and each says what it is. */
  isSaid?: boolean;
}
/** A form whose second page has two layers. */
const withLayers = ({
  usage = {},
  usual = () => ({}),
  others = () => [],
  membership,
  isUsed = true,
  called = 'Dose',
  isSaid = true,
}: Layered) =>
  changed((pdf) => {
    const { context, catalog } = pdf;
    const group = (name: string, more: object) => {
      const dict = context.obj({ ...(isSaid && { Type: 'OCG' }), ...more });
      dict.set(PDFName.of('Name'), PDFString.of(name));
      return context.register(dict);
    };
    const [dose, note] = [group('Dose', { Usage: usage }), group('Note', {})];
    const used = membership ? { Both: { Type: 'OCMD', ...membership(dose, note) } } : { [called]: dose, Note: note };
    if (isUsed)
      pdf
        .getPage(1)
        .node.Resources()
        ?.set(PDFName.of('Properties'), context.obj(used as never));
    const layers = { OCGs: [dose, note], D: usual(dose, note), Configs: others(dose) };
    if (isSaid) catalog.set(PDFName.of('OCProperties'), context.obj(layers as never));
  });
const ofDose = ['Page 2 has a layer "Dose" that is not shown alike on the screen and on paper.'];
const ofBoth = ['Page 2 has a layer that is not shown alike on the screen and on paper.'];

test.each<[what: string, layers: Layered, problems: string[]]>([
  ['for the screen alone', { usage: { Print: { PrintState: 'OFF' }, View: { ViewState: 'ON' } } }, ofDose],
  ['for paper alone', { usage: { Print: { PrintState: 'ON' }, View: { ViewState: 'OFF' } } }, ofDose],
  ['left out of exports', { usage: { Export: { ExportState: 'OFF' } } }, ofDose],
  ['for the screen alone, by another word', { usage: { Print: { PrintState: PDFString.of('OFF') } } }, ofDose],
  ['off, under a name that a page has above it', { usual: (dose) => ({ OFF: [dose] }), called: 'Parent' }, ofDose],
  [
    'for the screen alone, in a file that lists none',
    { usage: { Print: { PrintState: 'OFF' } }, isSaid: false },
    ofDose,
  ],
  [
    'for the screen alone, by a rule',
    { usual: (dose) => ({ AS: [{ Event: 'Print', OCGs: [dose], Print: { PrintState: 'OFF' } }] }) },
    ofDose,
  ],
  ['off at first', { usual: (dose) => ({ OFF: [dose] }) }, ofDose],
  ['off unless it is named', { usual: (_, note) => ({ BaseState: 'OFF', ON: [note] }) }, ofDose],
  ['off in another configuration', { others: (dose) => [{ OFF: [dose] }] }, ofDose],
  [
    'off at some size',
    {
      usage: { Zoom: { min: 2 } },
      usual: (dose) => ({ AS: [{ Event: 'View', OCGs: [dose], Category: ['Zoom'] }] }),
    },
    ofDose,
  ],
  ['shown while others are off', { membership: (dose) => ({ OCGs: [dose], P: 'AllOff' }) }, ofBoth],
  ['shown by an expression', { membership: (dose) => ({ VE: ['Or', ['Not', dose]] }) }, ofBoth],
  [
    'of groups one of which is off',
    {
      usual: (dose) => ({ OFF: [dose] }),
      membership: (dose, note) => ({ OCGs: [dose, note] }),
    },
    ofDose,
  ],
  [
    'on everywhere',
    {
      usage: {
        Print: { Subtype: 'Print', PrintState: 'ON' },
        View: { ViewState: 'ON' },
        Export: { ExportState: 'ON' },
        PageElement: { Subtype: 'HF' },
      },
      usual: (dose, note) => ({
        BaseState: 'ON',
        ON: [dose, note],
        OFF: [],
        Order: [dose, note],
        AS: [{ Event: 'Print', OCGs: [dose], Category: ['Print'] }],
      }),
      others: () => [{}],
    },
    [],
  ],
  ['on by their names', { usual: (dose, note) => ({ BaseState: 'OFF', ON: [dose, note] }) }, []],
  ['put together while all are on', { membership: (dose, note) => ({ OCGs: [dose, note], P: 'AllOn' }) }, []],
  ['off and on no page', { usual: (dose) => ({ OFF: [dose] }), isUsed: false }, []],
])(
  'P11-03 P11-06 a form with layers is sent round where they are shown on the screen and on paper alike: %s',
  async (_, layers, problems) => {
    const file = await withLayers(layers);
    expect((await validateForm(file, 2)).problems).toEqual(problems);
    expect(await findUnlike(file)).toEqual(problems);
  },
);

/** On the second page: an annotation of the kind, with a look unless it has none. */
const withAnnotation = (flags: number | undefined, { hasLook = true, ...more }: Record<string, unknown> = {}) =>
  changed((pdf) => {
    const { context } = pdf;
    const look = context.register(
      context.stream('0 0 90 20 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 90, 20] }),
    );
    const dict = context.obj({
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: [60, 600, 150, 620],
      ...(flags === undefined ? {} : { F: flags }),
      ...(hasLook ? { AP: { N: look } } : {}),
      ...more,
    } as never) as unknown as PDFDict;
    pdf.getPage(1).node.addAnnot(context.register(dict));
  });
const ofPage = ['Page 2 has an annotation that is not shown alike on the screen and on paper.'];

test.each<[what: string, flags: number | undefined, more: Record<string, unknown>, problems: string[]]>([
  ['a stamp', 4, {}, []],
  ['a stamp for the screen alone', undefined, {}, ofPage],
  ['a stamp for paper alone', 4 | 32, {}, ofPage],
  ['a stamp for nobody', 2, {}, []],
  ['a stamp that comes when it is pointed at', 4 | 32 | 256, {}, ofPage],
  ['a stamp that goes when it is pointed at', 4 | 256, {}, ofPage],
  ['a stamp that some programs do not know', 4 | 1, {}, ofPage],
  ['a text without a look', undefined, { Subtype: 'FreeText', hasLook: false }, ofPage],
  ['a watermark', 4, { Subtype: 'Watermark' }, []],
  ['a watermark that is elsewhere on paper', 4, { Subtype: 'Watermark', FixedPrint: { H: 1 } }, ofPage],
  ['a link', undefined, { Subtype: 'Link', hasLook: false }, []],
  ['a link that draws something', undefined, { Subtype: 'Link' }, ofPage],
  ['the note of an annotation', undefined, { Subtype: 'Popup', hasLook: false }, []],
  [
    'a place for a digital signature that nobody sees',
    undefined,
    { Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0] },
    [],
  ],
  ['a field of no form for paper alone', 4 | 32, { Subtype: 'Widget', FT: 'Tx' }, ofPage],
  ['an empty field without a look', undefined, { Subtype: 'Widget', FT: 'Tx', hasLook: false }, []],
])(
  'P11-03 P11-06 a form with annotations is sent round where they are shown on the screen and on paper alike: %s',
  async (_, flags, more, problems) => {
    expect((await validateForm(await withAnnotation(flags, more), 2)).problems).toEqual(problems);
  },
);

test('P11-03 P11-06 of fields what is on paper alone is refused with the name; what a signer signs is printed, whatever the file said', async () => {
  const flagged = (name: string, flags: number) =>
    changed((pdf) => {
      for (const { dict } of pdf.getForm().getTextField(name).acroField.getWidgets())
        dict.set(PDFName.of('F'), pdf.context.obj(flags));
    });
  expect((await validateForm(await flagged(names.note, 4 | 32), 2)).problems).toEqual([
    `The field "${names.note}" on page 2 is not shown alike on the screen and on paper.`,
  ]);
  const unprinted = await flagged(names.first, 0);
  expect((await validateForm(unprinted, 2)).problems).toEqual([]);
  const signed = await PDFDocument.load(await writeFilling(unprinted, signedByFirst()));
  const [widget] = signed.getForm().getTextField(names.first).acroField.getWidgets();
  expect(widget?.dict.get(PDFName.of('F'))?.toString()).toBe('4');
});

test('P11-03 P11-06 a picture with another one for paper, and pages of which another part is printed, are refused', async () => {
  const picture = await changed((pdf) => {
    const other = pdf.context.register(pdf.context.stream('', { Type: 'XObject', Subtype: 'Image' }));
    const more = { Type: 'XObject', Subtype: 'Image', Alternates: [{ Image: other, DefaultForPrinting: true }] };
    pdf.context.register(pdf.context.stream('', more as never));
  });
  expect((await validateForm(picture, 2)).problems).toEqual([
    'The document has a picture that is not shown alike on the screen and on paper.',
  ]);
  const part = await changed((pdf) =>
    pdf.catalog.set(PDFName.of('ViewerPreferences'), pdf.context.obj({ PrintArea: 'MediaBox' })),
  );
  expect((await validateForm(part, 2)).problems).toEqual([
    'The document asks for parts of its pages that are not shown alike on the screen and on paper.',
  ]);
});

/** A field that is nobody's, which draws one thing and holds another; or draws nothing. */
const withForeign = ({ isDrawnAnew = false, isBlank = false, signer = 0 } = {}) =>
  changed((pdf) => {
    const form = pdf.getForm();
    const field = form.createTextField(signer ? `TextInput9_${signer}_Optional` : 'order.dose');
    field.setText('1 tablet');
    field.addToPage(pdf.getPage(0), { x: 300, y: 600, width: 200, height: 30 });
    field.acroField.dict.set(PDFName.of('V'), PDFString.of('100 tablets'));
    const [widget] = field.acroField.getWidgets();
    if (isBlank) widget?.dict.delete(PDFName.of('AP'));
    if (isDrawnAnew) form.acroForm.dict.set(PDFName.of('NeedAppearances'), pdf.context.obj(true));
  });
/** What a viewer shows that draws pages as they are, and what one finds that goes by the values of fields. */
const shownIn = async (file: Uint8Array) => {
  const looks = await looksOf(file);
  const texts = Object.values(looks).flatMap(({ text }) => text);
  return {
    drawn: texts.filter((text) => text.includes('tablet')),
    held: Object.values(await valuesOf(file)).filter((value) => value.includes('tablet')),
  };
};

test('P11-03 P11-06 what a field of nobody holds besides what it shows is no part of the signed copy: every program shows what the signer saw', async () => {
  const file = await withForeign();
  expect((await validateForm(file, 2)).problems).toEqual([]);
  expect(await shownIn(file)).toEqual({ drawn: ['1 tablet'], held: ['100 tablets'] });
  expect(await shownIn(await writeFilling(file, signedByFirst()))).toEqual({ drawn: ['1 tablet'], held: [] });
  // What is drawn anew has been seen as it is held, and is drawn so from then on.
  const anew = await withForeign({ isDrawnAnew: true });
  expect((await shownIn(anew)).drawn).toEqual(['100 tablets']);
  expect(await shownIn(await writeFilling(anew, signedByFirst()))).toEqual({ drawn: ['100 tablets'], held: [] });
  expect((await shownIn(await fillByLabel(anew, {}))).drawn).toEqual(['100 tablets']);
  const blank = await withForeign({ isBlank: true });
  expect((await shownIn(blank)).drawn).toEqual([]);
  expect(await shownIn(await writeFilling(blank, signedByFirst()))).toEqual({ drawn: [], held: [] });
});

test('P11-03 P11-06 a box of nobody that holds a tick, and says nothing of how it is drawn, is ticked in the signed copy as on the screen', async () => {
  const pdf = await PDFDocument.load(await aForm());
  const box = pdf.getForm().createCheckBox('order.agreed');
  box.addToPage(pdf.getPage(0), { x: 300, y: 640, width: 20, height: 20 });
  box.check();
  const [widget] = box.acroField.getWidgets();
  widget?.dict.delete(PDFName.of('AS'));
  const looks = widget?.getAppearances()?.normal as PDFDict;
  const [ticked, empty] = ['Yes', 'Off'].map((state) => String(looks.get(PDFName.of(state))));
  const copy = await PDFDocument.load(
    await writeFilling(await pdf.save({ updateFieldAppearances: false }), signedByFirst()),
  );
  const drawn = copy
    .getPage(0)
    .node.Annots()
    ?.asArray()
    .map((one) => copy.context.lookup(one, PDFDict).lookupMaybe(PDFName.of('AP'), PDFDict)?.get(PDFName.of('N')))
    .map(String);
  expect(drawn).toContain(ticked);
  expect(drawn).not.toContain(empty);
});

test('P11-03 P11-06 a field of a signer whom nobody asked is nobody’s once all have signed, and until then it stays theirs', async () => {
  const file = await withForeign({ signer: 3 });
  expect(await shownIn(await writeFilling(file, signedByFirst()))).toEqual({
    drawn: ['1 tablet'],
    held: ['100 tablets'],
  });
  const complete = await writeFilling(file, { ...signedByFirst(), signatures: [] });
  expect(await shownIn(complete)).toEqual({ drawn: ['1 tablet'], held: [] });
  expect(await valuesOf(complete)).toMatchObject({ [names.firstName]: 'Łucja' });
});
