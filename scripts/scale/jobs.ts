/** What the portal does by itself and what an operator asks, past the server: each done while nothing else is. */
import { linkEntries, type Memory } from '../../server/src/platform/audit/link-entries.ts';
import { verifyAudit } from '../../server/src/platform/audit/verify.ts';
import { record } from '../../server/src/platform/audit/record.ts';
import { whoRead } from '../../server/src/operator/who-read.ts';
import type { World } from '../bench/world.ts';
import type { Filled } from './fill.ts';
import type { Place } from './place.ts';

export interface Job {
  what: string;
  took: number;
  said: string;
}

const entries = { perAct: 10, acts: 1_000 };
const appended = entries.perAct * entries.acts;

type Ground = Awaited<ReturnType<Place['ground']>>;

/** Takes the time of each. */
function timing() {
  const jobs: Job[] = [];
  const measure = async (what: string, work: () => Promise<string>) => {
    const began = performance.now();
    const said = await work();
    jobs.push({ what, took: performance.now() - began, said });
  };
  return { jobs, measure };
}

/** Adds entries that the portal itself would have written, and links them. */
async function appendAndLink(ground: Ground, companyId: number, measure: ReturnType<typeof timing>['measure']) {
  const memory: Memory = {};
  const link = async () => {
    const { isWhole, wrong } = await linkEntries(ground.database, ground.env, memory);
    if (!isWhole || wrong !== null) throw new Error('The linking did not come to its end.');
  };
  await measure('Linker: the first look after a start', () => link().then(() => ''));
  await measure('Audit append, ten to a transaction', async () => {
    for (let n = 0; n < entries.acts; n++)
      await ground.database.inCompany(companyId, (tx) =>
        record(tx, ground.clock, by(companyId), ...Array.from({ length: entries.perAct }, () => entry)),
      );
    return counted(appended);
  });
  await measure('Linker: all of them', () => link().then(() => counted(appended)));
}

const counted = (n: number) => `${n.toLocaleString('en')} entries`;
const by = (companyId: number) => ({
  companyId,
  providerId: null,
  firstName: 'A',
  lastName: 'B',
  type: 'System',
  host: 'local',
  requestId: 'r',
});
const entry = {
  action: 'shipment.moved',
  record: { kind: 'shipment_request', id: 1 },
  changes: [{ field: 'status', old: 'shipped', new: 'received' }],
} as const;

/** While the trail is still one that can be proven. */
export async function measureShortTrail(place: Place): Promise<Job[]> {
  const ground = await place.ground();
  const { jobs, measure } = timing();
  try {
    await appendAndLink(ground, 1, measure);
    await measure('verify-audit', async () => {
      const found = await verifyAudit(ground.database, ground.env);
      if (!found.ok) throw new Error(found.problem);
      return counted(found.entries);
    });
  } finally {
    await ground.close();
  }
  return jobs;
}

export async function measureJobs(place: Place, world: World, { companyId }: Filled): Promise<Job[]> {
  const ground = await place.ground();
  const { jobs, measure } = timing();
  try {
    await appendAndLink(ground, companyId, measure);
    await measure('Housekeeping: a day of mails to blank, a month of each log to archive', () => keepHouse(ground));
    await measure('Housekeeping: nothing due', () => keepHouse(ground));
    for (const [what, id] of await readParticipants(world, companyId))
      await measure(`who-read: ${what}`, async () => {
        const said = await whoRead(ground, { company: companyId, kind: 'participant', id, most: 100 });
        return `${said.split('\n').length} lines`;
      });
    const tokens = await signedIn(world, companyId);
    for (const time of ['at first', 'again'])
      await measure(`What ${openSockets.toLocaleString('en')} open sockets may hear of, ${time}`, async () => {
        const rows = await ground.database.query(
          'select token as token_hash, of.* from unnest($1::bytea[]) as token cross join lateral viewer_at(token, now()) as of',
          [tokens],
        );
        return `${rows.length} people; asked by each process every two seconds`;
      });
    await measure('Reading a million audit entries', async () => {
      const [found] = await world.rows<{ bytes: number }>(
        `select sum(octet_length(one::text))::bigint as bytes from audit_entry one tablesample system ($1)`,
        [Math.min(100, 1e8 / (await entriesIn(world)))],
      );
      return `${Math.round((found?.bytes ?? 0) / 1e6)} MB of text`;
    });
  } finally {
    await ground.close();
  }
  return jobs;
}

async function keepHouse(ground: Ground): Promise<string> {
  const { done } = await ground.keepHouse();
  return done.map(({ what, count }) => `${what}: ${count}`).join(', ') || 'nothing';
}

const entriesIn = async (world: World): Promise<number> =>
  (
    await world.rows<{ n: number }>(
      `select greatest(1, reltuples)::bigint as n from pg_class where oid = 'audit_entry'::regclass`,
    )
  )[0]?.n ?? 1;

const openSockets = 2_000;

/** Sessions of the company's people, some with several. */
async function signedIn(world: World, companyId: number): Promise<Buffer[]> {
  const tokens = await world.rows<{ hash: Buffer }>(
    `with opened as (
       insert into session (company_id, provider_id, host, cookie_hash, created_at, last_input_at, ends_at)
       select company_id, provider_id, '127.0.0.1', sha256(gen_random_uuid()::text::bytea), now(), now(), now() + interval '12 hours'
       from (select company_id, provider_id from provider where company_id = $1 and email like '%@company%') person,
         generate_series(1, $2::int) limit $2
       returning company_id, session_id)
     insert into access_token (company_id, session_id, token_hash, expires_at)
     select company_id, session_id, sha256(session_id::text::bytea), now() + interval '12 hours' from opened returning token_hash as hash`,
    [companyId, openSockets],
  );
  return tokens.map(({ hash }) => hash);
}

/** One like others, and the one whose record is opened a hundred times as often; each twice, the first time from wherever it lies. */
async function readParticipants(world: World, companyId: number): Promise<[string, number][]> {
  const [found] = await world.rows<{ first: number; other: number }>(
    'select min(participant_id) as first, min(participant_id) + 77 as other from participant where company_id = $1',
    [companyId],
  );
  const { first, other } = found as NonNullable<typeof found>;
  return [
    ['a participant, at first', other],
    ['a participant, again', other],
    ['one that is read all the time, at first', first],
    ['one that is read all the time, again', first],
  ];
}
