/** PDFs written by hand, byte for byte, for tests of what may be kept. */
import { deflateSync } from 'node:zlib';

/** A file of these objects, numbered from 1, with its table and trailer. The first is the catalog, the second the page tree. */
export function pdfOf(
  objects: readonly string[],
  { trailer = '', head = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n' } = {},
): Buffer {
  let text = head;
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  return Buffer.from(text + tableOf(text.length, offsets, trailer), 'latin1');
}

/** The cross-reference table for these offsets, and what follows it. */
export const tableOf = (at: number, offsets: readonly number[], trailer = ''): string =>
  `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('')}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;

export const catalog = (more = '') => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
export const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
export const page = (more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${more} >>`;
export const stream = (data: string, dict = '') => `<< /Length ${data.length} ${dict} >>\nstream\n${data}\nendstream`;

/** Where an object is that lies inside an object stream. */
export type Inside = Readonly<Record<number, readonly [stream: number, index: number]>>;

/**
 * The same for a file whose table is a stream, as newer programs write it: these objects as they lie there, and what the table says
 * of those inside object streams. The rows are told as differences from the one before (`isShifted`) or plainly.
 */
export function pdfWithTableStream(
  objects: Readonly<Record<number, string>>,
  inside: Inside = {},
  { isShifted = false, dict = '/Type /XRef' } = {},
): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const rows = new Map<number, readonly number[]>([[0, [0, 0, 0]]]);
  for (const [number, object] of Object.entries(objects)) {
    rows.set(Number(number), [1, text.length, 0]);
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  for (const [number, place] of Object.entries(inside)) rows.set(Number(number), [2, ...place]);
  const own = Math.max(...rows.keys()) + 1;
  const at = text.length;
  rows.set(own, [1, at, 0]);
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  const table = Buffer.concat(
    numbers.map((number, i) => {
      const row = rowOf(rows.get(number) as readonly number[]);
      const above = i > 0 ? rowOf(rows.get(numbers[i - 1] as number) as readonly number[]) : Buffer.alloc(row.length);
      return isShifted ? Buffer.from([2, ...row.map((byte, n) => byte - (above[n] as number))]) : row;
    }),
  );
  const index = numbers.map((number) => `${number} 1`).join(' ');
  const shift = isShifted ? '/DecodeParms << /Predictor 12 /Columns 7 >>' : '';
  const packed = deflateSync(table).toString('latin1');
  const said = `${dict} /Size ${own + 1} /W [1 4 2] /Index [${index}] /Root 1 0 R /Filter /FlateDecode ${shift}`;
  return Buffer.from(`${text}${own} 0 obj\n${stream(packed, said)}\nendobj\nstartxref\n${at}\n%%EOF\n`, 'latin1');
}
function rowOf([type = 0, second = 0, third = 0]: readonly number[]): Buffer {
  const row = Buffer.alloc(7);
  row.writeUInt8(type, 0);
  row.writeUInt32BE(second, 1);
  row.writeUInt16BE(third, 5);
  return row;
}

/** A document of one page that holds nothing but this text. */
export const aPdf = (text = 'Delivered.'): Buffer =>
  pdfOf([
    catalog(),
    pages,
    page('/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'),
    stream(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
