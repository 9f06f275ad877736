import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  degrees,
  type PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { aDrawing, aForm, filled, filledByLibrary, filledByViewer, names, signedByFirst } from '#test/forms.ts';
import { takeFilling } from './take-filling.ts';
import { unpackedAlike } from './unpack.ts';
import { fillByLabel, writeFilling } from './write-filling.ts';

let dealt: Buffer;
/** What signer 2 is dealt. */
let signed: Buffer;
beforeAll(async () => {
  dealt = await aForm();
  signed = Buffer.from(await writeFilling(dealt, signedByFirst()));
});

test('P11-06 what a program or a viewer fills in is taken: values of every kind, whether the file was written anew or appended to', async () => {
  for (const submitted of [await filledByLibrary(dealt), await filledByViewer(dealt)])
    expect(await takeFilling(dealt, submitted, 1)).toEqual({
      values: {
        'TextInput0_1_Required_Patient First Name': 'Łucja',
        'TextInput1_1_Optional_Patient Address': '7 Elm Row\nSalem',
        Checkbox2_1_Optional: true,
        RadioButton3_1_Required: '1',
      },
      drawn: [],
    });
  expect(await takeFilling(dealt, dealt, 1)).toMatchObject({ values: { [names.firstName]: '', [names.route]: '' } });
});

test('P11-06 a filling stays one when a program numbers, packs and dresses the file anew', async () => {
  const packedAnew = async () => {
    const pdf = await PDFDocument.load(await filledByLibrary(dealt));
    for (const [, object] of pdf.context.enumerateIndirectObjects())
      if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode')) {
        const bytes = deflateSync(decodePDFRawStream(object).decode(), { level: 1 });
        (object as { contents: Uint8Array }).contents = new Uint8Array(bytes);
      }
    return pdf.save({ useObjectStreams: false });
  };
  const dressed = () =>
    filledByLibrary(dealt, async (pdf) => {
      const form = pdf.getForm();
      const font = await pdf.embedFont(StandardFonts.TimesRoman);
      form.getTextField(names.firstName).setFontSize(9);
      form.getTextField(names.firstName).setText('Lucja');
      form.getTextField(names.firstName).updateAppearances(font);
      form.getTextField(names.first).updateAppearances(font);
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), pdf.context.obj(true));
      form.acroForm.dict.set(PDFName.of('DR'), pdf.context.obj({ Font: { Times: font.ref } }));
    });
  expect(await takeFilling(dealt, await packedAnew(), 1)).toMatchObject({ values: filled });
  expect(await takeFilling(dealt, await dressed(), 1)).toMatchObject({ values: { [names.firstName]: 'Lucja' } });
});

test('P11-06 signer 2 fills what signer 1 left, and what signer 1 signed is locked', async () => {
  const byLibrary = await changed(signed, (pdf) => pdf.getForm().getTextField(names.note).setText('Later'));
  const byViewer = await filledByViewer(signed, { [names.note]: 'Later' });
  for (const submitted of [byLibrary, byViewer])
    expect(await takeFilling(signed, submitted, 2)).toEqual({ values: { [names.note]: 'Later' }, drawn: [] });
  const again = await changed(signed, (pdf) => pdf.getForm().getTextField(names.address).setText('9 Oak Row'));
  for (const signer of [1, 2])
    expect(await takeFilling(signed, again, signer)).toEqual({ problem: `The field "${names.address}" was changed.` });
});

const changed = async (file: Uint8Array, change: (pdf: PDFDocument) => unknown): Promise<Buffer> => {
  const pdf = await PDFDocument.load(file);
  await change(pdf);
  return Buffer.from(await pdf.save({ updateFieldAppearances: false, addDefaultPage: false }));
};
const widgetOf = (pdf: PDFDocument, name: string): PDFDict =>
  (pdf.getForm().getField(name).acroField.getWidgets()[0] as { dict: PDFDict }).dict;
const fieldOf = (pdf: PDFDocument, name: string): PDFDict => pdf.getForm().getField(name).acroField.dict;
const contentOf = (pdf: PDFDocument): PDFRawStream =>
  pdf.context.lookup((pdf.getPage(0).node.Contents() as PDFArray).get(0)) as PDFRawStream;
const resources = (pdf: PDFDocument, n = 0) => pdf.getPage(n).node.Resources() as PDFDict;

/** Beside a filling that would be taken. */
const attacks: Record<string, readonly [change: (pdf: PDFDocument) => unknown, problem: RegExp]> = {
  'a changed text': [
    (pdf) => {
      const content = contentOf(pdf);
      const text = Buffer.from(decodePDFRawStream(content).decode()).toString('latin1');
      const other = deflateSync(Buffer.from(text.replace('50616765', '42616765').replace('<50', '<51'), 'latin1'));
      (content as { contents: Uint8Array }).contents = new Uint8Array(other);
    },
    /^Page 1 was changed\.$/,
  ],
  'something drawn over a page': [(pdf) => pdf.getPage(1).drawText('Not'), /^Page 2 was changed\.$/],
  'an extra page': [(pdf) => pdf.addPage(), /^The file has 3 pages instead of 2 pages\.$/],
  'a removed page': [(pdf) => pdf.removePage(1), /^The file has 1 page instead of 2 pages\.$/],
  'pages in another order': [
    (pdf) => {
      const kids = pdf.catalog.Pages().Kids();
      const [first, second] = kids.asArray();
      kids.set(0, second as never);
      kids.set(1, first as never);
    },
    /was changed|annotation or field/,
  ],
  'a page of another size': [(pdf) => pdf.getPage(1).setMediaBox(0, 0, 612, 400), /^Page 2 was changed\.$/],
  'a cropped page': [(pdf) => pdf.getPage(0).setCropBox(0, 200, 612, 592), /^Page 1 was changed\.$/],
  'a turned page': [(pdf) => pdf.getPage(0).setRotation(degrees(90)), /^Page 1 was changed\.$/],
  "another signer's value": [
    (pdf) => pdf.getForm().getTextField(names.note).setText('Mine'),
    /^The field "TextInput5_2_Optional" was changed\.$/,
  ],
  "another signer's drawing": [
    (pdf) => widgetOf(pdf, names.second).set(PDFName.of('AP'), PDFDict.withContext(pdf.context)),
    /^The field "Signature6_2_Required" was changed\.$/,
  ],
  'a field of other flags': [
    (pdf) => pdf.getForm().getTextField(names.firstName).enableReadOnly(),
    /^The field "TextInput0_1_Required_Patient First Name" was changed\.$/,
  ],
  'a field of one line': [
    (pdf) => pdf.getForm().getTextField(names.address).disableMultiline(),
    /^The field "TextInput1_1_Optional_Patient Address" was changed\.$/,
  ],
  'a moved field': [
    (pdf) => widgetOf(pdf, names.first).set(PDFName.of('Rect'), pdf.context.obj([60, 600, 140, 635])),
    /^The field "Signature4_1_Required" was changed\.$/,
  ],
  'a field that says it is on another page': [
    (pdf) => widgetOf(pdf, names.firstName).set(PDFName.of('P'), pdf.getPage(1).ref),
    /^The field "TextInput0_1_Required_Patient First Name" was changed\.$/,
  ],
  'a hidden field': [
    (pdf) => widgetOf(pdf, names.firstName).set(PDFName.of('F'), PDFNumber.of(2)),
    /^The field "TextInput0_1_Required_Patient First Name" was changed\.$/,
  ],
  'a field of another name': [
    (pdf) => fieldOf(pdf, names.first).set(PDFName.of('T'), PDFString.of('Signature4_1_Optional')),
    /^The field "Signature4_1_Required" is missing\.$/,
  ],
  'a field of another label': [
    (pdf) => fieldOf(pdf, names.firstName).set(PDFName.of('T'), PDFString.of('TextInput0_1_Required_Drug 1 Quantity')),
    /^The field "TextInput0_1_Required_Patient First Name" is missing\.$/,
  ],
  'a removed field': [
    (pdf) => pdf.getForm().removeField(pdf.getForm().getTextField(names.note)),
    /^The field "TextInput5_2_Optional" is missing\.$/,
  ],
  'an added field': [
    (pdf) => pdf.getForm().createTextField('TextInput9_1_Optional').addToPage(pdf.getPage(0)),
    /^The field "TextInput9_1_Optional" was added\.$/,
  ],
  'an added note': [
    (pdf) =>
      pdf
        .getPage(0)
        .node.addAnnot(pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 9, 9] }))),
    /^Page 1 has an annotation or field that was not there\.$/,
  ],
  'something done on opening': [
    (pdf) => pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj([pdf.getPage(1).ref, 'Fit'])),
    /^The entry "OpenAction" of the document was changed\.$/,
  ],
  'names of files': [
    (pdf) => pdf.catalog.set(PDFName.of('Names'), pdf.context.obj({ EmbeddedFiles: { Names: [] } })),
    /^The entry "Names" of the document was changed\.$/,
  ],
  'a form of another kind': [
    (pdf) => pdf.getForm().acroForm.dict.set(PDFName.of('XFA'), pdf.context.obj([])),
    /^The form was changed\.$/,
  ],
  'a script of a field': [
    (pdf) => widgetOf(pdf, names.firstName).set(PDFName.of('AA'), pdf.context.obj({})),
    /^The field "TextInput0_1_Required_Patient First Name" was changed\.$/,
  ],
  'another font under the same name': [
    (pdf) => {
      const [font] = (resources(pdf).lookup(PDFName.of('Font')) as PDFDict).entries()[0] as [PDFName, unknown];
      const other = pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Symbol' });
      (resources(pdf).lookup(PDFName.of('Font')) as PDFDict).set(font, pdf.context.register(other));
    },
    /^Page 1 was changed\.$/,
  ],
  'a font that means other letters': [
    (pdf) => {
      const [[, font]] = (resources(pdf).lookup(PDFName.of('Font')) as PDFDict).entries() as [[PDFName, PDFDict]];
      (pdf.context.lookup(font) as PDFDict).set(PDFName.of('Encoding'), PDFName.of('MacRomanEncoding'));
    },
    /^Page 1 was changed\.$/,
  ],
  'another title': [(pdf) => pdf.setTitle('Consent'), /^The Title of the document was changed\.$/],
};

test('P11-06 whatever else differs is refused with the reason: text, pages, boxes, fonts, fields of others, flags, places, names, annotations, actions', async () => {
  const said: [string, unknown][] = [];
  for (const [what, [change, expected]] of Object.entries(attacks)) {
    const result = await takeFilling(dealt, await filledByLibrary(dealt, change as never), 1);
    const problem = 'problem' in result ? result.problem : 'none';
    if (!expected.test(problem)) said.push([what, problem]);
  }
  expect(said).toEqual([]);
});

test('P11-06 an earlier signature cannot be removed, redrawn or moved to another field', async () => {
  const other = { ...signedByFirst(), drawings: [{ ...signedByFirst().drawings[0]!, png: aDrawing({ width: 200 }) }] };
  const redrawn = await writeFilling(dealt, other);
  const attempts: Record<string, Uint8Array> = {
    removed: await changed(signed, (pdf) => widgetOf(pdf, names.first).delete(PDFName.of('AP'))),
    redrawn,
    unlocked: await changed(signed, (pdf) => pdf.getForm().getTextField(names.first).disableReadOnly()),
    'never given': dealt,
  };
  for (const [what, submitted] of Object.entries(attempts))
    expect([what, await takeFilling(signed, submitted, 2)]).toEqual([
      what,
      { problem: expect.stringMatching(/^The field "(Signature4_1_Required|TextInput0_1.*)" was changed\.$/) },
    ]);
});

test('P11-06 a revision behind what was saved is refused, whatever it says', async () => {
  const revision = '\n99 0 obj\n<< >>\nendobj\nxref\n0 0\ntrailer\n<< /Root 1 0 R >>\nstartxref\n1\n%%EOF\n';
  for (const saved of [dealt, await filledByLibrary(dealt), await filledByViewer(dealt)])
    expect(await takeFilling(dealt, Buffer.concat([saved, Buffer.from(revision)]), 1)).toEqual({
      problem: 'A revision was appended to the file.',
    });
});

test('P11-06 what stands behind the end of a submission is refused, unless it is white space or was dealt with it', async () => {
  const ended = (file: Uint8Array, more: string) => Buffer.concat([file, Buffer.from(more)]);
  for (const saved of [dealt, await filledByLibrary(dealt), await filledByViewer(dealt)])
    for (const more of ['\n%%EOF evil', 'evil', '\nevil\n%%EOF evil'])
      expect(await takeFilling(dealt, ended(saved, more), 1)).toEqual({
        problem: 'Something was added behind the end of the file.',
      });
  const [first, second] = [await filledByLibrary(dealt), ended(await filledByLibrary(dealt), '\r\n \0')];
  expect(await takeFilling(dealt, second, 1)).toEqual(await takeFilling(dealt, first, 1));
  const longer = ended(dealt, '\nwhat a program left');
  expect(await takeFilling(longer, longer, 1)).toEqual(await takeFilling(dealt, dealt, 1));
});

test('P11-06 SEC-31 a submission that goes in circles, nests without end or swells is refused, and nobody waits for it', async () => {
  const circles: Record<string, (pdf: PDFDocument) => unknown> = {
    'a page tree': (pdf) =>
      pdf.catalog
        .Pages()
        .Kids()
        .push(pdf.catalog.get(PDFName.of('Pages')) as never),
    'a field of itself': (pdf) => {
      const { ref } = pdf.getForm().getTextField(names.firstName);
      fieldOf(pdf, names.firstName).set(PDFName.of('Kids'), pdf.context.obj([ref]));
    },
    'a parent of itself': (pdf) => {
      const { ref } = pdf.getForm().getTextField(names.firstName);
      fieldOf(pdf, names.firstName).set(PDFName.of('Parent'), ref);
    },
    'references that lead to each other': (pdf) => {
      const [one, other] = [pdf.context.nextRef(), pdf.context.nextRef()];
      pdf.context.assign(one, other);
      pdf.context.assign(other, one);
      pdf.catalog.set(PDFName.of('Outlines'), one);
    },
    'a long chain': (pdf) => {
      let next = pdf.context.register(pdf.context.obj({}));
      for (let n = 0; n < 2_000; n += 1) next = pdf.context.register(pdf.context.obj({ Next: next }));
      pdf.catalog.set(PDFName.of('Outlines'), next);
    },
  };
  for (const [what, change] of Object.entries(circles)) {
    const result = await takeFilling(dealt, await filledByLibrary(dealt, change as never), 1);
    expect([what, result]).toEqual([what, { problem: expect.any(String) }]);
  }
  // A chain that was dealt is followed to its end.
  const chained = await changed(dealt, circles['a long chain'] as never);
  expect(await takeFilling(chained, await filledByLibrary(chained), 1)).toMatchObject({ values: filled });

  const { context } = await PDFDocument.create();
  const small = context.flateStream('a') as PDFRawStream;
  const swollen = context.flateStream('b'.repeat(100_000)) as PDFRawStream;
  expect(() => unpackedAlike(small, swollen, { left: 50_000 })).toThrow('damaged or too large');
});

test('P11-05 a drawing in the submitted file is named, so that it is refused without its proof; borders and background are none', async () => {
  const drawn = await filledByLibrary(dealt, async (pdf) => {
    const picture = await pdf.embedPng(aDrawing());
    pdf.getForm().getTextField(names.first).setImage(picture);
  });
  expect(await takeFilling(dealt, drawn, 1)).toMatchObject({ drawn: [names.first] });
  const typed = await filledByLibrary(dealt, (pdf) => pdf.getForm().getTextField(names.first).setText('Lucja'));
  expect(await takeFilling(dealt, typed, 1)).toMatchObject({ drawn: [names.first] });
});

test('P11-06 OPS-57 what records know and a field has no room for is taken as it was dealt; what somebody types is no longer than the field says', async () => {
  const narrow = await changed(dealt, (pdf) => {
    fieldOf(pdf, names.firstName).set(PDFName.of('MaxLen'), PDFNumber.of(5));
    fieldOf(pdf, names.address).set(PDFName.of('MaxLen'), PDFNumber.of(5));
  });
  const known = { 'Patient First Name': 'Adelheid', 'Patient Address': '7 Elm Row\r\nSalem' };
  const ofOrder = Buffer.from(await fillByLabel(narrow, known));
  const drawnBy = (values: Record<string, string>) =>
    changed(ofOrder, (pdf) => {
      for (const [name, text] of Object.entries(values))
        fieldOf(pdf, name).set(PDFName.of('V'), PDFHexString.fromText(text));
    });
  const dealtValues = { [names.firstName]: 'Adelheid', [names.address]: '7 Elm Row\nSalem' };
  expect(await takeFilling(ofOrder, await drawnBy({}), 1)).toMatchObject({ values: dealtValues });
  expect(await takeFilling(ofOrder, await drawnBy({ [names.firstName]: 'Heidi' }), 1)).toMatchObject({
    values: { ...dealtValues, [names.firstName]: 'Heidi' },
  });
  expect(await takeFilling(ofOrder, await drawnBy({ [names.firstName]: 'Adelaide' }), 1)).toEqual({
    problem: 'The value of the field "TextInput0_1_Required_Patient First Name" cannot be taken.',
  });
});

test('P11-06 what is no PDF, locked or of odd values is refused in words', async () => {
  const refused = async (submitted: Uint8Array) => {
    const result = await takeFilling(dealt, submitted, 1);
    return 'problem' in result ? result.problem : null;
  };
  expect(await refused(Buffer.from('%PDF-1.7\nhello\n%%EOF'))).toBe('The file cannot be read.');
  const encrypted = await filledByLibrary(dealt, (pdf) => pdf.encrypt({ userPassword: 'x', ownerPassword: 'y' }));
  expect(await refused(encrypted)).toBe('The file cannot be read.');
  const odd = (value: unknown) =>
    filledByLibrary(dealt, (pdf) => fieldOf(pdf, names.route).set(PDFName.of('V'), value as never));
  expect(await refused(await odd(PDFName.of('7')))).toBe(`The value of the field "${names.route}" cannot be taken.`);
  const long = await filledByLibrary(dealt, (pdf) =>
    pdf.getForm().getTextField(names.address).setText('x'.repeat(10_001)),
  );
  expect(await refused(long)).toBe(`The value of the field "${names.address}" cannot be taken.`);
});
