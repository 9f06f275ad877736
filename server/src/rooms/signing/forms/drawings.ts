/** Drawings of signatures: what counts as one, in a file and as a picture. */
import { inflateSync } from 'node:zlib';
import { PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import { dictIn, nameIn, standing } from './pdf-file.ts';

/** More lines than borders have. */
const linesOfBorders = 12;

/** Whether an appearance shows more than borders, a background and words: a picture, curves, or many lines. */
export function isDrawing(pdf: PDFDocument, look: PDFObject | undefined): boolean {
  const open: { look: PDFStream; depth: number }[] = look instanceof PDFStream ? [{ look, depth: 0 }] : [];
  const seen = new Set<PDFStream>();
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.look)) continue;
    seen.add(next.look);
    if (nameIn(pdf, next.look.dict, 'Subtype') === 'Image') return true;
    const content = contentOf(next.look);
    if (content === null) return true;
    if (/(?:^|\s)(?:BI|sh)(?=\s|$)/.test(content)) return true;
    if (/\d\s+[cvy](?=\s|$)/.test(content)) return true;
    if ((content.match(/\d\s+l(?=\s|$)/g)?.length ?? 0) > linesOfBorders) return true;
    const pictures = dictIn(
      pdf,
      dictIn(pdf, next.look.dict, 'Resources') ?? PDFDict.withContext(pdf.context),
      'XObject',
    );
    for (const [, name] of content.matchAll(/\/([^\s/<>[\]()%]+)\s+Do(?=\s|$)/g)) {
      const used = pictures && standing(pdf, pictures.get(PDFName.of(name as string)));
      if (used instanceof PDFStream && next.depth < 10) open.push({ look: used, depth: next.depth + 1 });
    }
  }
  return false;
}

/** Operators of an appearance, without its texts; null where it is longer than borders and words ever are, or packed in an unusual way. */
function contentOf(look: PDFStream): string | null {
  try {
    return withoutStrings(Buffer.from(unpacked(look)).toString('latin1'));
  } catch {
    return null;
  }
}
const longestLook = 262_144;

function unpacked(look: PDFStream): Uint8Array {
  if (!(look instanceof PDFRawStream)) return look.getContents();
  const filter = look.dict.lookup(PDFName.of('Filter'));
  if (filter === undefined) return look.contents.subarray(0, longestLook);
  if (filter === PDFName.of('FlateDecode') && !look.dict.has(PDFName.of('DecodeParms')))
    return inflateSync(look.contents, { maxOutputLength: longestLook });
  throw new Error('no program that we know packs a look otherwise');
}

const withoutStrings = (content: string): string =>
  content.replace(/\((?:\\[^]|[^\\()])*\)/g, ' ').replace(/<[0-9a-fA-F\s]*>/g, ' ');
