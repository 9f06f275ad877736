import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import { SMTPServer } from 'smtp-server';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { smtpMailer } from '#platform/jobs/mail.ts';
import { sendMail } from '#platform/jobs/outbox.ts';
import { aBuiltWebApp, listening } from './house.ts';
import { aPersonWithAccount, goodPassword } from './people.ts';
import { openPortal } from './portal.ts';

const production = {
  PORTAL_MODE: 'production',
  DATABASE_URL: 'postgres://db/x?sslmode=verify-full',
  TLS_AT_EDGE: 'yes',
};
const host = 'na.trialcard.test';
const refusal = {
  code: 'not_encrypted',
  message: 'This portal answers over encrypted connections only. Please use https.',
};

test('PRV-06 a call that came to the edge in the clear is refused and not redirected, whatever it asks, and does nothing', async () => {
  const portal = await openPortal({ ...production, TRUSTED_PROXIES: '127.0.0.1' }, { dist: aBuiltWebApp() });
  const person = await aPersonWithAccount(portal, 'Site User');
  const caller = await portal.signedIn(person.providerId, host);
  const body = { email: person.email, password: goodPassword };
  for (const scheme of ['http', 'HTTP', 'ws', 'http, https', 'https,http']) {
    const headers = { host, 'x-forwarded-proto': scheme };
    const refused = [
      await caller.call(me, { headers }),
      await portal.call(signIn, { body, headers }),
      await portal.call(brandOfHost, { headers }),
    ];
    for (const { status, body: said, headers: told } of refused)
      expect([scheme, status, said, told.location]).toEqual([scheme, 400, refusal, undefined]);
    for (const url of ['/', '/sign-in', '/api/nothing', '/assets/app-1a2b3c.js']) {
      const answer = await portal.app.http.inject({ url, headers });
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 400, refusal]);
    }
  }
  expect(await portal.rows('select 1 from session')).toHaveLength(1);
  const fine: Record<string, string>[] = [{ host, 'x-forwarded-proto': 'https' }, { host }];
  for (const headers of fine) {
    expect((await caller.call(me, { headers })).status).toBe(200);
    expect((await portal.call(signIn, { body, headers })).reply.next).toBe('session');
  }
});

test('PRV-06 probes within the machine are answered in the clear, and so is everybody where TLS does not end at the edge', async () => {
  const headers = { host, 'x-forwarded-proto': 'http' };
  const encrypted = await openPortal(production);
  const probed = ['/api/health/live', '/api/health/ready'].map((url) => encrypted.app.http.inject({ url, headers }));
  expect((await Promise.all(probed)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const plain = await openPortal();
  expect((await plain.call(brandOfHost, { headers })).status).toBe(200);
});

test('PRV-06 SEC-35 a socket that came to the edge in the clear is refused', async () => {
  const portal = await openPortal(production);
  const { port } = await listening(portal);
  const { token } = await portal.signedIn((await aPersonWithAccount(portal, 'Site User')).providerId, host);
  const connects = async (scheme: string) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/api/socket',
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { host, 'x-forwarded-proto': scheme },
    });
    onTestFinished(() => void socket.disconnect());
    return new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => resolve(false));
    });
  };
  expect([await connects('http'), await connects('ws'), await connects('https')]).toEqual([false, false, true]);
});

/** A mail server that may offer encryption, and what it was told before there was any. */
async function aMailServer(offersTls: boolean) {
  const arrived: boolean[] = [];
  const server = new SMTPServer({
    disabledCommands: offersTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        arrived.push(Boolean(session.secure));
        done();
      });
    },
  });
  server.on('error', () => {});
  const at = server.listen(0, '127.0.0.1');
  await once(at, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { arrived, port: (at.address() as AddressInfo).port };
}

test('PRV-06 in production a mail server that does not encrypt gets no mail: it waits; elsewhere it gets it', async () => {
  const server = await aMailServer(false);
  const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  const send = (portal: Awaited<ReturnType<typeof openPortal>>) =>
    portal.app.database.asSystem((tx) =>
      sendMail(tx, portal.app.clock, { to: 'ada@clinic.example', subject: 'A shipment', text: 'is on its way' }),
    );
  const portal = await openPortal({ ...production, SMTP_URL, MAIL_FROM: 'help@portal.example' });
  await portal.app.jobs.start();
  await send(portal);
  await vi.waitFor(
    async () => expect(await portal.rows('select last_error from message')).toEqual([{ last_error: 'ETLS' }]),
    { timeout: 15_000 },
  );
  expect(await portal.rows('select 1 from message where sent_at is not null')).toEqual([]);
  const staging = await openPortal({ PORTAL_MODE: 'staging', SMTP_URL, MAIL_FROM: 'help@portal.example' });
  await staging.app.jobs.start();
  await send(staging);
  await vi.waitFor(() => expect(server.arrived).toEqual([false]), { timeout: 15_000 });
});

test('PRV-06 in production mail goes encrypted to a mail server that offers it, if its certificate holds', async () => {
  const portal = await openPortal();
  const server = await aMailServer(true);
  await portal.app.database.asSystem((tx) =>
    sendMail(tx, portal.app.clock, { to: 'ada@clinic.example', subject: 'A shipment', text: 'is on its way' }),
  );
  const delivered = async (url: string) => {
    const mailer = smtpMailer(url, 'help@portal.example', { needsTls: true });
    portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 3_600_000));
    await deliverDue(portal.app, mailer);
    mailer.close();
    return (await portal.rows<{ last_error: string | null }>('select last_error from message'))[0]?.last_error;
  };
  // The server's own certificate is nobody's whom we trust.
  expect(await delivered(`smtp://localhost:${server.port}`)).toBe('ESOCKET');
  expect(server.arrived).toEqual([]);
  expect(await delivered(`smtp://localhost:${server.port}?tls.rejectUnauthorized=false`)).toBeNull();
  expect(server.arrived).toEqual([true]);
});
