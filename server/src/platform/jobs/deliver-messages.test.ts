import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { deliverDue } from './deliver-messages.ts';
import { smtpMailer } from './mail.ts';
import { sendMail } from './outbox.ts';

beforeEach(onItsOwn);

/** A portal with a mail, and a mail server that answers it so. */
async function aMailTo(trouble: SMTPServerOptions) {
  const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], ...trouble });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  const portal = await openPortal();
  await portal.app.database.asSystem((tx) =>
    sendMail(tx, portal.app.clock, { to: 'ada@clinic.example', subject: 'On its way', text: 'Hello' }),
  );
  /** The next try after so long, and in how many minutes there is another one. */
  const tryAfter = async (ms: number) => {
    portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));
    return (
      ((await deliverDue(portal.app, smtpMailer(`smtp://127.0.0.1:${port}`, 'help@portal.example'))) ?? 0) / minute
    );
  };
  return { portal, tryAfter };
}
const minute = 60_000;
const [hour, day] = [60 * minute, 24 * 60 * minute];
const isRefused = async (portal: Portal) =>
  (await portal.rows<{ is: boolean }>('select refused_at is not null as is from message'))[0]?.is;
const answer = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

test.each<[string, SMTPServerOptions, boolean]>([
  ['who it is from, for now', { onMailFrom: (_from, _session, done) => done(answer(451)) }, false],
  ['who it is from, as if for good', { onMailFrom: (_from, _session, done) => done(answer(550)) }, false],
  ['anybody, since it closes', { onMailFrom: (_from, _session, done) => done(answer(421)) }, false],
  ['its recipient, for now', { onRcptTo: (_to, _session, done) => done(answer(450)) }, true],
  [
    'its words, for now',
    { onData: (stream, _session, done) => void stream.resume().on('end', () => done(answer(452))) },
    true,
  ],
])(
  'REL-12 a mail whose server refuses %s, is tried again within four minutes however long that lasts, and does not count as refused within a day',
  async (_, trouble, countsInTheEnd) => {
    const { portal, tryAfter } = await aMailTo(trouble);
    const waits: number[] = [];
    for (let n = 0; n < 6; n += 1) waits.push(await tryAfter((waits.at(-1) ?? 0) * minute));
    expect(waits).toEqual([1, 2, 4, 4, 4, 4]);
    expect([await tryAfter(20 * hour), await isRefused(portal)]).toEqual([4, false]);
    expect([await tryAfter(4 * hour), await isRefused(portal)]).toEqual([4, countsInTheEnd]);
    portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 4 * minute));
    const well = await aMailServer();
    await deliverDue(portal.app, smtpMailer(`smtp://127.0.0.1:${well.port}`, 'help@portal.example'));
    expect(well.arrived).toHaveLength(1);
  },
);

test('REL-12 a mail whose recipient is refused for good counts as refused at once, and is tried once a day in the end', async () => {
  const { portal, tryAfter } = await aMailTo({ onRcptTo: (_to, _session, done) => done(answer(550)) });
  expect([await tryAfter(0), await isRefused(portal)]).toEqual([1, true]);
  for (let n = 0; n < 10; n += 1) await tryAfter(10 * hour);
  expect(await tryAfter(day)).toBe(24 * 60);
});
