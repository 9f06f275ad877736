/** What a text says that is longer than is taken: it is refused, and never cut. As the server counts. */
export function tooLong(text: string, most: number): string | undefined {
  const length = text.length > most ? [...text.trim()].length : 0;
  if (length <= most) return undefined;
  const [has, over] = [length, length - most].map((count) => count.toLocaleString('en'));
  return `Too long: it has ${has} characters, and ${most.toLocaleString('en')} at most are kept. Please shorten it by ${over}.`;
}
