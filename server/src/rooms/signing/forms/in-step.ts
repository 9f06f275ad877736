/**
 * Walks through two files in step, from places that are to hold the same. Each object of the first is looked at once, whatever refers to
 * it, so the time grows with its size alone, and circles end.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { Difference } from './difference.ts';
import { isText, standing } from './pdf-file.ts';
import { type Budget, unpackedAlike } from './unpack.ts';

export type Keys = ReadonlySet<string>;
interface Pair {
  a: PDFObject;
  b: PDFObject;
  place: string;
}

export interface InStep {
  /** Says which object has taken the place of which, without a look at them. */
  pair: (a: PDFDict, b: PDFDict, place: string) => void;
  /** Whatever refers to the record, these entries of it may differ. */
  free: (a: PDFDict, keys: Keys) => void;
  /** Refuses any difference between the two, and in all they refer to that was not paired before. */
  refuse: (a: PDFObject | undefined, b: PDFObject | undefined, place: string) => void;
  /** The same for two records of which some entries may differ; a place for each of the others. */
  refuseIn: (a: PDFDict, b: PDFDict, place: (key: string) => string, keys?: Keys) => void;
}

const none: Keys = new Set();
const ofPacking: Keys = new Set('Length Filter DecodeParms DL'.split(' '));

export function inStep(first: PDFDocument, second: PDFDocument, budget: Budget): InStep {
  const partners = new Map<PDFObject, PDFObject>();
  const freedoms = new Map<PDFObject, Keys>();
  const open: Pair[] = [];

  /** Whether they were no pair before. */
  const pair = (a: PDFObject, b: PDFObject, place: string): boolean => {
    const known = partners.get(a);
    if (known && known !== b) throw new Difference(`${place} was changed.`);
    partners.set(a, b);
    return known === undefined;
  };

  const compare = (a: PDFObject | undefined, b: PDFObject | undefined, place: string): void => {
    const [one, other] = [standing(first, a), standing(second, b)];
    if (one === undefined && other === undefined) return;
    if (one !== undefined && other !== undefined) {
      if (isHolder(one) && isHolder(other)) {
        if (pair(one, other, place)) open.push({ a: one, b: other, place });
        return;
      }
      if (!isHolder(one) && isSameValue(one, other)) return;
    }
    throw new Difference(`${place} was changed.`);
  };

  const compareIn = (a: PDFDict, b: PDFDict, place: (key: string) => string, keys: Keys): void => {
    for (const [key, value] of a.entries()) {
      const name = key.decodeText();
      if (!keys.has(name)) compare(value, b.get(key), place(name));
    }
    for (const [key, value] of b.entries()) {
      const name = key.decodeText();
      if (!a.has(key) && !keys.has(name)) compare(undefined, value, place(name));
    }
  };

  const isAlikeInside = ({ a, b, place }: Pair): boolean => {
    if (a instanceof PDFArray && b instanceof PDFArray) {
      if (a.size() !== b.size()) return false;
      const others = b.asArray();
      for (const [i, one] of a.asArray().entries()) compare(one, others[i], place);
      return true;
    }
    if (a instanceof PDFDict && b instanceof PDFDict) {
      compareIn(a, b, () => place, freedoms.get(a) ?? none);
      return true;
    }
    if (!(a instanceof PDFRawStream) || !(b instanceof PDFRawStream)) return false;
    compareIn(a.dict, b.dict, () => place, ofPacking);
    return unpackedAlike(a, b, budget);
  };
  const walk = (): void => {
    for (let next = open.pop(); next; next = open.pop())
      if (!isAlikeInside(next)) throw new Difference(`${next.place} was changed.`);
  };

  return {
    pair: (a, b, place) => void pair(a, b, place),
    free: (a, keys) => void freedoms.set(a, keys),
    refuse: (a, b, place) => {
      const [one, other] = [standing(first, a), standing(second, b)];
      // They may be a pair already, which nobody has looked at.
      if (one !== undefined && other !== undefined && partners.get(one) === other)
        open.push({ a: one, b: other, place });
      else compare(one, other, place);
      walk();
    },
    refuseIn: (a, b, place, keys = none) => {
      compareIn(a, b, place, keys);
      walk();
    },
  };
}

type Holder = PDFArray | PDFDict | PDFStream;
const isHolder = (object: PDFObject): object is Holder =>
  object instanceof PDFArray || object instanceof PDFDict || object instanceof PDFStream;

function isSameValue(a: PDFObject, b: PDFObject): boolean {
  if (a instanceof PDFNumber) return b instanceof PDFNumber && a.asNumber() === b.asNumber();
  if (a instanceof PDFName || a instanceof PDFBool) return a === b;
  if (isText(a)) return isText(b) && Buffer.compare(a.asBytes(), b.asBytes()) === 0;
  return a.toString() === b.toString();
}
