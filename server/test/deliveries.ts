/** The outbox, seen from outside: what goes out of it, and what is refused. */
import { deliverDue, type Letter, type Sender } from '#platform/jobs/deliver-messages.ts';
import type { Portal } from './portal.ts';

/** What of the outbox goes out at this moment, by senders that take everything. */
export async function deliver({ app }: Pick<Portal, 'app'>): Promise<(Letter & Pick<Sender, 'channel'>)[]> {
  const out: (Letter & Pick<Sender, 'channel'>)[] = [];
  for (const channel of ['email', 'sms'] as const)
    await deliverDue(app, { channel, send: async (letter) => void out.push({ ...letter, channel }), close: () => {} });
  return out;
}

/** What waits for this address or number has been refused for so many minutes, and nobody tries it at this moment. */
export async function isRefusedFor({ app, rows }: Pick<Portal, 'app' | 'rows'>, recipient: string, minutes: number) {
  await rows(
    `update message set refused_at = $2::timestamptz - $3 * interval '1 minute'
     where recipient = $1 and sent_at is null and withdrawn_at is null`,
    [recipient, app.clock.now(), minutes],
  );
}
