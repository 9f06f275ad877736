/** So many letters stand before what was found: a row is narrow, and what was found must be in it. */
const mostBefore = 20;

/** The place in a text where something is, in whatever case, and what stands around it; nothing is found where it is not there. */
export function excerptOf(text: string, sought: string): { before: string; found: string; after: string } {
  const small = sought.trim().toLowerCase();
  let from = 0;
  while (from < text.length && !text.slice(from).toLowerCase().startsWith(small)) from += 1;
  if (small === '' || from === text.length) return { before: text, found: '', after: '' };
  let to = from + 1;
  // A letter may be longer in small.
  while (text.slice(from, to).toLowerCase().length < small.length) to += 1;
  return { before: shortened(text.slice(0, from)), found: text.slice(from, to), after: text.slice(to) };
}

/** Its end, from the beginning of a word where there is one. */
function shortened(before: string): string {
  const letters = [...before];
  if (letters.length <= mostBefore) return before;
  const end = letters.slice(-mostBefore).join('');
  const word = end.search(/\s/);
  return `…${word < 0 || word === end.length - 1 ? end : end.slice(word + 1)}`;
}
