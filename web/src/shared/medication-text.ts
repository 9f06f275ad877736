import type { Allowed } from '#kit/StrictField.tsx';

const separators = /[,|]/g;
/** Commas and pipes separate what is written into one answer (MAL-04, ANS-21). */
const withoutSeparators = (text: string): string => text.replace(separators, '');
/** As the directory writes a large number. Without the comma it is the same; 0,125 or 2,5 would be another one. */
const thousands = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g;

/** A field that was not filled in. */
export interface LeftEmpty {
  label: string;
  /** What the directory has for it, with its comma or pipe; null where it is too long. */
  separated: string | null;
}

/**
 * What a field takes of the directory: all of it, or nothing. Half of a number is another one, and so is one without its comma;
 * what is left empty is told.
 */
export function fitting(label: string, text: string, longest: number): { text: string; leftEmpty: LeftEmpty[] } {
  const kept = text.replace(thousands, withoutSeparators);
  const separated = kept.search(separators) < 0 ? null : text;
  if (separated === null && kept.length <= longest) return { text: kept, leftEmpty: [] };
  return { text: '', leftEmpty: [{ label, separated }] };
}

export const inMedications: Allowed = {
  keep: withoutSeparators,
  refused: separators,
  only: 'No commas or pipes',
  check: 'what is left',
};
