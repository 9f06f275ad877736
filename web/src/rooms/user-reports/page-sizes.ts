/** Letter size, and the page to sign on, in points (URP-07). */
export const letter = [612, 792] as const;
export const signaturePage = [612, 400] as const;
