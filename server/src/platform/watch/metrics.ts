/** What the server tells Prometheus of itself, on a port of its own (METRICS_PORT): numbers and names of calls, nothing personal. */
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ConfigurationError, type Env } from '#src/env.ts';
import type { Log } from '#platform/core/log.ts';
import type { Gathered } from '#platform/core/batch-writer.ts';
import type { Clock } from '#platform/core/clock.ts';
import { lookWithin } from '#platform/core/deadline.ts';
import { readSigningPair } from '#platform/core/signing-pair.ts';
import { clockSkew } from '#platform/database/database-time.ts';
import type { Database } from '#platform/database/db.ts';
import { queueSchema } from '#platform/database/queue-tables.ts';
import type { Files } from '#platform/files/files.ts';
import { watchFiles } from '#platform/files/installation.ts';
import type { Sender } from '#platform/jobs/deliver-messages.ts';
import { version } from '#platform/http/version.ts';
import type { Live } from '#platform/live/live.ts';
import { archivingOf, lateArchiving } from './archiving.ts';

/** What is looked at when somebody asks. */
export interface Watched {
  env: Pick<Env, 'dataDir' | 'bucket' | 'smtpUrl' | 'sms' | 'signing'>;
  clock: Pick<Clock, 'now'>;
  http: FastifyInstance;
  database: Database;
  files: Pick<Files, 'marker' | 'isThere'>;
  live: Pick<Live, 'size'>;
  /** Entries on their way to a log, by its name. */
  gathered: Readonly<Record<string, { state: () => Gathered }>>;
}

export interface Metrics {
  /** The same log; warnings and errors are counted by the event they name. */
  counting: (log: Log) => Log;
  watch: (watched: Watched) => void;
  /** Where they are read: `http://host:port/metrics`. */
  listen: (host: string, port: number) => Promise<string>;
  close: () => Promise<void>;
}

/** Prometheus gives up after ten seconds, and would never read that the database no longer answers. */
const limitMs = 2_000;

/** Events for which deploy/alerts.yaml has a rule. Each begins at 0, so that the first of them is already one more. */
const alarming = [
  'audit trail forged',
  'audit trail cut',
  'audit trail link forged',
  'audit trail held up',
  'files unknown',
  'file missing',
  'file store full',
];

/**
 * What the database knows. No part reads a table from end to end. A message that was tried four times, within seven minutes, and still
 * waits though another one went out when it had waited for a minute, is refused for now: that is known before the alarm about a server
 * that is away, which takes ten.
 */
async function ofTheDatabase(database: Database, channels: readonly Sender['channel'][]) {
  // What runs by the clock is well again once a later run was, and has no company's act behind it.
  const [skewMs, archiving, records, [jobs]] = await Promise.all([
    clockSkew(database),
    // Where nobody can say, as on a database that keeps such things to itself, it is no number, as where there is no archive.
    archivingOf(database).catch(() => null),
    database.asSystem(async (tx) => {
      const { rows } = await sql<{
        unsent: number;
        refused: number;
        refusedSince: number;
        unlinked: number;
        backedUp: number | null;
      }>`with waiting as (
          select channel, created_at, attempts, refused_at from message
          where sent_at is null and withdrawn_at is null and created_at > now() - interval '7 days'
            and channel = any(${[...channels]}::text[]) and (useless_after is null or useless_after > now())),
          delivered as (select channel, (select max(sent_at) from message where message.channel = asked.channel) as last_at
            from unnest(${[...channels]}::text[]) as asked (channel))
        select (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from waiting join delivered using (channel)
            where refused_at is null and not (attempts > 3 and coalesce(last_at, '-infinity') > created_at + interval '1 minute')) as unsent,
          (select count(*)::int from waiting where refused_at is not null) as refused,
          (select count(*)::int from waiting join delivered using (channel)
            where refused_at > coalesce(last_at, '-infinity')) as "refusedSince",
        coalesce((select max(seq) from audit_entry), 0) - coalesce((select max(seq) from audit_link), 0) as unlinked,
        (select extract(epoch from backed_up_at)::float8 from installation) as "backedUp"`.execute(tx);
      return rows[0];
    }),
    database.query<{ failed: number; housekeeping: number | null }>(
      `select (select count(*) from ${queueSchema}.job failed where state = 'failed' and (data ? 'companyId' or not exists
           (select from ${queueSchema}.job later where later.name = failed.name and later.state = 'completed'
             and later.started_on > failed.started_on))) as failed,
         (select extract(epoch from max(completed_on))::float8 from ${queueSchema}.job
           where name = 'housekeeping' and state = 'completed') as housekeeping`,
      [],
    ),
  ]);
  if (!records || !jobs) return null;
  return {
    ...records,
    ...jobs,
    skew: skewMs / 1_000,
    archivingLate: archiving && Number(lateArchiving(archiving) !== null),
  };
}

/** Without files of the operator's the portal seals with a certificate of its own. */
function endOfSeals({ signing }: Watched['env'], now: Date): number {
  if (!signing) return Number.POSITIVE_INFINITY;
  try {
    return readSigningPair(signing, now.getTime()).endsAt.getTime() / 1_000;
  } catch {
    return Number.NaN;
  }
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'portal_info', help: 'Which release this is.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const logged = new Counter({
    name: 'portal_log_events_total',
    help: 'Warnings and errors in the log, by the event they name.',
    labelNames: ['level', 'event'],
    registers,
  });
  for (const event of alarming) logged.inc({ level: 'error', event }, 0);
  const calls = new Histogram({
    name: 'portal_call_seconds',
    help: 'How long calls took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  /** Brings the numbers up to date that are looked at only when somebody asks. */
  let look = async (): Promise<void> => {};

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    return void look()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });

  return {
    counting: (log) => ({
      ...log,
      warn: (event, fields) => {
        logged.inc({ level: 'warn', event });
        log.warn(event, fields);
      },
      error: (event, fields) => {
        logged.inc({ level: 'error', event });
        log.error(event, fields);
      },
    }),
    watch: ({ env, clock, http, database, files, live, gathered }) => {
      http.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? '-';
        calls.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
        done();
      });
      const connections = gauge('portal_database_connections', 'Connections of the pool, by what they do.', 'state');
      const sockets = gauge('portal_sockets', 'Open sockets of signed-in people.');
      const skew = gauge('portal_clock_skew_seconds', 'How far the clock is from that of the database.');
      const waiting = gauge('portal_entries_waiting', 'Entries that are not written to their log yet.', 'log');
      const letGo = gauge(
        'portal_entries_let_go',
        'Entries dropped since the start, because too many were waiting.',
        'log',
      );
      const isUp = gauge('portal_database_up', '1 while the database answers.');
      const filesAreUp = gauge('portal_files_up', '1 while the files can be reached.');
      const lookAtFiles = watchFiles({ files, env });
      const unsent = gauge(
        'portal_oldest_unsent_message_seconds',
        'How long the oldest mail or text has waited that nobody refuses, for now either.',
      );
      const refused = gauge(
        'portal_refused_messages',
        'Mails and texts that are tried on, although they were refused, for what they are or for their address.',
      );
      const refusedSince = gauge(
        'portal_refused_messages_since_delivery',
        'Those of them that were first refused after the last mail, or the last text, that was delivered.',
      );
      const unlinked = gauge(
        'portal_audit_entries_unlinked',
        'Entries of the audit trail outside of its chain as yet.',
      );
      const failedJobs = gauge('portal_failed_jobs', 'Background jobs that failed for good.');
      const housekeeping = gauge('portal_housekeeping_timestamp_seconds', 'When housekeeping last ended, if ever.');
      const archivingLate = gauge(
        'portal_database_archiving_late',
        '1 while what is written comes into the archive of the database too late, or not at all; no number where there is none, or where the database does not tell.',
      );
      const backedUp = gauge('portal_backup_timestamp_seconds', 'Of when the last whole backup is, if ever.');
      const sealsEnd = gauge(
        'portal_seal_certificate_ends_timestamp_seconds',
        'When the certificate for seals ends; no number where its files cannot be read.',
      );
      const room = gauge('portal_data_room_bytes', 'How much this account can still write to the disk of DATA_DIR.');
      // What nobody sends, as without a mail server, is no fault of one.
      const channels = [...(env.smtpUrl ? (['email'] as const) : []), ...(env.sms ? (['sms'] as const) : [])];
      const askDatabase = lookWithin(limitMs, () => ofTheDatabase(database, channels));
      const askDisk = lookWithin(limitMs, () => statfs(env.dataDir));
      look = async () => {
        const { totalCount, idleCount, waitingCount } = database.pool;
        connections.set({ state: 'used' }, totalCount - idleCount);
        connections.set({ state: 'idle' }, idleCount);
        connections.set({ state: 'awaited' }, waitingCount);
        sockets.set(live.size());
        for (const [log, { state }] of Object.entries(gathered)) {
          waiting.set({ log }, state().waiting);
          letGo.set({ log }, state().letGo);
        }
        const row = await askDatabase().catch(() => null);
        isUp.set(row ? 1 : 0);
        filesAreUp.set((await lookAtFiles()) === 'there' ? 1 : 0);
        skew.set(row?.skew ?? Number.NaN);
        unsent.set(row?.unsent ?? Number.NaN);
        refused.set(row?.refused ?? Number.NaN);
        refusedSince.set(row?.refusedSince ?? Number.NaN);
        unlinked.set(row?.unlinked ?? Number.NaN);
        failedJobs.set(row?.failed ?? Number.NaN);
        housekeeping.set(row?.housekeeping ?? Number.NaN);
        archivingLate.set(row?.archivingLate ?? Number.NaN);
        backedUp.set(row?.backedUp ?? Number.NaN);
        sealsEnd.set(endOfSeals(env, clock.now()));
        const disk = await askDisk().catch(() => null);
        room.set(disk ? disk.bavail * disk.bsize : Number.NaN);
      };
    },
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EADDRINUSE'
          ? new ConfigurationError(`Port ${port} is already in use. Set METRICS_PORT to another one.`)
          : error;
      });
      return `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
