/** What went wrong with a job, for operators and the log: without what the job was given, which a message may repeat (PRV-05). */
export function failureText(error: unknown, payload: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const given = leavesOf(payload).sort((a, b) => b.length - a.length);
  return given.reduce((text, leaf) => text.replaceAll(wordOf(leaf), '…'), said).slice(0, 500);
}

/** The text where it stands alone: a "1" in it does not tear other numbers apart. */
const wordOf = (text: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`, 'giu');

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  const leaf = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return leaf === '' ? [] : [leaf];
}
