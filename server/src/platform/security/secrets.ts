/** The installation's secret, and those it had before: what is encrypted under any of them stays readable (PRV-07). */
import { hkdfSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ConfigurationError, type Env, secretFileIn } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import { anyText, type Database, type Tx } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';

/** The one that encrypts, and those that only open. */
export type Secrets = Pick<Env, 'secret' | 'earlierSecrets'>;

/** A name of a secret that tells nothing of it. */
export const secretId = (secret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'portal secret: id', 8)).toString('hex');

/** Things of one kind that are kept encrypted. */
export interface Encrypted {
  /** Whether something is encrypted under a secret that is not given. */
  isLocked: () => Promise<boolean>;
  /** Encrypts what is under an earlier secret anew, under the one of now. What may take long ends where its time is up, and asks often. */
  reencrypt: (isTimeUp: () => boolean | Promise<boolean>) => Promise<{
    done: number;
    /** What could not be, in the rounds of before as well that were cut off. */
    left: number;
    /** The next round goes on from there. */
    isCutOff?: boolean;
  }>;
}

interface Ground {
  database: Database;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  env: Secrets & Pick<Env, 'dataDir' | 'maySecretsBeMissing'>;
}

const problem =
  'PORTAL_SECRET is not the one that this database was used with, and what was stored under that one cannot be read: please add it to PORTAL_EARLIER_SECRETS.';

/** How many secrets the database is used with, and how many of those are not given. */
async function secretsOf({ database, env }: Pick<Ground, 'database'> & { env: Secrets }) {
  const given = [env.secret, ...env.earlierSecrets].map(secretId);
  const inUse = await database.asSystem((tx) =>
    tx.selectFrom('portal_secret').select('secret_id').where('retired_at', 'is', null).execute(),
  );
  return { inUse: inUse.length, missing: inUse.filter(({ secret_id }) => !given.includes(secret_id)).length };
}

/** Whether the database was ever used with a secret that is not given: what was proven with that one cannot be looked at. */
export async function isEverMissing(tx: Tx, secrets: Secrets): Promise<boolean> {
  const given = [secrets.secret, ...secrets.earlierSecrets].map(secretId);
  const used = await tx.selectFrom('portal_secret').select('secret_id').execute();
  return used.some(({ secret_id }) => !given.includes(secret_id));
}

const lost =
  'A secret that this database was used with counts as lost: documents, second factors and recovery codes from its time cannot be opened, a key for seals that the portal made in its time is replaced by a new one, and the audit trail of its time cannot be verified.';

const leftOut =
  'One that this database was used with is not given. Nothing that is stored needs it; "npm run verify-audit" does, for what was written with it.';

type Looked = Pick<Ground, 'database'> & { env: Secrets };

/** Whether something is stored under a secret that is not given, or would look forged without it. */
async function isNeeded({ database, env }: Looked, encrypted: readonly Encrypted[]): Promise<boolean> {
  const { inUse, missing } = await secretsOf({ database, env });
  // Everything is looked at only when there is a reason to: with all secrets at hand a start costs one statement.
  if (inUse > 0 && missing === 0) return false;
  // With none of its secrets at hand, the links and the note of the audit trail look forged.
  if (inUse > 0 && missing === inUse && (await isAudited(database))) return true;
  // One after the other, on one connection: opening a second one costs more than looking.
  for (const one of encrypted) if (await one.isLocked()) return true;
  return false;
}

/** As the start does it: throws where a secret is not given that is needed, or says what is gone where it is lost; notes nothing. */
export async function refuseMissing(
  { database, env }: Looked & { env: Pick<Env, 'maySecretsBeMissing'> },
  encrypted: readonly Encrypted[],
): Promise<string | null> {
  if (await isNeeded({ database, env }, encrypted)) {
    if (!env.maySecretsBeMissing) throw new ConfigurationError(problem);
    return lost;
  }
  return (await database.asSystem((tx) => isEverMissing(tx, env))) && (await isAudited(database)) ? leftOut : null;
}

/** Whether anything is on record: what was proven with a secret that is not given would count as forged. */
const isAudited = async (database: Database): Promise<boolean> =>
  database.asSystem(
    async (tx) => (await tx.selectFrom('audit_entry').select('seq').limit(1).executeTakeFirst()) !== undefined,
  );

/**
 * Looks at the start whether a secret is missing, and notes the one of now: the hour after which earlier ones retire counts from the last
 * start of a process that serves. A command only makes known what it may encrypt with.
 */
export async function admitSecrets(
  { database, clock, log, env }: Ground,
  encrypted: readonly Encrypted[],
  { serves }: { serves: boolean },
): Promise<void> {
  const hint = hintOfKept(env);
  if (await isNeeded({ database, env }, encrypted)) {
    if (!env.maySecretsBeMissing) throw new ConfigurationError([problem, ...hint].join(' '));
    log.warn('secrets', { problem: lost });
  }
  if (hint.length > 0) log.warn('secrets', { problem: hint.join(' ') });
  const now = clock.now();
  await database.asSystem((tx) =>
    tx
      .insertInto('portal_secret')
      .values({ secret_id: secretId(env.secret), started_at: now })
      .onConflict((conflict) =>
        conflict.column('secret_id').doUpdateSet({ ...(serves && { started_at: now }), retired_at: null }),
      )
      .execute(),
  );
}

/** A portal that was begun without a secret, and was given one since. */
function hintOfKept({ dataDir, secret, earlierSecrets }: Ground['env']): string[] {
  const file = secretFileIn(dataDir);
  if (!existsSync(file)) return [];
  const kept = readFileSync(file);
  if ([secret, ...earlierSecrets].some((one) => one.equals(kept))) return [];
  return [
    `${file} holds a secret that the portal made by itself before it was given one: if this portal did, name it in PORTAL_EARLIER_SECRETS; then remove the file.`,
  ];
}

/** Longer than any code that was sent, and any sign-in that is half-way, can wait. */
const codesMs = 3_600_000;

/** Of a round. What takes longer, as a large bucket does, goes on in the next one. */
const roundMs = 30 * 60_000;
/** After so long the work of a process that was killed is another one's; a round that goes on renews its claim. */
const claimMs = 5 * 60_000;

/**
 * Encrypts everything anew that is under an earlier secret. Once a round finds nothing left, the earlier ones count as retired,
 * and a start does without them. While processes with different secrets share the work, the newest secret has it; of those with the same
 * one, one at a time. Gives when it wants to go on: 0 is at once.
 */
export async function rotateKeys(ground: Ground, encrypted: readonly Encrypted[]): Promise<number | null> {
  const { database, env } = ground;
  if (env.earlierSecrets.length === 0) return null;
  const newest = await database.asSystem((tx) =>
    tx.selectFrom('portal_secret').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst(),
  );
  if (newest?.secret_id !== secretId(env.secret)) return null;
  const claim = claimOn(ground, newest.secret_id);
  // Whoever has it may have been killed.
  if (!(await claim.take())) return claimMs;
  try {
    return await rotateRound(ground, encrypted, { startedAt: newest.started_at, renew: claim.renew });
  } finally {
    await claim.leave();
  }
}

function claimOn({ database, clock }: Ground, id: string) {
  let until: Date | null = null;
  /** False where another one has it. */
  const change = async (next: Date | null): Promise<boolean> => {
    const changed = await database.asSystem((tx) =>
      tx
        .updateTable('portal_secret')
        .set({ rotating_until: next })
        .where('secret_id', '=', id)
        .where((eb) =>
          eb.or([eb('rotating_until', 'is not distinct from', until), eb('rotating_until', '<', clock.now())]),
        )
        .returning('secret_id')
        .executeTakeFirst(),
    );
    if (changed) until = next;
    return changed !== undefined;
  };
  const take = () => change(new Date(clock.now().getTime() + claimMs));
  return {
    take,
    renew: async () => {
      if (until && until.getTime() - clock.now().getTime() < claimMs / 2) await take();
    },
    leave: () => change(null),
  };
}

async function rotateRound(
  { database, clock, log, env }: Ground,
  encrypted: readonly Encrypted[],
  { startedAt, renew }: { startedAt: Date; renew: () => Promise<void> },
): Promise<0 | null> {
  const begunAt = performance.now();
  const isTimeUp = async () => {
    await renew();
    return performance.now() - begunAt > roundMs;
  };
  let [done, left, isCutOff] = [0, 0, false];
  for (const one of encrypted) {
    const round = await one.reencrypt(isTimeUp);
    [done, left, isCutOff] = [done + round.done, left + round.left, isCutOff || round.isCutOff === true];
  }
  const isOver = done === 0 && left === 0 && !isCutOff && clock.now().getTime() - startedAt.getTime() > codesMs;
  await database.asSystem((tx) =>
    tx
      .updateTable('portal_secret')
      .set({ retired_at: isOver ? clock.now() : null })
      .where('secret_id', '=', anyText(env.earlierSecrets.map(secretId)))
      .execute(),
  );
  log.info(
    'secrets',
    isOver ? { said: 'PORTAL_EARLIER_SECRETS is not needed any more.' } : { reencrypted: done, left },
  );
  return isCutOff ? 0 : null;
}
