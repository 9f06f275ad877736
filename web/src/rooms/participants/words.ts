/** PAR-11. */
export const genderWord = (gender: 0 | 1): string => (gender === 1 ? 'Female' : 'Male');
