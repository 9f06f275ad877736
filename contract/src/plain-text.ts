/** A text as people compare it: without accents, in lower case, without what stands around it. */
export const plainText = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
