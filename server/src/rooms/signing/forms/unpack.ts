/** Whether two streams hold the same, however they are packed. */
import { inflateSync } from 'node:zlib';
import { PDFArray, PDFName, PDFNull, type PDFObject, type PDFRawStream } from '@cantoo/pdf-lib';
import { Difference } from './difference.ts';

/** How many bytes may still be unpacked. */
export interface Budget {
  left: number;
}

/** The packing that is left once what everybody unpacks is undone: a picture stays packed as a picture. */
interface Unpacked {
  bytes: Uint8Array;
  filters: readonly string[];
}

export function unpackedAlike(
  a: PDFRawStream,
  b: PDFRawStream,
  budget: Budget,
  of: (bytes: Uint8Array) => string | Uint8Array = (bytes) => bytes,
): boolean {
  const [ofA, ofB] = [filtersOf(a), filtersOf(b)];
  if (isSame(ofA, ofB) && isSame(a.contents, b.contents)) return true;
  const [one, other] = [unpack(a, ofA, budget), unpack(b, ofB, budget)];
  return isSame(one.filters, other.filters) && isSame(of(one.bytes), of(other.bytes));
}

function isSame(a: string | Uint8Array | readonly string[], b: string | Uint8Array | readonly string[]): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return String(a) === String(b) && a.length === b.length;
}

/** Each with what is said of it. */
function filtersOf({ dict }: PDFRawStream): string[] {
  const [filter, parameters] = [dict.lookup(PDFName.of('Filter')), dict.lookup(PDFName.of('DecodeParms'))];
  const listed = (object: PDFObject | undefined): PDFObject[] =>
    object instanceof PDFArray ? object.asArray() : object === undefined || object === PDFNull ? [] : [object];
  const said = listed(parameters);
  return listed(filter).map((one, i) => {
    const how = said[i] && dict.context.lookup(said[i]);
    return [dict.context.lookup(one), ...(how === undefined || how === PDFNull ? [] : [how])].map(String).join(' ');
  });
}

function unpack({ contents }: PDFRawStream, filters: readonly string[], budget: Budget): Unpacked {
  const [first, ...rest] = filters;
  // What is said of it, such as how rows of a picture are told, holds for what comes out.
  const how = first?.startsWith('/FlateDecode ') ? first.slice('/FlateDecode '.length) : null;
  if (first !== '/FlateDecode' && how === null) return { bytes: contents, filters };
  let bytes: Buffer;
  try {
    bytes = inflateSync(contents, { maxOutputLength: Math.max(1, budget.left) });
  } catch {
    throw new Difference('A part of the file is damaged or too large.');
  }
  budget.left -= bytes.length;
  return { bytes, filters: how === null ? rest : [`rows ${how}`, ...rest] };
}
