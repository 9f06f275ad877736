/** Getting in against the bare cost of its one slow step, and what the look at the session adds to a call. */
import { hash, verify } from '@node-rs/argon2';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { signIn, tellActivity } from '@portal/contract/identity/endpoints.ts';
import { type RunningPortal, startPortal } from '../../e2e/portal.ts';
import { createAccount } from '../../server/src/rooms/identity/door.ts';
import { Connection, requestBytes } from './http.ts';
import type { Row } from './row.ts';
import { inTurns } from './rounds.ts';
import { openWorld, type World } from './world.ts';

const callers = 8;
const password = 'Correct-Horse-9';

export async function measureSignIns(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openWorld(portal);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  try {
    const ask = (i: number, bytes: Buffer) => async () => {
      const answer = await (connections[i] as Connection).ask(bytes);
      if (answer.status !== 200) throw new Error(`A call was answered ${answer.status}: ${answer.body.toString()}`);
    };
    const people = await peopleWithAccounts(world);
    const entering = await Promise.all(people.map(({ email }) => signInBytes(portal, email)));
    // With the cost that accounts have (SEC-14), in a process of its own like the server's.
    const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const { signIns, verifies } = await inTurns(
      {
        signIns: entering.map((bytes, i) => ask(i, bytes)),
        verifies: people.map(() => () => verify(stored, password)),
      },
      { rounds: 5, ms: 2_000 },
    );

    const [person] = people;
    const { open, signedIn } = await inTurns(
      {
        open: [ask(0, requestBytes(portal.url, 'GET', `/api${brandOfHost.path}`, {}))],
        signedIn: [ask(1, signedInBytes(portal, await world.tokenFor(person?.providerId ?? 0)))],
      },
      { rounds: 7, ms: 1_000 },
    );
    return [
      {
        what: 'A sign-in by password against the bare check of such a hash',
        value: signIns.perSecond / verifies.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
        from: { 'sign-ins': signIns.perSecond, checks: verifies.perSecond, p95: signIns.p95 },
      },
      {
        what: 'What session check and empty transaction add to a call that does nothing',
        value: signedIn.p50 - open.p50,
        unit: 'ms',
        target: null,
        from: { 'signed in p50': signedIn.p50, 'open p50': open.p50, 'signed in p95': signedIn.p95 },
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await world.close();
    await portal.stop();
  }
}

/** One person for each caller, who may do without a second factor. */
async function peopleWithAccounts(world: World): Promise<{ providerId: number; email: string }[]> {
  const companyId = await world.aCompany();
  return Promise.all(
    Array.from({ length: callers }, async (_, n) => {
      const email = `caller${n}@bench.example`;
      const providerId = await world.aPerson('Site User', { company_id: companyId, email });
      await world.database.asSystem((tx) => createAccount(tx, { email, password }));
      return { providerId, email };
    }),
  );
}

/** As a browser that was there before says it: a new one would cost a mail each time. */
async function signInBytes({ url }: RunningPortal, email: string): Promise<Buffer> {
  const path = `/api${signIn.path}`;
  const body = { email, password };
  const first = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const device = /portal_device=[\w-]+/.exec(first.headers.getSetCookie().join('\n'))?.[0];
  if (!device) throw new Error(`The first sign-in was answered ${first.status}: ${await first.text()}`);
  return requestBytes(url, 'POST', path, { cookie: device }, body);
}

/** Of all signed-in calls the one that does least: its transaction is empty. */
const signedInBytes = ({ url }: RunningPortal, token: string): Buffer =>
  requestBytes(url, 'POST', `/api${tellActivity.path}`, { authorization: `Bearer ${token}` }, { idleMs: 0 });
