/** The page to sign on, in points (URP-07). */
export const signaturePage = [612, 400] as const;
