import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { outbox } from '@portal/contract/dev/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openApp } from '#src/app.ts';
import { operate } from '#src/operator/operate.ts';
import { type Mail, sendMail, sendText } from './outbox.ts';
import { deliverDue, deliverDueBy, makeDelivery, type Sender } from './deliver-messages.ts';
import { smtpMailer } from './mail.ts';
import { makeLog } from '#platform/core/log.ts';
import type { Database } from '#platform/database/db.ts';
import { aMailServer } from '#test/mail-server.ts';
import { anInvitation, register, registration, sendInvitation } from '#test/invitations.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ada@clinic.example',
  subject: 'A shipment is on its way',
  text: 'Grüße, Łukasz',
  ...more,
});
const send = (portal: Portal, more?: Partial<Mail>) =>
  portal.app.database.asSystem((tx) => sendMail(tx, portal.app.clock, mail(more)));

test('SEC-26 a mail whose subject or recipient has a line break, or which names two recipients, is refused and not kept', async () => {
  const portal = await openPortal();
  for (const more of [
    { subject: 'a\nBcc: b@x.example' },
    { subject: 'a\r\n' },
    { to: 'a@x.example\r\nBcc: b@x.example' },
    { to: 'a@x.example, b@x.example' },
    { to: 'Ada <a@x.example>' },
  ]) {
    await expect(send(portal, more)).rejects.toMatchObject({ code: 'invalid' });
  }
  await expect(
    portal.app.database.asSystem((tx) => sendText(tx, portal.app.clock, { to: '+1617\n5550100', text: 'x' })),
  ).rejects.toMatchObject({ code: 'invalid' });
  expect(await portal.rows('select * from message')).toEqual([]);
});

test('REL-12 a message is kept with the act it belongs to and goes with it when the act fails; without a mail server it is caught', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  await expect(
    portal.app.database.inCompany(companyId, async (tx) => {
      await sendMail(tx, portal.app.clock, mail());
      throw new Error('the act failed');
    }),
  ).rejects.toThrow('the act failed');
  await portal.app.database.inCompany(companyId, (tx) => sendMail(tx, portal.app.clock, mail({ subject: 'kept' })));
  await portal.app.database.asSystem((tx) => sendText(tx, portal.app.clock, { to: '+16175550100', text: 'Your code' }));
  const caught = await portal.call(outbox);
  expect(caught.reply.map(({ channel, to, subject }) => [channel, to, subject])).toEqual([
    ['sms', '+16175550100', ''],
    ['email', 'ada@clinic.example', 'kept'],
  ]);
});

test('REL-12 a mail arrives once, in both of its forms, although two portals share the work', async () => {
  const server = await aMailServer({ pauseMs: 20 });
  const portal = await openPortal({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'help@portal.example' });
  const second = await openApp(portal.app.env, portal.connection, { log: makeLog('silent') });
  try {
    await Promise.all([portal.app.jobs.start(), second.jobs.start()]);
    for (let n = 0; n < 12; n++)
      await send(portal, { subject: `Mail ${n}`, ...(n === 0 ? { html: '<p>Grüße, <b>Łukasz</b></p>' } : {}) });
    await vi.waitFor(async () => expect(await portal.rows('select 1 from message where sent_at is null')).toEqual([]), {
      timeout: 15_000,
    });
    const subjects = server.arrived.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1] ?? '');
    expect(subjects.sort()).toEqual(Array.from({ length: 12 }, (_, n) => `Mail ${n}`).sort());
    const whole = server.arrived.find(({ text }) => text.includes('Subject: Mail 0\r')) as {
      to: string[];
      text: string;
    };
    expect(whole.to).toEqual(['ada@clinic.example']);
    expect(whole.text).toMatch(/^From: help@portal\.example\r$/m);
    expect(whole.text).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(whole.text).toContain('text/plain; charset=utf-8');
    expect(whole.text).toContain('text/html; charset=utf-8');
  } finally {
    await second.close();
  }
});

test('SEC-26 a mail goes out in the name of its brand from the address of the portal, and an answer to it goes to the brand', async () => {
  onItsOwn();
  const server = await aMailServer();
  const portal = await openPortal();
  await send(portal, { subject: 'Plain' });
  const speaker = {
    name: 'Łódź "Clinic" <care@clinic.example>\r\nBcc: eve@evil.example',
    answersTo: 'care@clinic.example',
  };
  await send(portal, { subject: 'Spoken', speaker });
  const mailer = smtpMailer(`smtp://127.0.0.1:${server.port}`, 'help@portal.example');
  await deliverDue(portal.app, mailer);
  mailer.close();
  const headers = server.arrived.map(({ to, text }) => [
    to,
    text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n /g, ' '),
  ]);
  const [[, plain], [to, spoken]] = headers as [[string[], string], [string[], string]];
  expect(plain).toMatch(/^From: help@portal\.example$/m);
  expect(plain).not.toContain('Reply-To');
  expect(to).toEqual(['ada@clinic.example']);
  expect(spoken).toMatch(/^From: (=\?UTF-8\?[QB]\?\S+\?= ?)+<help@portal\.example>$/m);
  expect(spoken).toMatch(/^Reply-To: care@clinic\.example$/m);
  expect(spoken).not.toMatch(/^Bcc/im);
});

test('REL-12 REL-14 of four who deliver at once each takes other mails, and each mail arrives once', async () => {
  onItsOwn();
  const server = await aMailServer({ pauseMs: 10 });
  const portal = await openPortal();
  for (let n = 0; n < 20; n += 1) await send(portal, { subject: `Mail ${n}` });
  const mailers = Array.from({ length: 4 }, () => smtpMailer(`smtp://127.0.0.1:${server.port}`, 'help@portal.example'));
  await Promise.all(mailers.map((mailer) => deliverDue(portal.app, mailer)));
  for (const mailer of mailers) mailer.close();
  const subjects = server.arrived.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1]);
  expect(subjects).toHaveLength(20);
  expect(new Set(subjects).size).toBe(20);
  expect(await portal.rows('select 1 from message where sent_at is null or attempts <> 1')).toEqual([]);
});

test('REL-12 PRV-05 a mail written while the mail server is away arrives once it is back, and its act has long succeeded', async () => {
  const gone = await aMailServer();
  await gone.close();
  const portal = await openPortal({ SMTP_URL: `smtp://127.0.0.1:${gone.port}` });
  await portal.app.jobs.start();
  await send(portal);
  await vi.waitFor(
    async () => expect(await portal.rows('select last_error from message')).toEqual([{ last_error: 'ESOCKET' }]),
    { timeout: 10_000 },
  );
  const back = await aMailServer({ port: gone.port });
  await vi.waitFor(
    async () => expect(await portal.rows('select 1 from message where sent_at is not null')).toHaveLength(1),
    { timeout: 15_000 },
  );
  expect(back.arrived).toHaveLength(1);
  // PRV-05: who it was for stands in no log line.
  expect(portal.logged.join('')).not.toContain('ada@clinic');
});

/** What a mail server says by its protocol, and what it does about a mail is the test's. */
async function aBareMailServer(greets: (socket: Socket) => void, ends: (socket: Socket) => void) {
  const closed: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    // Reset or ended, it is closed.
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.on('error', () => {});
    let said = '';
    socket.on('data', (part) => {
      said += String(part);
      if (said.endsWith('\r\n.\r\n')) ends(socket);
      else if (said.endsWith('DATA\r\n')) socket.write('354 go on\r\n');
      else if (/(EHLO|MAIL|RCPT)[^\r]*\r\n$/.test(said)) socket.write('250 ok\r\n');
    });
    greets(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}
const greeting = (socket: Socket) => void socket.write('220 here\r\n');
const trickling = (line: string) => (socket: Socket) => {
  const more = setInterval(() => socket.write(line), 20);
  socket.on('close', () => clearInterval(more));
};

test.each([
  ['is silent', () => {}, () => {}],
  ['trickles its greeting', trickling('220-not yet\r\n'), () => {}],
  ['is silent after the mail', greeting, () => {}],
  ['trickles its answer to the mail', greeting, trickling('250-not yet\r\n')],
] as const)(
  'SEC-33 REL-12 a mail server that %s is given up when the time of the mail is over: the connection is closed, and the mail waits',
  async (_, greets, ends) => {
    onItsOwn();
    const server = await aBareMailServer(greets, ends);
    const portal = await openPortal();
    await send(portal);
    const mailer = smtpMailer(server.url, 'help@portal.example', { limitMs: 400 });
    expect(await deliverDue(portal.app, mailer)).toBe(2_000);
    expect(await portal.rows('select attempts, last_error, sent_at from message')).toEqual([
      { attempts: 1, last_error: 'ETIMEDOUT', sent_at: null },
    ]);
    expect(server.closed).toHaveLength(1);
    expect(await Promise.race([Promise.all(server.closed), wait(2_000, 'still open')])).not.toBe('still open');
  },
);

test('REL-12 a mail server that turns everybody away as it greets is tried again within seconds, as one that is away', async () => {
  onItsOwn();
  const server = await aBareMailServer(
    (socket) => void socket.write('421 too busy\r\n'),
    () => {},
  );
  const portal = await openPortal();
  await send(portal);
  const mailer = smtpMailer(server.url, 'help@portal.example');
  expect(await deliverDue(portal.app, mailer)).toBe(2_000);
  expect(await portal.rows('select last_error, refused_at from message')).toEqual([
    { last_error: 'EPROTOCOL', refused_at: null },
  ]);
});

test('SEC-33 no mail waits longer than 10 s for its server, and neither does the check of the server', async () => {
  const server = await aBareMailServer(trickling('220-not yet\r\n'), () => {});
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  onTestFinished(() => limits.mockRestore());
  const mailer = smtpMailer(server.url, 'help@portal.example');
  const letter = {
    id: 1,
    to: 'ada@clinic.example',
    subject: 'x',
    text: 'x',
    html: null,
    fromName: null,
    answersTo: null,
  };
  await expect(mailer.send(letter)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(limits.mock.calls).toEqual([[10_000]]);
  limits.mockRestore();
  const hasty = smtpMailer(server.url, 'help@portal.example', { limitMs: 200 });
  await expect(hasty.verify()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('SEC-33 REL-12 a mail that the server took in time counts as sent, and is not sent again, however long the server keeps the connection', async () => {
  onItsOwn();
  let taken = 0;
  const server = await aBareMailServer(greeting, (socket) => {
    taken += 1;
    socket.write('250 taken\r\n');
  });
  const portal = await openPortal();
  await send(portal);
  const mailer = smtpMailer(server.url, 'help@portal.example', { limitMs: 1_000 });
  expect(await deliverDue(portal.app, mailer)).toBeNull();
  await wait(1_100);
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 3_600_000));
  expect(await deliverDue(portal.app, mailer)).toBeNull();
  expect(await portal.rows('select attempts, last_error, sent_at is not null as sent from message')).toEqual([
    { attempts: 1, last_error: null, sent: true },
  ]);
  expect(taken).toBe(1);
});

test('REL-12 REL-03 on a stop a mail that is being handed over is noted as sent, and the next one is left for another process', async () => {
  let taken = 0;
  let accept = () => {};
  const server = await aBareMailServer(greeting, (socket) => {
    taken += 1;
    accept = () => socket.write('250 taken\r\n');
  });
  const portal = await openPortal({ SMTP_URL: server.url });
  for (let n = 0; n < 3; n += 1) await send(portal);
  await portal.app.jobs.start();
  await vi.waitFor(() => expect(taken).toBe(1), { timeout: 10_000 });
  const stopped = portal.stop();
  accept();
  await stopped;
  expect(taken).toBe(1);
  expect(await portal.rows('select attempts, sent_at is not null as sent from message order by message_id')).toEqual([
    { attempts: 1, sent: true },
    { attempts: 0, sent: false },
    { attempts: 0, sent: false },
  ]);
});

test('REL-12 a mail that the server took while the database was away goes once, and counts neither as refused nor as failed', async () => {
  onItsOwn();
  const portal = await openPortal();
  await send(portal);
  let taken = 0;
  const sender: Sender = { channel: 'email', send: async () => void (taken += 1), close: () => {} };
  let isAway = 3;
  const database: Database = {
    ...portal.app.database,
    asSystem: async (work) => {
      if (taken > 0 && isAway-- > 0) throw new Error('timeout exceeded when trying to connect');
      return portal.app.database.asSystem(work);
    },
  };
  expect(await deliverDue({ ...portal.app, database }, sender)).toBeNull();
  const now = portal.app.clock.now().getTime();
  portal.app.clock.set(new Date(now + 3_600_000));
  expect(await deliverDue(portal.app, sender)).toBeNull();
  expect(
    await portal.rows('select attempts, last_error, refused_at, sent_at is not null as sent from message'),
  ).toEqual([{ attempts: 1, last_error: null, refused_at: null, sent: true }]);
  expect(taken).toBe(1);
});

test('REL-12 a note that a mail was sent is given up when the lease is over and the database is there and does not take it', async () => {
  onItsOwn();
  const portal = await openPortal();
  await send(portal);
  const refused = new Error('canceling statement due to lock timeout');
  let taken = 0;
  const sender: Sender = { channel: 'email', send: async () => void (taken += 1), close: () => {} };
  const asSystem: Database['asSystem'] = (work) =>
    taken > 0 ? Promise.reject(refused) : portal.app.database.asSystem(work);
  const time = vi.spyOn(performance, 'now');
  onTestFinished(() => time.mockRestore());
  let passed = 0;
  time.mockImplementation(() => (passed += 25_000));
  await expect(deliverDue({ ...portal.app, database: { ...portal.app.database, asSystem } }, sender)).rejects.toBe(
    refused,
  );
  time.mockRestore();
  expect(await portal.rows('select last_error, refused_at from message')).toEqual([
    { last_error: null, refused_at: null },
  ]);
});

/** A portal with a mail that is taken by its server and then cannot be noted, but for a sixth time; each try of that takes so long. */
async function aMailThatCannotBeNoted(refusal: Error, tryMs: number, whenTried = (_times: number) => {}) {
  const portal = await openPortal();
  await send(portal);
  const time = vi.spyOn(performance, 'now');
  onTestFinished(() => time.mockRestore());
  const been = { sent: 0, tried: 0, passedMs: 0 };
  time.mockImplementation(() => been.passedMs);
  const sender: Sender = { channel: 'email', send: async () => void (been.sent += 1), close: () => {} };
  const asSystem: Database['asSystem'] = async (work) => {
    if (been.sent === 0 || been.tried === 5) return portal.app.database.asSystem(work);
    been.tried += 1;
    been.passedMs += tryMs;
    whenTried(been.tried);
    throw refusal;
  };
  return { house: { ...portal.app, database: { ...portal.app.database, asSystem } }, sender, been };
}

test('REL-12 the lease of a mail counts from when it was taken: sent at its end, the note of it is tried once', async () => {
  onItsOwn();
  const refused = new Error('canceling statement due to lock timeout');
  const { house, sender, been } = await aMailThatCannotBeNoted(refused, 25_000);
  const slow: Sender = {
    ...sender,
    send: async (letter) => {
      been.passedMs += 60_000;
      await sender.send(letter);
    },
  };
  await expect(deliverDue(house, slow)).rejects.toBe(refused);
  expect(been.tried).toBe(1);
});

test('REL-12 REL-03 while the database is away, a note that a mail was sent is tried beyond the lease, until the process is to stop', async () => {
  onItsOwn();
  const away = new Error('timeout exceeded when trying to connect');
  const { house, sender, been } = await aMailThatCannotBeNoted(away, 40_000, (times) => {
    if (times === 3) delivery.stop();
  });
  const delivery = makeDelivery(house, [sender]);
  await expect(delivery.run()).rejects.toBe(away);
  expect([been.sent, been.tried]).toEqual([1, 3]);
});

test('REL-12 a sender is closed when what it hands over has arrived and is noted', async () => {
  onItsOwn();
  const portal = await openPortal();
  for (let n = 0; n < 2; n += 1) await send(portal);
  const came: string[] = [];
  let arrive = () => {};
  const sender: Sender = {
    channel: 'email',
    send: () => (came.push('handed over'), new Promise<void>((resolve) => (arrive = resolve))),
    close: () => void came.push('closed'),
  };
  const delivery = makeDelivery(portal.app, [sender]);
  const run = delivery.run();
  await vi.waitFor(() => expect(came).toEqual(['handed over']));
  delivery.stop();
  const closed = delivery.close();
  came.push('arrived');
  arrive();
  expect(await run).toBeNull();
  await closed;
  expect(came).toEqual(['handed over', 'arrived', 'closed']);
  expect(await portal.rows('select 1 from message where sent_at is not null')).toHaveLength(1);
});

/** To whom the portal brings what waits, and which of it. */
async function delivered({ app }: Portal): Promise<string[]> {
  const sent: string[] = [];
  const sendOf = (channel: Sender['channel']): Sender => ({
    channel,
    send: async ({ to, subject, text }) => void sent.push(`${to}: ${subject || text}`),
    close: () => {},
  });
  await deliverDueBy(app, [sendOf('email'), sendOf('sms')]);
  return sent;
}

test('REL-12 SEC-16 a link to register that was used, replaced or taken back before there was a mail server goes to nobody any more', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, inviter, code } = await anInvitation(portal, { email: 'used@clinic.example' });
  await sendInvitation(portal, inviter, { email: 'twice@clinic.example' });
  await sendInvitation(portal, inviter, { email: 'twice@clinic.example' });
  await sendInvitation(portal, inviter, { email: 'cancelled@clinic.example' });
  await sendInvitation(portal, inviter, { email: 'open@clinic.example' });
  expect((await register(portal, registration(code, { email: 'used@clinic.example' }))).status).toBe(200);
  await operate(
    ['cancel-invitation', '--company', String(companyId), '--email', 'cancelled@clinic.example'],
    async () => ({
      ...portal.app,
      sendsMail: false,
      close: async () => {},
    }),
  );
  const invitations = (await delivered(portal)).filter((one) => /invit/i.test(one));
  expect(invitations.map((one) => one.split(':')[0])).toEqual(['twice@clinic.example', 'open@clinic.example']);
});

test('REL-12 SEC-15 a code for a new password that was used, replaced or is an hour old goes to nobody any more, nor does a texted code after ten minutes', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [ada, grace] = [await aPersonWithAccount(portal, 'Admin'), await aPersonWithAccount(portal, 'Admin')];
  const ask = async ({ email }: { email: string }) =>
    expect((await portal.call(forgotPassword, { body: { email } })).status).toBe(200);
  await ask(ada);
  await ask(ada);
  await ask(grace);
  const code = /\b\d{6}\b/.exec((await mailsTo(portal, grace.email))[0]?.text ?? '')?.[0] ?? '';
  const body = { email: grace.email, code, password: 'Another-Horse-10' };
  expect((await portal.call(resetPassword, { body })).status).toBe(200);
  const codes = async () =>
    (await delivered(portal)).filter((one) => /code/i.test(one)).map((one) => one.split(':')[0]);
  expect(await codes()).toEqual([ada.email]);
  await ask(ada);
  await portal.app.database.asSystem((tx) =>
    sendText(tx, portal.app.clock, {
      to: '+16175550100',
      text: 'Your code',
      opens: { until: new Date(portal.app.clock.now().getTime() + 600_000) },
    }),
  );
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 3_600_001));
  expect(await codes()).toEqual([]);
});

test('REL-12 mails that their server refuses for now are tried once in a round, although they are due again before it is over: they hold up none behind them', async () => {
  onItsOwn();
  const portal = await openPortal();
  for (const name of ['ada', 'bea', 'cy']) await send(portal, { to: `${name}@clinic.example` });
  const tried: string[] = [];
  const sender: Sender = {
    channel: 'email',
    send: async ({ to }) => {
      tried.push(to);
      portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 5 * 60_000));
      if (to !== 'cy@clinic.example')
        throw Object.assign(new Error('full'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 });
    },
    close: () => {},
  };
  await deliverDue(portal.app, sender);
  expect(tried.splice(0)).toEqual(['ada@clinic.example', 'bea@clinic.example', 'cy@clinic.example']);
  await deliverDue(portal.app, sender);
  expect(tried).toEqual(['ada@clinic.example', 'bea@clinic.example']);
});

test('REL-12 a code that its server does not take at once is tried again within the round that began with it: it would be over before the round', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Admin');
  for (let n = 0; n < 5; n += 1) await send(portal, { subject: `Notice ${n}` });
  await portal.call(forgotPassword, { body: { email } });
  const tried: string[] = [];
  await deliverDue(portal.app, {
    channel: 'email',
    send: async ({ to }) => {
      tried.push(to);
      if (tried.length === 1)
        throw Object.assign(new Error('greylisted'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 });
      portal.app.clock.set(new Date(portal.app.clock.now().getTime() + 60_000));
    },
    close: () => {},
  });
  const notices = (many: number) => Array.from({ length: many }, () => 'ada@clinic.example');
  expect(tried).toEqual([email, ...notices(1), email, ...notices(4)]);
});

test('REL-12 a code goes before mails that can wait, however many lie in front of it, and one that its recipient refuses holds up none of them', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [ada, grace] = [await aPersonWithAccount(portal, 'Admin'), await aPersonWithAccount(portal, 'Admin')];
  for (let n = 0; n < 20; n += 1) await send(portal, { subject: `Notice ${n}` });
  for (const { email } of [ada, grace]) await portal.call(forgotPassword, { body: { email } });
  const tried: string[] = [];
  await deliverDue(portal.app, {
    channel: 'email',
    send: async ({ to }) => {
      tried.push(to);
      if (to === ada.email) throw Object.assign(new Error('refused'), { code: 'EENVELOPE', command: 'RCPT TO' });
    },
    close: () => {},
  });
  const notices = Array.from({ length: 20 }, () => 'ada@clinic.example');
  expect(tried).toEqual([ada.email, grace.email, ...notices]);
});
