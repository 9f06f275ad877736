/** The whole number that was typed, or null when it is none: "2.5" and "1e3" are not read as something else. */
export const wholeOf = (typed: string): number | null => (/^-?\d+$/.test(typed.trim()) ? Number(typed) : null);

/** Something was typed, and it is not a whole number. */
export const isNoWhole = (typed: string): boolean => typed.trim() !== '' && wholeOf(typed) === null;
