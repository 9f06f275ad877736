/**
 * The port to a line for calls: who calls gets a token of it for a while. Without `VOICE_URL` it is a test line, which works without a
 * network and reaches nobody.
 */
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { z } from 'zod';

export interface Voice {
  tokenFor: (clientName: string, now: Date) => Promise<string>;
}

const lastsMs = 10 * 60_000;

/** Its tokens say whose they are and until when, under the installation's secret. */
export function testLine(secret: Buffer): Voice {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portal calls: test line', 32));
  return {
    tokenFor: async (clientName, now) => {
      const said = { line: 'test', client: clientName, until: now.getTime() + lastsMs, id: randomUUID() };
      const content = Buffer.from(JSON.stringify(said)).toString('base64url');
      return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
    },
  };
}

const answer = z.object({ voiceToken: z.string().min(1).max(10_000) });

/** Asks the configured address for a token and no other: redirects are refused, and nothing waits longer than 5 s (SEC-33). */
export const lineOf = ({ url, token }: { url: string; token: string }, limitMs = 5_000): Voice => ({
  tokenFor: async (clientName) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ clientName }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    return answer.parse(await response.json()).voiceToken;
  },
});
