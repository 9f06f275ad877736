/** The tags of a source that begin with one of these names, a pattern, each up to its own end. */
export function tagsOf(source: string, names: string): string[] {
  return [...source.matchAll(new RegExp(`<(?:${names})\\b`, 'g'))].map(({ index }) => {
    let [depth, end] = [0, index];
    for (; end < source.length; end++) {
      const letter = source[end];
      // A string of the tag itself may hold a brace, or what looks like the end.
      if (depth === 0 && letter === '"') end = source.indexOf('"', end + 1);
      else if (letter === '{') depth++;
      else if (letter === '}') depth--;
      else if (letter === '>' && depth === 0) break;
    }
    return source.slice(index, end + 1);
  });
}
