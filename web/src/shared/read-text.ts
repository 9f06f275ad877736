const notUtf8 =
  'This file is not saved as UTF-8, so some letters cannot be read. Save it as “CSV UTF-8” and choose it again.';

/** What a chosen CSV file says, or why it cannot be read: no letter is guessed, since a damaged name would pass for a name. */
export async function readText(file: Blob): Promise<{ text: string } | { problem: string }> {
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return { problem: 'The file cannot be read.' };
  try {
    return { text: new TextDecoder(encodingOf(buffer), { fatal: true }).decode(buffer) };
  } catch {
    return { problem: notUtf8 };
  }
}

/** By the mark of its beginning, which the decoder leaves away. */
function encodingOf(buffer: ArrayBuffer): string {
  const [first, second] = new Uint8Array(buffer);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
