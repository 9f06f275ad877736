/** Where a name stands in an object of a PDF, and whether it is a name that people chose, such as that of a font. */
import { closeOf, outside } from './pdf-values.ts';

/** The entries of records that are called so have names that people chose. */
const ofPeople = new Set(
  'Font XObject ColorSpace ExtGState Pattern Shading Properties CharProcs RoleMap ClassMap Dests Info'.split(' '),
);
/** So do the looks of a form field, one for each of its states. */
const looks = new Set(['N', 'R', 'D']);
/** Entries whose value is such a name. */
const called = new Set('AS V DV BaseFont FontName Name D Dest'.split(' '));

export interface Visitor {
  /** The name of an entry that the format knows, whose value is the next token, and how deep its record lies. */
  onKey: (at: number, depth: number) => void;
  /** A name that may mean something to a program. */
  onName: (at: number) => void;
  /** Whether the record or list that it points to has entries that people named, if it is one. */
  onReference: (number: number, isOfPeople: boolean) => void;
}

/** What is open around a token. */
interface Frame {
  close: string;
  /** Whether it is a record whose entries people named. */
  isOfPeople: boolean;
  /** The entry of a record whose value is awaited, and the one that the record itself or the list is the value of. */
  key: string | null;
  holder: string | null;
}

export const isWhole = (token: string | undefined): boolean => /^\d{1,10}$/.test(token ?? '');

/** Shows what stands where; false where readers could differ in that, and then what was shown means nothing. */
export function visit(tokens: readonly string[], { onKey, onName, onReference }: Visitor): boolean {
  const open: Frame[] = [];
  let top: Frame = { close: '', isOfPeople: false, key: null, holder: null };
  const namesWithin = () =>
    top.key !== null && !top.isOfPeople && (ofPeople.has(top.key) || (top.holder === 'AP' && looks.has(top.key)));
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as string;
    const close = closeOf(token);
    if (token === '>>' || token === ']') {
      if (token !== top.close || top.key !== null) return false;
      top = open.pop() as Frame;
      top.key = null;
    } else if (top.close === '>>' && top.key === null) {
      if (!token.startsWith('/')) return false;
      top.key = token.slice(1);
      if (!top.isOfPeople) onKey(i, open.length);
    } else if (close) {
      open.push(top);
      top = { close, isOfPeople: close === '>>' && namesWithin(), key: null, holder: top.key };
    } else {
      if (token.startsWith('/')) {
        // In a list it says nothing, by itself it may be what another object refers to.
        if (top.close === '' || (top.key !== null && !top.isOfPeople && !called.has(top.key))) onName(i);
      } else if (tokens[i + 2] === 'R' && isWhole(token) && isWhole(tokens[i + 1])) {
        onReference(Number(token), namesWithin());
        i += 2;
      } else if (token === 'R' || (top.close !== '' && outside.has(token))) return false;
      top.key = null;
    }
  }
  return top.close === '';
}
