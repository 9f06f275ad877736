import type { Allowed } from '#kit/StrictField.tsx';

/** Commas and pipes separate what is written into one answer (MAL-04, ANS-21). */
export const withoutSeparators = (text: string): string => text.replace(/[,|]/g, '');
export const inMedications: Allowed = {
  keep: withoutSeparators,
  refused: /[,|]/g,
  only: 'No commas or pipes',
  check: 'what is left',
};
