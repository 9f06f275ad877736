/** PDFs written by hand, byte for byte, for tests of what may be kept. */

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

/** A document of one page that holds nothing but this text. */
export const aPdf = (text = 'Delivered.'): Buffer =>
  pdfOf([
    catalog(),
    pages,
    page('/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'),
    stream(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
