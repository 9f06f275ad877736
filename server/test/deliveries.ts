/** What of the outbox goes out at this moment, by senders that take everything. */
import { deliverDue, type Letter, type Sender } from '#platform/jobs/deliver-messages.ts';
import type { Portal } from './portal.ts';

export async function deliver({ app }: Pick<Portal, 'app'>): Promise<(Letter & Pick<Sender, 'channel'>)[]> {
  const out: (Letter & Pick<Sender, 'channel'>)[] = [];
  for (const channel of ['email', 'sms'] as const)
    await deliverDue(app, { channel, send: async (letter) => void out.push({ ...letter, channel }), close: () => {} });
  return out;
}
