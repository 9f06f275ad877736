/** Restores a backup elsewhere and verifies what can be verified without anybody's password (REL-13). */
import { type Env, readEnv } from '../../server/src/env.ts';
import { readManifest } from '../../server/src/operator/backup-manifest.ts';
import { verifyFiles, verifyRows, verifySignatures } from '../../server/src/operator/verify-restored.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/db.ts';
import { openFiles } from '../../server/src/platform/files/files.ts';
import { forms } from '../../server/src/rooms/signing/door.ts';
import { openMailTrap } from './mail-trap.ts';
import { operator, type Serving, serve, type Variables, verifyAudit } from './processes.ts';
import { type Report, sizeOf } from './report.ts';

/** What a portal on a copy must not have: its owner, and ways to others. */
const withheld = [
  'ADMIN_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'METRICS_PORT',
  'OPERATOR_EMAIL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'SECURITY_STREAM',
  'STOP_DELAY_SECONDS',
];

/** `visit` is what else there is to do while the portal serves; nothing may have been sent until it ends. */
export async function drillRestored(
  env: Variables,
  from: string,
  { step }: Pick<Report, 'step'>,
  visit: (url: string) => Promise<void> = async () => {},
): Promise<void> {
  const told = await readManifest(from);
  const settings = readEnv(env);
  if (settings.adminDatabaseUrl)
    await step('An empty database', async () => void (await operator(env, 'prepare-database')));
  await step('Restored', async () => {
    await operator(env, 'restore', '--from', from);
    const files = Object.values(told.files);
    return `backup of ${told.at}, database ${sizeOf(told.database.bytes)}, ${files.length} files ${sizeOf(sumOf(files))}`;
  });
  await step('Rows are those of the backup', async () => {
    const found = await verifyRows(settings, told);
    return found
      ? `${found.rows} in ${found.tables} tables`
      : 'not known, since this backup does not say how many it had';
  });
  await step('Every file that a record names opens', async () => {
    const { files, bytes } = await onDatabase(settings, (database) =>
      verifyFiles({ database, files: openFiles(settings) }),
    );
    return `${files} files, ${sizeOf(bytes)}`;
  });
  await step('Schema of this release', async () => void (await operator(env, 'migrate')));
  await step('Audit trail', async () => (await verifyAudit(env)).split('\n')[0]);
  await step('Signatures', async () => {
    const { signatures, documents } = await onDatabase(settings, (database) =>
      verifySignatures({ database, files: openFiles(settings), forms }),
    );
    return `${signatures} of ${documents} documents`;
  });
  const trap = await openMailTrap();
  const serving = { ...env, ...trap.settings, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' };
  for (const name of withheld) delete serving[name as keyof typeof serving];
  let portal: Serving | undefined;
  try {
    await step('The portal is ready', async () => {
      portal = await serve(serving);
      const answer = await fetch(`${portal.url}/api/health/ready`);
      if (!answer.ok) throw new Error(`/api/health/ready says ${answer.status}: ${await answer.text()}`);
    });
    if (portal) await visit(portal.url);
    await step('Mails and texts are held', async () => {
      await Promise.race([trap.caught, portal?.heard('outbound held', 60_000)]);
      return `${await onDatabase(settings, waiting)} wait`;
    });
  } finally {
    await portal?.stop();
    trap.close();
  }
}

async function onDatabase<T>(
  { databaseDirectUrl, databaseUrl }: Env,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ connectionString: databaseDirectUrl ?? databaseUrl, max: 3 }, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function waiting(database: Database): Promise<number> {
  const { count } = await database.asSystem((tx) =>
    tx
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

const sumOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
