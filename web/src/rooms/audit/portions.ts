import type { CsvRow } from '#kit/csv.ts';

/** Of a call that brings a portion, which may be a few megabytes. */
export const portionWay = { waitMs: 60_000 };

/** Asks portion by portion until there is none left, and tells how many entries have come. */
export async function allRows<P extends { entries: readonly unknown[]; next: unknown }>(
  ask: (before: NonNullable<P['next']> | undefined) => Promise<P>,
  rowsOf: (portion: P) => CsvRow[],
  onProgress: (entries: number) => void,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let count = 0;
  let before: NonNullable<P['next']> | undefined;
  do {
    const portion = await ask(before);
    rows.push(...rowsOf(portion));
    count += portion.entries.length;
    onProgress(count);
    before = portion.next ?? undefined;
  } while (before !== undefined);
  return rows;
}
