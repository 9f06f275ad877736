/** What in a PDF acts by itself or reaches outside of it (SEC-31). Whoever writes it into a PDF writes one of these names. */
import type { FoundObject } from './pdf-parts.ts';
import { aString } from './pdf-tokens.ts';

/** Scripts, programs, files inside, players, targets and parts outside. */
const always = new Set(
  `JS JavaScript Rendition OnInstantiate XFA Launch ImportData SubmitForm GoToE GoToR EF EmbeddedFile EmbeddedFiles
  FileAttachment Collection Movie Sound Filespec FileSpec OPI`.split(/\s+/),
);
/** These also stand for something harmless, such as a list in a structure tree. */
const asRecord = new Set(['/AA', '/Ref']);
const isNumber = (token: string | undefined) => /^\d{1,10}$/.test(token ?? '');
/** A record, or a reference to one, in whatever way its number is written. */
const mayBeRecord = (token: string) => token === '<<' || token === '' || /^[+\-.\d]/.test(token);

export interface Watch {
  see: (object: FoundObject) => void;
  /** Once everything was seen: what a file opens with may stand after the object that says so. */
  isActive: () => boolean;
}

export function watchActions(): Watch {
  let found = false;
  const openedWith = new Set<number>();
  const isView = new Map<number, boolean>();
  let hasUnreadLink = false;
  return {
    see: ({ numbers, tokens }) => {
      if (numbers === 'unread') hasUnreadLink ||= tokens.includes('/URI');
      else for (const number of numbers) isView.set(number, isView.get(number) !== false && isViewAt(tokens, 0));
      tokens.forEach((token, i) => {
        if (!token.startsWith('/')) return;
        if (token !== '/OpenAction') found ||= acts(tokens, i);
        else if (isNumber(tokens[i + 1]) && tokens[i + 3] === 'R') openedWith.add(Number(tokens[i + 1]));
        else found ||= !isHarmlessStart(tokens, i + 1);
      });
    },
    isActive: () =>
      found || (openedWith.size > 0 && hasUnreadLink) || [...openedWith].some((number) => isView.get(number) !== true),
  };
}

function acts(tokens: readonly string[], i: number): boolean {
  const [token = '', next = ''] = [tokens[i], tokens[i + 1]];
  const name = token.slice(1);
  if (always.has(name) || name.startsWith('RichMedia')) return true;
  if (asRecord.has(token)) return mayBeRecord(next);
  // A file system of the name "URL".
  if (name === 'FS') return next === '/URL' || mayBeRecord(next);
  // An article is one too; the action jumps into one of another file.
  return name === 'Thread' && tokens[i - 1] !== '/Type';
}

/** A place to look at; or a name or a string, which say nothing. */
const isHarmlessStart = (tokens: readonly string[], at: number): boolean => {
  const [token = ''] = [tokens[at]];
  return token.startsWith('/') || ['>>', 'null', aString].includes(token) || isViewAt(tokens, at);
};

/** A place in the document, or the one action that goes to such a place and nowhere from there. */
function isViewAt(tokens: readonly string[], at: number): boolean {
  if (tokens[at] === '[') return true;
  if (tokens[at] !== '<<') return false;
  let end = at + 1;
  for (let depth = 1; depth > 0; end += 1) {
    if (end >= tokens.length) return false;
    if (tokens[end] === '<<') depth += 1;
    if (tokens[end] === '>>') depth -= 1;
  }
  const inside = tokens.slice(at, end);
  const kind = inside.indexOf('/S');
  return inside[kind + 1] === '/GoTo' && kind === inside.lastIndexOf('/S') && !inside.includes('/Next');
}
