import type { Allowed } from '#kit/StrictField.tsx';

/** Commas and pipes separate what is written into one answer (MAL-04, ANS-21). */
const withoutSeparators = (text: string): string => text.replace(/[,|]/g, '');
/** What a field takes of the directory: all of it, or nothing. Half of a number is another one. */
export function fitting(text: string, longest: number): string {
  const kept = withoutSeparators(text);
  return kept.length <= longest ? kept : '';
}
export const inMedications: Allowed = {
  keep: withoutSeparators,
  refused: /[,|]/g,
  only: 'No commas or pipes',
  check: 'what is left',
};
