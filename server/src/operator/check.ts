/** Looks at everything that a start needs and changes nothing: each thing is good, worth minding, or wrong, and is said in a sentence. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, doubtsOf, type Env, isTrial, readEnv } from '#src/env.ts';
import { readBrands } from '#platform/core/brands.ts';
import { endOf, readSigningPair, refuseEnded } from '#platform/core/signing-pair.ts';
import { notWritten } from '#platform/core/make-folder.ts';
import { clockSkew, noticedSkewMs } from '#platform/database/database-time.ts';
import { type Database, openDatabase } from '#platform/database/db.ts';
import { loginsOf, prepareDatabase } from '#platform/database/prepare.ts';
import { refuseOtherDatabases, refuseOtherOwner } from '#platform/database/one-database.ts';
import { reachDatabase } from '#platform/database/reach.ts';
import { roomForPool } from '#platform/database/room-for-pool.ts';
import { StoreAway } from '#platform/files/driver.ts';
import { openFiles, openStore } from '#platform/files/files.ts';
import { filesIn } from '#platform/files/folder-driver.ts';
import { isFree, isJoining, isOf, newestMissing, otherMode, refuseUnfinished } from '#platform/files/installation.ts';
import { encryptedFiles } from '#platform/files/rotate-file-keys.ts';
import { refuseDeadAddresses } from '#rooms/companies/door.ts';
import { encryptedFactors, tryPool } from '#rooms/identity/door.ts';
import { sealingKeys } from '#rooms/signing/door.ts';
import { problemOfPort } from '#src/problem-of-port.ts';
import { refuseForeignFolder } from '#src/refuse-foreign-folder.ts';
import { smtpMailer } from '#platform/jobs/mail.ts';
import { refuseUnknownEnd } from '#platform/audit/link-entries.ts';
import { waitingEntries } from '#platform/audit/waiting-entries.ts';
import { makeClock } from '#platform/core/clock.ts';
import { makeLog } from '#platform/core/log.ts';
import { encryptedColumns } from '#platform/security/encrypted-columns.ts';
import { refuseMissing } from '#platform/security/secrets.ts';
import { archivingOf, lateArchiving } from '#platform/watch/archiving.ts';
import { Refusal } from './read-options.ts';

export async function check(variables: Record<string, string | undefined>): Promise<string> {
  const lines: string[] = [];
  let isWrong = false;
  /** Gives whether a start may go on. What `look` says of something good is worth knowing; what is to be minded stops no start. */
  const ask: Ask = async (what, look) => {
    try {
      const said = await look();
      if (typeof said === 'object' && said !== null) lines.push(`mind   ${what}: ${said.mind}`);
      else lines.push(`good   ${what}${said ? `: ${said}` : ''}`);
      return true;
    } catch (error) {
      isWrong = true;
      lines.push(`WRONG  ${what}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };
  const end = () => {
    if (isWrong) throw new Refusal(lines.join('\n'));
    return lines.join('\n');
  };

  let env: Env | undefined;
  await ask('settings', () => {
    env = readEnv(variables);
    return `mode "${env.mode}"`;
  });
  if (!env) return end();
  const settings = env;
  await ask(
    'brands',
    () =>
      `${readBrands(settings)
        .all.map(({ key }) => key)
        .join(', ')}`,
  );
  await ask('folder', () => {
    refuseClosed(settings.dataDir);
    if (settings.databaseUrl) refuseForeignFolder(settings.dataDir);
    const places = [settings.dataDir, ...(settings.bucket ? [] : [filesIn(settings.dataDir)])];
    for (const place of places) probe(place, settings.dataDir);
  });
  if (settings.bucket) await ask('bucket', () => tryBucket(settings));
  const { signing } = settings;
  if (signing)
    await ask('SIGNING_KEY and SIGNING_CERTIFICATE', () => {
      const pair = readSigningPair(signing);
      refuseEnded(pair);
      return endOf(pair);
    });
  await ask('port', async () => {
    const problem = await problemOfPort(settings);
    if (problem && !problem.isTaken) throw new ConfigurationError(problem.sentence);
    return problem && `${settings.port} is in use, by a portal that runs or by something else`;
  });
  for (const { about, problem } of doubtsOf(settings)) lines.push(`       ${about}: ${problem}`);
  if (settings.databaseUrl) await askDatabase(settings, ask);
  else lines.push('       database: the embedded one, which the start brings up; it is for trying');
  const { hostedPool } = settings;
  if (hostedPool) await ask('user pool', () => tryPool(hostedPool));
  if (settings.smtpUrl) await ask('mail server', () => tryMail(settings));
  else lines.push('       mail: SMTP_URL is not set, so mails stay in the outbox');
  if (settings.sms) lines.push('       texts: not tried, since each try would be a text');
  return end();
}

type Said = string | { mind: string } | null | void;
type Look = () => Promise<Said> | Said;
type Ask = (what: string, look: Look) => Promise<boolean>;

async function askDatabase(env: Env, ask: Ask): Promise<void> {
  const { connection, direct, owner } = loginsOf(env);
  const isThere = await ask('DATABASE_URL', () =>
    reachDatabase(connection, 'DATABASE_URL', { waitMs: 0, mayBePooled: direct !== undefined }),
  );
  const others = { DATABASE_DIRECT_URL: direct, MIGRATION_DATABASE_URL: owner };
  const reached = [isThere];
  for (const [name, config] of Object.entries(others))
    if (config)
      reached.push(
        await ask(name, async () => {
          await reachDatabase(config, name, { waitMs: 0 });
          if (config === owner) await refuseOtherOwner(owner, direct ?? connection);
        }),
      );
  if (!isThere) return;
  if (reached.length > 1 && !reached.includes(false))
    await ask('one database', () => refuseOtherDatabases({ connection, direct, owner }));
  await ask('connections', async () => {
    const tight = await roomForPool(direct ?? connection, {
      pool: env.databasePool,
      isPooled: direct !== undefined,
    });
    return tight;
  });
  // For trying, one login may own everything.
  const isReady =
    isTrial(env.mode) ||
    (await ask('schema and rights', () =>
      prepareDatabase({ connection, direct, owner: undefined }, env.mode).then(() => undefined),
    ));
  if (!isReady) return;
  const database = openDatabase({ ...(direct ?? connection), max: 2 }, () => {});
  try {
    await askOpened(env, database, ask);
  } finally {
    await database.close();
  }
}

async function askOpened(env: Env, database: Database, ask: Ask): Promise<void> {
  await ask('clock', async () => {
    const skew = await clockSkew(database);
    if (skew > noticedSkewMs)
      throw new ConfigurationError(`it is ${Math.round(skew / 1_000)} seconds from that of the database.`);
  });
  if (env.mode === 'production')
    await ask('addresses of the portal', () => refuseDeadAddresses({ env, brands: readBrands(env), database }));
  const archiving = await archivingOf(database).catch(() => null);
  if (archiving)
    await ask('archiving', () => {
      const late = lateArchiving(archiving);
      return late && { mind: late };
    });
  const noted = await database
    .asSystem((tx) => tx.selectFrom('installation').select(['marker', 'mode', 'holds_outbound']).execute())
    .catch(() => null);
  // For trying, the start makes the tables.
  if (!noted) return;
  const [begun] = noted;
  await ask(env.bucket ? 'database and bucket' : 'database and folder', async () => {
    const other = begun && otherMode(begun.mode as Env['mode'], env.mode);
    if (other) throw new ConfigurationError(other);
    const name = env.bucket ? `the bucket of FILES_URL (${env.bucket.name})` : `DATA_DIR (${env.dataDir})`;
    const marker = await openStore(env).marker();
    refuseUnfinished({ name, advice: env.bucket ? 'bucket' : 'folder', marker });
    if (!begun && !isFree(marker)) throw new ConfigurationError(`${name} holds the files of another database.`);
    if (begun && !isOf(marker, begun.marker))
      throw new ConfigurationError(`${name} does not hold the files of this database.`);
    if (!begun) return 'not begun yet, the first start brings them together';
    const lacks = await database.asSystem((tx) => newestMissing(tx, name, env));
    const held = begun.holds_outbound ? 'nothing is sent until "release-outbound"' : null;
    return lacks === null ? held : { mind: held ? `${lacks} And ${held}.` : lacks };
  });
  await ask('PORTAL_SECRET', async () => {
    const said = await refuseMissing({ database, env }, [
      encryptedColumns({ database, env }, [...encryptedFactors, ...sealingKeys]),
      encryptedFiles({ database, clock: makeClock(), files: openFiles(env), log: makeLog('silent'), env }),
      waitingEntries({ database, env }),
    ]);
    // A machine that joins has no note of its own: the start takes that of the bucket first.
    if (!begun || !(await isJoining(env, begun))) await refuseUnknownEnd(database, env);
    return said;
  });
}

/** The first start makes it. */
function refuseClosed(dataDir: string): void {
  let there = dataDir;
  while (!existsSync(there)) there = path.dirname(there);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigurationError(`DATA_DIR (${dataDir}) cannot be written to by this account.`);
  }
}

/** A disk may be full, or mounted for reading alone, which its rights do not tell. What is written is taken away at once. */
function probe(place: string, dataDir: string): void {
  if (!existsSync(place)) return;
  const file = path.join(place, `check-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(65_536), { mode: 0o600, flush: true });
  } catch (error) {
    throw new ConfigurationError(notWritten(`DATA_DIR (${dataDir})`, error));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Credentials may be enough for reading alone. What is written is removed at once. */
async function tryBucket(env: Env): Promise<void> {
  const store = openStore(env);
  const name = randomBytes(16).toString('hex');
  const content = async function* () {
    yield Buffer.alloc(1_024);
  };
  const saying = (what: string) => (error: unknown) => {
    throw error instanceof StoreAway ? new ConfigurationError(`FILES_URL: ${what}. ${error.message}`) : error;
  };
  await store.put(name, content()).catch(saying('nothing can be written'));
  await store.delete(name).catch(saying(`what was written to try it (files/${name}) cannot be removed`));
}

async function tryMail({ smtpUrl = '', mailFrom, mode }: Env): Promise<void> {
  const mailer = smtpMailer(smtpUrl, mailFrom, { needsTls: mode === 'production' });
  try {
    await mailer.verify();
  } catch (error) {
    throw new ConfigurationError(`the one of SMTP_URL (${new URL(smtpUrl).host}) ${mailProblem(error as Error)}`);
  } finally {
    mailer.close();
  }
}

/** What the server says may repeat the name it was told, so it is not repeated here. */
function mailProblem({ code = 'unknown', message }: Error & { code?: string }): string {
  if (code === 'EAUTH') return 'refuses the name or the password of SMTP_URL (EAUTH).';
  if (/certificate|self-signed|altnames/i.test(message))
    return `has a certificate that does not hold (${code}). One of your own goes into NODE_EXTRA_CA_CERTS.`;
  if (code === 'ETLS' || /STARTTLS/.test(message))
    return `offers no STARTTLS on this port (${code}). Is it smtps://, for TLS from the beginning?`;
  return `does not take mail (${code}). Is it up, and is smtps:// for TLS from the beginning, smtp:// for STARTTLS?`;
}
