/** In points. */
export const letter = [612, 792] as const;
