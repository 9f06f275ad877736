import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Env } from './env.ts';

export const takenPort = (port: number | undefined): string =>
  `Port ${port} is already in use. Set PORT to another one.`;

/** Why the portal could not listen here, if it could not; a port that is taken may be so by a portal that runs already. */
export async function problemOfPort({
  port,
  host,
}: Pick<Env, 'port' | 'host'>): Promise<{ sentence: string; isTaken: boolean } | null> {
  const probe = createServer();
  probe.listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const sentences: Record<string, string> = {
      EADDRINUSE: takenPort(port),
      EADDRNOTAVAIL: `HOST (${host}) is no address of this machine.`,
      ENOTFOUND: `HOST (${host}) is no address of this machine.`,
      EACCES: `Port ${port} may not be used by this account. Set PORT to one above 1023.`,
    };
    const sentence = sentences[code];
    if (!sentence) throw error;
    return { sentence, isTaken: code === 'EADDRINUSE' };
  }
  probe.close();
  await once(probe, 'close');
  return null;
}
