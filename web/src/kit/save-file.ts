/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A browser may begin to read it only some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What some system forbids in a name, and what is not seen in it, such as a turn of the writing direction. */
const unwanted = /[<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The name of a downloaded PDF: the last part of the given one, as every system can keep it (SEC-31). */
export function pdfName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const bare = last
    .replace(unwanted, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.pdf$/i, '');
  // Dots at either end hide a file or get lost.
  const short = [...bare]
    .slice(0, 120)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${short || 'document'}.pdf`;
}
