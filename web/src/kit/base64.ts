/** Between files and the base64 of the wire, for documents of many megabytes. */

/** The base64 of a file; the browser reads and encodes it while the page goes on. */
export const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = reader.result as string;
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });

/** Characters that are decoded at a time: a whole number of fours. */
const piece = 2 ** 19;

/**
 * The file of a base64 text, decoded in pieces so that the page stays alive between them.
 * The short way, `fetch('data:…')`, is what the content security policy forbids.
 */
export async function fromBase64(text: string, type: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  for (let at = 0; at < text.length; at += piece) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    parts.push(decode(text.slice(at, at + piece)));
  }
  return new Blob(parts, { type });
}

// By the browser itself, where it can.
const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;

function decode(text: string): Uint8Array<ArrayBuffer> {
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
