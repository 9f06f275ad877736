/** What a text says that is longer than is taken: it is refused, and never cut. As the server counts. */
export const tooLong = (text: string, most: number): string | undefined =>
  text.length > most ? tooLongAsItIs(text.trim(), most) : undefined;

/** The same of a text that is taken with the blanks around it. */
export function tooLongAsItIs(text: string, most: number): string | undefined {
  const { length } = [...text];
  if (length <= most) return undefined;
  const [has, over] = [length, length - most].map((count) => count.toLocaleString('en'));
  return `Too long: it has ${has} characters, and ${most.toLocaleString('en')} at most are kept. Please shorten it by ${over}.`;
}
