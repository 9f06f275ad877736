/**
 * What in a PDF acts by itself or reaches outside of it (SEC-31). Whoever writes it into a PDF writes one of these names, in a place
 * where it means that.
 */
import type { FoundObject } from './pdf-parts.ts';
import { isWhole, visit } from './pdf-places.ts';
import { isString } from './pdf-tokens.ts';

/** Scripts, programs, files inside, players, targets and parts outside. */
const always = new Set(
  `JS JavaScript Rendition OnInstantiate XFA Launch ImportData SubmitForm GoToE GoToR EF EmbeddedFile EmbeddedFiles
  FileAttachment Collection Movie Sound Filespec FileSpec OPI PS FFilter FDecodeParms GoTo3DView U3D SlideShow
  AlternatePresentations PresSteps`.split(/\s+/),
);
const isAlways = (name: string) => always.has(name) || name.startsWith('RichMedia') || name.startsWith('3D');
/** These also stand for something harmless, such as a list in a structure tree. */
const asRecord = new Set(['AA', 'Ref']);
/** What a file outside is called, whether or not its record says what it is; a number or a name is something harmless. */
const ofFile = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix']);
const ofTarget = new Set(['URI', 'Base']);
const isWebTarget = (token: string) => /^\(\s*(?:https?|mailto|tel):/i.test(token);

/** A record, or a reference to one, in whatever way its number is written. */
const mayBeRecord = (token: string) => token === '<<' || token === '' || /^[+\-.\d]/.test(token);
/** The number of the object that is referred to, or null. */
const referredTo = (tokens: readonly string[], at: number): number | null =>
  isWhole(tokens[at]) && isWhole(tokens[at + 1]) && tokens[at + 2] === 'R' ? Number(tokens[at]) : null;

export interface Watch {
  see: (object: FoundObject) => void;
  /** Once everything was seen: what a reference points to may stand after it. */
  isActive: () => boolean;
}

/** For what an object cannot be used, as bits. */
const asView = 1;
const asTarget = 2;
const asNoFile = 4;

function unfitnessOf(tokens: readonly string[]): number {
  const [first = ''] = tokens;
  // Some viewers follow a reference that stands for an object.
  const isLink = tokens[2] === 'R';
  return (
    (isViewAt(tokens, 0) ? 0 : asView) |
    (first === '<<' || first === 'null' || isWebTarget(first) ? 0 : asTarget) |
    (isString(first) || isLink ? asNoFile : 0)
  );
}

export function watchActions(): Watch {
  let found = false;
  /** By number, for what one of its versions is unfit; and the same of those whose number cannot be told. */
  const unfit = new Map<number, number>();
  let unfitUnread = 0;
  const used: { number: number; how: number }[] = [];
  /** Objects whose own entries would act, if people had not named them; and how objects are referred to. */
  const doubtful: FoundObject['numbers'][] = [];
  const namedByPeople = new Set<number>();
  const others = new Set<number>();
  let hasOddReference = false;

  const actsAsKey = (tokens: readonly string[], at: number): boolean => {
    const [name, value = ''] = [(tokens[at] as string).slice(1), tokens[at + 1]];
    const number = referredTo(tokens, at + 1);
    const isOdd = tokens[at + 3] === 'R' && number === null;
    const isFor = (how: number) => void (number !== null && used.push({ number, how }));
    if (name === 'OpenAction') {
      isFor(asView);
      return number === null && !isHarmlessStart(tokens, at + 1);
    }
    if (ofFile.has(name)) {
      isFor(asNoFile);
      return isOdd || isString(value) || value === '<<';
    }
    if (ofTarget.has(name)) {
      isFor(asTarget);
      return isOdd || (isString(value) && !isWebTarget(value));
    }
    // A file system of the name "URL".
    if (name === 'FS') return value === '/URL' || mayBeRecord(value);
    return asRecord.has(name) ? mayBeRecord(value) : isAlways(name);
  };

  const seeAnywhere = (tokens: readonly string[]) => {
    tokens.forEach((token, at) => {
      if (token.startsWith('/')) found ||= actsAsKey(tokens, at) || actsAsName(tokens, at);
      if (token !== 'R') return;
      const number = referredTo(tokens, at - 2);
      if (number === null) hasOddReference = true;
      else others.add(number);
    });
  };

  return {
    see: ({ numbers, tokens }) => {
      if (numbers !== 'unread')
        for (const number of numbers) unfit.set(number, (unfit.get(number) ?? 0) | unfitnessOf(tokens));
      else unfitUnread |= (tokens.includes('/URI') ? asView : 0) | (isString(tokens[0]) ? asTarget | asNoFile : 0);
      let isDoubtful = false;
      const isPlain = visit(tokens, {
        onKey: (at, depth) => {
          if (found || !actsAsKey(tokens, at)) return;
          if (depth === 1) isDoubtful = true;
          else found = true;
        },
        onName: (at) => {
          found ||= actsAsName(tokens, at);
        },
        onReference: (number, isOfPeople) => void (isOfPeople ? namedByPeople : others).add(number),
      });
      if (!isPlain) seeAnywhere(tokens);
      // What says of itself what it is could be found without a reference.
      else if (isDoubtful && tokens.includes('/Type')) found = true;
      else if (isDoubtful) doubtful.push(numbers);
    },
    isActive: () => {
      const isOnlyNamed = (number: number) => namedByPeople.has(number) && !others.has(number);
      const isUnfit = (number: number, how: number) =>
        (((unfit.get(number) ?? asView | asTarget) | unfitUnread) & how) !== 0;
      return (
        found ||
        used.some(({ number, how }) => isUnfit(number, how)) ||
        doubtful.some(
          (numbers) => hasOddReference || numbers === 'unread' || numbers.length === 0 || !numbers.every(isOnlyNamed),
        )
      );
    },
  };
}

/** An article is called so too; the action jumps into one of another file. */
const actsAsName = (tokens: readonly string[], at: number): boolean => {
  const name = (tokens[at] as string).slice(1);
  return isAlways(name) || (name === 'Thread' && tokens[at - 1] !== '/Type');
};

/** A place to look at; or a name or a string, which say nothing. */
const isHarmlessStart = (tokens: readonly string[], at: number): boolean => {
  const [token = ''] = [tokens[at]];
  return token.startsWith('/') || ['>>', 'null'].includes(token) || isString(token) || isViewAt(tokens, at);
};

/** In tokens; such an action says a page and a place on it. */
const longestView = 200;

/** A place in the document, or the one action that goes to such a place and nowhere from there. */
function isViewAt(tokens: readonly string[], at: number): boolean {
  if (tokens[at] === '[') return true;
  if (tokens[at] !== '<<') return false;
  let end = at + 1;
  for (let depth = 1; depth > 0; end += 1) {
    if (end >= Math.min(tokens.length, at + longestView)) return false;
    if (tokens[end] === '<<') depth += 1;
    if (tokens[end] === '>>') depth -= 1;
  }
  const inside = tokens.slice(at, end);
  const kind = inside.indexOf('/S');
  return inside[kind + 1] === '/GoTo' && kind === inside.lastIndexOf('/S') && !inside.includes('/Next');
}
