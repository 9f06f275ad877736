/** PDFs made to be looked at for long: what they repeat has a reader begin again and again at what it has read. */
import { deflateSync } from 'node:zlib';
import { aPdf, catalog, page, pages, pdfOf, stream } from './pdfs.ts';

const fill = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));
const inCatalog = (text: string): Buffer => pdfOf([catalog(text), pages, page()]);
const withTable = (data: string, dict: string): Buffer =>
  pdfOf([catalog(), pages, page(), stream(data, `/Type /XRef ${dict}`)]);

const packed = deflateSync('7 0 null').toString('latin1');
const anObjectStream = (length: number | string = packed.length): string =>
  `5 0 obj<</Type/ObjStm/N 1/First 4/Length ${length}/Filter/FlateDecode>>stream\n${packed}\nendstream endobj\n`;

/** The words that have a reader begin anew, or go on to where it has been. */
const repeated = [
  String.raw`obj, obj,xobj ,endobj ,obj/,obj(,obj(\,obj<,obj%,\(obj,1 0 obj ,1 0 objx `,
  '(1 0 obj),(1 0 obj<<),(1 0 obj[),<1 0 obj>,%1 0 obj<<\n,1 0 obj<<,1 0 obj<<>>stream\nendobj\n',
  'stream ,<<>>stream\n,endstream,endstream ,trailer ,trailer<</Prev 9>>\n,startxref 9 ',
  '1 ,/a,%\n,0000000000 00000 n \n,9 0 obj<</A 1>>endobj\n,1 0 obj<</N 1/First 1>>stream\n',
  '1 0 obj<</W[1 1 1]/Size 1>>stream ,1 0 obj<</W[1 1 1]/Size 1>>stream\n',
].flatMap((some) => some.split(','));

/** A file of about so many bytes for each way. */
export function tiringPdfs(bytes: number): Record<string, Buffer> {
  const half = bytes / 2;
  /** An honest file, and what stands behind it. */
  const behind = (text: string): Buffer => Buffer.concat([aPdf(), Buffer.from(`${text}\n%%EOF`, 'latin1')]);
  const sameRows = deflateSync(Buffer.alloc(3 * Math.floor(half), Buffer.from([2, 5, 0]))).toString('latin1');
  return {
    ...Object.fromEntries(repeated.map((text) => [JSON.stringify(text), behind(fill(text, bytes))])),
    'streams with one end': behind(`${fill('1 0 obj<</W[1 1 1]/Size 0>>stream\n', bytes)}endstream`),
    'strings within strings': behind(fill('obj(', half) + fill(')', half)),
    'lists within lists': inCatalog(`/A ${'['.repeat(half)}${']'.repeat(half)}`),
    'lists without an end': inCatalog(fill('[ ', bytes)),
    'records within records': inCatalog(`/A ${fill('<</A', half)} 1 ${fill('>>', half)}`),
    'a long name': inCatalog(`/${fill('#41', bytes)} 1`),
    'a name of marks': inCatalog(`/${fill('#', bytes)} 1`),
    'a long filter': withTable('abc', `/W [1 1 1] /Size 1 /${fill('Decode', bytes)}`),
    'a long string': inCatalog(`/A (${fill('\\(', half)}${fill('(', half / 2)}${fill(')', half / 2)})`),
    'starts within starts': inCatalog(
      fill('/OpenAction<<', bytes) + '/S/GoTo' + '>>'.repeat(Math.ceil(bytes / '/OpenAction<<'.length)),
    ),
    'many starts': inCatalog(fill('/OpenAction<</S/GoTo>>', bytes)),
    'many links': inCatalog(fill('/URI 3 0 R ', bytes)),
    'many kids': pdfOf([catalog(), `<< /Type /Pages /Kids [${fill('2 0 R ', bytes)}] /Count 1 >>`, page()]),
    'one object in many versions': behind(fill('3 0 obj [2 0 R 2 0 R] endobj ', bytes)),
    'a length in many versions': behind(fill('8 0 obj 1 endobj ', half) + fill(anObjectStream('8 0 R'), half)),
    'many object streams of one number': behind(
      fill(anObjectStream(), half) +
        `9 0 obj<</Type/XRef/W[1 1 1]/Size 9/Index[${fill('7 1 ', half)}]/Length ${sameRows.length}/Filter/FlateDecode>>` +
        `stream\n${sameRows}\nendstream`,
    ),
    'many ranges of a table': withTable('abc', `/W [1 1 1] /Size 1 /Index [${fill('0 0 ', bytes)}]`),
    'a range without an end': withTable(fill('a', bytes), '/W [1 0 0] /Size 1 /Index [0 9999999999]'),
    'a table that swells a thousandfold': withTable(
      deflateSync(Buffer.alloc(500 * bytes)).toString('latin1'),
      '/W [1 0 0] /Size 1 /Index [0 9999999999] /Filter /FlateDecode',
    ),
  };
}
