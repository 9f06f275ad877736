/** How many days one day comes after another; less than none where it comes before it. */
export const daysBetween = (day: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
