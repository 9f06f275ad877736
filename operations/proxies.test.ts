import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type SecureVersion } from 'node:tls';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { maxDocumentBytes } from '../contract/src/documents/rules.ts';
import { catalog, page, pages, pdfOf, stream } from '../server/test/pdfs.ts';
import { startPostgres15, type Postgres } from './debian.ts';
import { operate, serve, type Server, settingsOn, tokenOf } from './operator.ts';
import { aFreePort, hostName, type Kind, type Proxy, startProxy } from './proxies.ts';

interface Asked {
  token?: string;
  body?: object;
  headers?: http.OutgoingHttpHeaders;
  key?: string;
}
interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

/** As the browser asks for it at the portal's own name. */
function ask(over: typeof http | typeof https, to: http.RequestOptions, path: string, asked: Asked): Promise<Answer> {
  const { token, body, headers, key } = asked;
  return new Promise((resolve, reject) => {
    const request = over.request(
      {
        ...to,
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          host: hostName,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      },
    );
    request.once('error', reject);
    request.end(body ? JSON.stringify(body) : undefined);
  });
}

/** A call that goes to one of the processes itself, from its own machine. */
const askDirectly = ({ url }: Server, path: string, asked: Asked) =>
  ask(http, { host: '127.0.0.1', port: new URL(url).port }, path, asked);

const json = ({ bytes }: Answer) => JSON.parse(bytes.toString()) as Record<string, unknown>;

/** Somebody at another address, to whom the proxy is the portal. */
function visitor(proxy: Proxy, address: string) {
  const agent = new https.Agent({ keepAlive: true });
  const line = { host: '127.0.0.1', port: proxy.https, localAddress: address, ca: proxy.ca, servername: hostName };
  agent.createConnection = (options) => connect({ ...(options as object), ...line });
  onTestFinished(() => agent.destroy());
  const byHttp2 = async () => {
    const session = http2.connect(`https://${hostName}`, {
      createConnection: () => connect({ ...line, ALPNProtocols: ['h2'] }),
    });
    onTestFinished(() => session.destroy());
    await once(session, 'remoteSettings');
    return session;
  };
  return {
    address,
    ask: (path: string, asked: Asked = {}) => ask(https, { agent }, path, asked),
    /** By HTTP/2, as browsers prefer it. */
    page: async (path: string) => {
      const session = await byHttp2();
      const request = session.request({ ':path': path });
      const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
      let text = '';
      for await (const part of request) text += String(part);
      return { status: headers[':status'], text };
    },
    /** The first word of a socket within HTTP/2, as browsers open it where a proxy offers that. */
    socketByHttp2: async () => {
      const session = await byHttp2();
      if (!session.remoteSettings.enableConnectProtocol) return 'not offered';
      const request = session.request({
        ':method': 'CONNECT',
        ':protocol': 'websocket',
        ':path': '/api/socket/?EIO=4&transport=websocket',
        'sec-websocket-version': '13',
        origin: `https://${hostName}`,
      });
      const [word] = (await once(request, 'data')) as [Buffer];
      return word.toString();
    },
    dial: (token: string, transport: 'websocket' | 'polling') => {
      const heard: { type: string; id: number }[] = [];
      const socket = io(`https://${hostName}`, {
        path: '/api/socket',
        auth: { token },
        transports: [transport],
        agent: agent as unknown as string,
        extraHeaders: { origin: `https://${hostName}` },
        forceNew: true,
        reconnectionDelay: 200,
      });
      onTestFinished(() => void socket.disconnect());
      socket.on('changed', (change: { type: string; id: number }) => heard.push(change));
      return { heard, isOpen: () => socket.connected };
    },
  };
}
type Visitor = ReturnType<typeof visitor>;

async function twoProcessesBehind(kind: Kind) {
  const postgres = await startPostgres15();
  const settings = {
    ...settingsOn(postgres),
    PORTAL_MODE: 'test',
    MIGRATION_DATABASE_URL: postgres.url('portal_owner', 'two', 'portal'),
    TRUSTED_PROXIES: '127.0.0.1',
    STOP_DELAY_SECONDS: '5',
  };
  const prepared = operate({ ...settings, ADMIN_DATABASE_URL: postgres.adminUrl }, 'prepare-database');
  expect(prepared).toMatchObject({ ok: true });
  const ports = [await aFreePort(), await aFreePort()] as const;
  const start = (at: 0 | 1) => serve({ ...settings, PORT: String(ports[at]) });
  const processes = [await start(0), await start(1)] as [Server, Server];
  const proxy = await startProxy(kind, ports);
  return { postgres, processes, proxy, restart: async (at: 0 | 1) => void (processes[at] = await start(at)) };
}

/** One visitor whom the proxy brings to the first process and one of the second, as soon as it knows of both. */
async function oneForEach(proxy: Proxy, processes: readonly [Server, Server]): Promise<[Visitor, Visitor]> {
  const visitors = Array.from({ length: 16 }, (_, n) => visitor(proxy, `127.0.${n + 1}.1`));
  const processOf = async (one: Visitor) => {
    const { status, headers } = await one.ask('/api/brand');
    expect(status).toBe(200);
    const which = () => processes.findIndex(({ said }) => said().includes(String(headers['x-request-id'])));
    // It logs the call once the answer has left.
    await expect.poll(which).not.toBe(-1);
    return which();
  };
  let at: number[] = [];
  const isSettled = async () => {
    const before = at;
    at = [];
    for (const one of visitors) at.push(await processOf(one));
    return at.join() === before.join() && at.includes(0) && at.includes(1);
  };
  await expect.poll(isSettled).toBe(true);
  return [visitors[at.indexOf(0)], visitors[at.indexOf(1)]] as [Visitor, Visitor];
}

let subjects = 0;
const newParticipant = (siteId: number) => {
  subjects += 1;
  const subject_number = `909-${String(subjects).padStart(5, '0')}`;
  return { fname: 'Ada', lname: 'Lovelace', g_id: siteId, dob: '1980-03-05', gender: 1, subject_number };
};

async function idOf(postgres: Postgres, statement: string): Promise<number> {
  const [row] = await postgres.ask('portal', statement);
  return Number(row?.['id']);
}

/** Calls one after the other until it is stopped; tells what came of each. */
function keepCalling(call: () => Promise<Answer>) {
  const came: { at: number; status: number; said: string }[] = [];
  let going = true;
  const over = (async () => {
    while (going) {
      const answer = await call().catch((error: Error) => ({ status: 0, bytes: Buffer.from(error.message) }));
      came.push({
        at: performance.now(),
        status: answer.status,
        said: answer.status === 200 ? '' : answer.bytes.toString(),
      });
      await pause(5);
    }
  })();
  const stop = async () => {
    going = false;
    await over;
    return came;
  };
  return { stop, came: () => came.length };
}

/** Which versions of TLS are spoken there, asked by a client that would take any. */
async function versionsOf(port: number): Promise<Record<string, boolean>> {
  const spoken = (version: SecureVersion) =>
    new Promise<[string, boolean]>((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        servername: hostName,
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      socket.once('secureConnect', () => resolve([version, socket.getProtocol() === version]));
      socket.once('error', () => resolve([version, false]));
      socket.once('close', () => resolve([version, false]));
      setTimeout(() => socket.destroy(), 10_000).unref();
    });
  return Object.fromEntries(await Promise.all((['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(spoken)));
}

test.each(['nginx', 'haproxy', 'Caddy'] as const)(
  'REL-03 REL-04 REL-06 SEC-18 SEC-35 PRV-06 the settings of deploy/ for %s bring people to two processes, believe nobody about themselves, and lose no call when the processes are restarted one after the other',
  async (kind) => {
    const { postgres, processes, proxy, restart } = await twoProcessesBehind(kind);
    expect(proxy.complaints).toBe('');
    const [first, second] = await oneForEach(proxy, processes);
    const site = await tokenOf(postgres, 'boston@meridian.example', hostName);
    const siteId = await idOf(postgres, `select care_group_id as id from care_group where name = 'Boston General'`);

    // The page, its files as the portal compressed them, and the way from http.
    const { status, text } = await first.page('/sign-in');
    expect([status, text]).toEqual([200, expect.stringContaining('<title>Trellis</title>')]);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    const file = await first.ask(script, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([file.status, file.headers['content-encoding']]).toEqual([200, 'br']);
    expect(brotliDecompressSync(file.bytes).length).toBeGreaterThan(file.bytes.length);
    const inTheClear = await ask(http, { host: '127.0.0.1', port: proxy.http }, '/sign-in?next=%2F', {});
    expect([301, 308]).toContain(inTheClear.status);
    expect(inTheClear.headers.location?.replace(`:${proxy.https}`, '')).toBe(`https://${hostName}/sign-in?next=%2F`);
    // A call that came in the clear is refused: what led it on would hide that its token was seen.
    for (const asked of [{ token: site }, { body: { email: 'boston@meridian.example', password: 'not-the-one' } }]) {
      const at = 'token' in asked ? '/api/auth/me' : '/api/auth/sign-in';
      const { status: said, headers } = await ask(http, { host: '127.0.0.1', port: proxy.http }, at, asked);
      expect([said, headers.location]).toEqual([400, undefined]);
    }
    expect(await versionsOf(proxy.https)).toEqual({ TLSv1: false, 'TLSv1.1': false, 'TLSv1.2': true, 'TLSv1.3': true });

    // What a caller says of itself.
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'na.trialcard.test',
      'x-forwarded-proto': 'http',
      'x-request-id': 'mine',
    };
    const wrong = { email: 'boston@meridian.example', password: 'not-the-one' };
    const failed = await second.ask('/api/auth/sign-in', { body: wrong, headers: forged });
    const requestId = String(failed.headers['x-request-id']);
    expect([failed.status, requestId]).toEqual([400, expect.stringMatching(/^[0-9a-f-]{32,36}$/)]);
    await expect.poll(() => processes[1].said()).toContain(`"requestId":"${requestId}"`);
    await expect
      .poll(() => postgres.ask('portal', `select host, address from security_event where request_id = '${requestId}'`))
      .toEqual([{ host: hostName, address: second.address }]);
    const brand = json(await second.ask('/api/brand', { headers: forged }));
    expect(JSON.stringify(brand)).toContain('"key":"default"');

    // Either kind of socket hears what the other process has done.
    const lines = [first.dial(site, 'websocket'), first.dial(site, 'polling'), second.dial(site, 'polling')];
    await expect.poll(() => lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
    // A line that is just coming back hears the next change.
    const allHear = async (by: Server) => {
      const ids = new Set<unknown>();
      const change = async () => {
        const added = await askDirectly(by, '/api/trial-participant', { token: site, body: newParticipant(siteId) });
        expect(added.status).toBe(200);
        ids.add(json(added)['participantId']);
        return lines.map(({ heard }) => heard.some(({ id }) => ids.has(id)));
      };
      await expect.poll(change, { interval: 200 }).toEqual([true, true, true]);
    };
    for (const by of processes) await allHear(by);
    expect(await first.socketByHttp2()).toMatch(kind === 'haproxy' ? '"sid"' : 'not offered');

    // The largest document.
    const pharmacy = await tokenOf(postgres, 'pharmacy@meridian.example', hostName);
    const srId = await idOf(
      postgres,
      `select request_id as id from shipment_request join partner using (partner_id) where partner.name = 'Northgate Pharmacy' limit 1`,
    );
    // Without a slash, after which any three letters could be an action.
    const content = randomBytes(maxDocumentBytes - 1_000)
      .toString('latin1')
      .replaceAll('/', '.');
    const pdf = pdfOf([catalog(), pages, page(), stream(content)]);
    const named = { filename: 'large.pdf', friendlyName: 'Large', contentType: 'application/pdf' };
    const uploaded = await second.ask('/api/pharmacy-partner/shipping-request/evidence', {
      token: pharmacy,
      body: { srId, category: 0, ...named, data: pdf.toString('base64') },
    });
    expect([uploaded.status, uploaded.bytes.toString()]).toEqual([200, expect.stringContaining('docId')]);
    const fetched = await first.ask(`/api/document?docId=${String(json(uploaded)['docId'])}`, { token: pharmacy });
    expect([fetched.status, Buffer.from(String(json(fetched)['data']), 'base64').equals(pdf)]).toEqual([200, true]);

    // Restarted one after the other.
    const calls = [first, second].flatMap((who) => [
      keepCalling(() => who.ask('/api/auth/me', { token: site })),
      keepCalling(() =>
        who.ask('/api/trial-participant', { token: site, body: newParticipant(siteId), key: randomUUID() }),
      ),
    ]);
    for (const at of [0, 1] as const) {
      expect(await processes[at].stop()).toBe(0);
      await restart(at);
      // nginx does not ask how a process is.
      const seenUp = () => kind === 'nginx' || (proxy.said().match(/host is up|is UP/g)?.length ?? 0) > at;
      await expect.poll(seenUp).toBe(true);
      await expect.poll(() => lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
    }
    const came = (await Promise.all(calls.map(({ stop }) => stop()))).flat();
    expect(came.length).toBeGreaterThan(200);
    const lost = came.filter(({ status }) => status !== 200);
    expect([lost, lost.length > 0 && proxy.said()]).toEqual([[], false]);
    for (const by of processes) await allHear(by);

    // One is killed over a call that has begun.
    const [whose] = await oneForEach(proxy, processes);
    const reading = [first, second].map((who) => keepCalling(() => who.ask('/api/auth/me', { token: site })));
    const holder = new pg.Client({ connectionString: postgres.url('admin', 'x', 'portal') });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin; lock table participant in share row exclusive mode');
    const begun = newParticipant(siteId);
    const answer = whose.ask('/api/trial-participant', { token: site, body: begun }).then(
      ({ status, bytes }) => [status, status === 502 ? '' : bytes.toString()],
      // haproxy ends the connection without a word.
      () => [502, ''],
    );
    await expect
      .poll(() =>
        postgres.ask('portal', `select 1 from pg_locks where relation = 'participant'::regclass and not granted`),
      )
      .toHaveLength(1);
    await processes[0].kill();
    const killedAt = performance.now();
    // While it is held, a second try would have no answer.
    expect(await answer).toEqual([502, '']);
    await holder.query('rollback');
    await holder.end();
    await expect.poll(() => lines.map(({ isOpen }) => isOpen())).toEqual([true, true, true]);
    await allHear(processes[1]);
    const before = reading.map(({ came: number }) => number());
    await expect.poll(() => reading.every(({ came: number }, at) => number() > (before[at] ?? 0) + 20)).toBe(true);
    const read = (await Promise.all(reading.map(({ stop }) => stop()))).flat();
    expect(read.filter(({ at, status }) => status !== 200 && at > killedAt + 3_000)).toEqual([]);
    expect(
      await postgres.ask('portal', `select 1 from participant where subject_number = '${begun.subject_number}'`),
    ).toEqual([]);
  },
);
