/** The whole of it with demo data: a portal, somebody who writes in it, a backup meanwhile, and the same person in the restored copy. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../../../server/src/operator/backup-manifest.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { signInAt, type Written } from './person.ts';
import { operator, type Serving, serve, type Variables } from '../processes.ts';
import { type Report, sizeOf } from '../report.ts';
import { drillRestored } from '../restored.ts';

export async function drillDemo(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-drill-'));
  const servers: OwnPostgres[] = [];
  const backup = path.join(folder, 'backup');
  const secret = randomBytes(32).toString('base64');
  const settings = ({ settings: logins }: OwnPostgres, name: string): Variables => ({
    PATH: process.env['PATH'],
    PORTAL_MODE: 'development',
    PORTAL_SECRET: secret,
    DATA_DIR: path.join(folder, name),
    PORT: '0',
    ...logins,
  });
  let portal: Serving | undefined;
  try {
    await report.step('Two database servers', async () => {
      servers.push(await startOwnPostgres(), await startOwnPostgres());
      return `PostgreSQL ${servers[0]?.version}`;
    });
    const [here, elsewhere] = servers as [OwnPostgres, OwnPostgres];
    const env = settings(here, 'original');
    await report.step('A portal with demo data', async () => {
      await operator(env, 'prepare-database');
      portal = await serve(env);
    });
    const { url } = portal as unknown as Serving;
    const original = await signInAt(url);
    const seen = await lookAt(original);
    // Waits to be sent in the original, which has no mail server, and must not be sent by the copy.
    await original.forget();
    const writing = original.write(seen.busy, seen.document.data);
    let before: Written = { comments: [], documents: [] };
    await report.step('Backup while somebody writes', async () => {
      await writing.some();
      before = structuredClone(writing.written);
      await operator(env, 'backup', '--to', backup);
      await writing.stop();
      const { database, files } = await readManifest(backup);
      const meanwhile = writing.written.comments.length - before.comments.length;
      return `${meanwhile} comments and as many papers meanwhile, database ${sizeOf(database.bytes)}, ${Object.keys(files).length} files`;
    });
    await drillRestored(settings(elsewhere, 'copy'), backup, report, async (copy) => {
      await report.step('The same person signs in and reads', async () => {
        const person = await signInAt(copy);
        same('The participants are', seen.participants, await person.participants());
        same('A shipment is', seen.request, await person.request(seen.quiet));
        same('A document is', seen.document, await person.document(seen.docId));
        const size = sizeOf(Buffer.byteLength(seen.document.data, 'base64'));
        return `${seen.participants.participants.length} participants, a shipment, a document of ${size}, all the same`;
      });
      await report.step('What was written around the backup', () => compareWritten(original, copy, seen.busy, before));
    });
  } finally {
    await portal?.stop();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Person = Awaited<ReturnType<typeof signInAt>>;

/** A shipment with a document, which nobody touches, and another one to write to. */
async function lookAt(person: Person) {
  const requests = (await person.requests()).map(({ srId }) => srId);
  for (const quiet of requests) {
    const [paper] = await person.documentsOf(quiet);
    const busy = requests.find((srId) => srId !== quiet);
    if (!paper || busy === undefined) continue;
    return {
      quiet,
      busy,
      docId: paper.docId,
      participants: await person.participants(),
      request: await person.request(quiet),
      document: await person.document(paper.docId),
    };
  }
  throw new Error('The demo data has no shipment with a document.');
}

/** All that was acknowledged before is there, and what came meanwhile is whole or not there. */
async function compareWritten(original: Person, url: string, srId: number, before: Written): Promise<string> {
  const copy = await signInAt(url);
  const comments = await copy.comments(srId);
  const documents = (await copy.documentsOf(srId)).map(({ docId }) => docId);
  const lost = [
    ...before.comments.filter((text) => !comments.includes(text)),
    ...before.documents.filter((docId) => !documents.includes(docId)).map((docId) => `document ${docId}`),
  ];
  if (lost.length > 0) throw new Error(`Written before the backup, and lost: ${lost.join(', ')}.`);
  for (const docId of documents)
    same(`Document ${docId} is`, await original.document(docId), await copy.document(docId));
  return `${comments.length} comments and ${documents.length} papers of it`;
}

function same(what: string, one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${what} not the same as in the original.`);
}
