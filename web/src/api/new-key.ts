/**
 * A key for one intention of a person (REL-06).
 * Not `crypto.randomUUID`: browsers have none where a page is served without TLS under another name than localhost.
 */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
