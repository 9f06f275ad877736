/** What a service answers, as text; more than it may be is not waited for. */
export async function readBounded(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // Leaving the loop ends the connection.
    if (size > most) throw new Error('ESIZE');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
