/** What can be told of a restored database and its files without anybody's password (REL-13). */
import { createHash } from 'node:crypto';
import type { Database } from '#platform/database/db.ts';
import { backupRole } from '#platform/database/logins.ts';
import { connected } from '#platform/database/one-connection.ts';
import { StoreAway } from '#platform/files/driver.ts';
import type { Files } from '#platform/files/files.ts';
import { type Forms, knownSeals, signingOf, verifyDocument } from '#rooms/signing/door.ts';
import type { Manifest } from './backup-manifest.ts';
import { countRows } from './count-rows.ts';
import { ownerOf, type Settings } from './postgres-programs.ts';
import { Refusal } from './read-options.ts';

/** Before a portal has worked on it. Gives how many rows there are in how many tables; null where the manifest does not say. */
export async function verifyRows(
  env: Settings,
  { rows }: Pick<Manifest, 'rows'>,
): Promise<{ rows: number; tables: number } | null> {
  if (!rows) return null;
  const found = await connected(ownerOf(env).config, 'portal operator', async (client) => {
    await client.query(`begin read only; set local role ${backupRole}`);
    return countRows(client);
  });
  const names = Object.keys({ ...rows, ...found }).sort();
  const wrong = names.filter((name) => rows[name] !== found[name]);
  const told = (count: number | undefined) => (count === undefined ? 'none' : String(count));
  if (wrong.length > 0)
    throw new Refusal(
      `The rows are not those of the backup: ${wrong
        .slice(0, 5)
        .map((name) => `${name} has ${told(found[name])} instead of ${told(rows[name])}`)
        .join(', ')}.`,
    );
  return { rows: Object.values(found).reduce((sum, count) => sum + count, 0), tables: names.length };
}

const atOnce = 8;

/** Every file that a row names is opened and is what the row says. */
export async function verifyFiles({
  database,
  files,
}: {
  database: Database;
  files: Pick<Files, 'get'>;
}): Promise<{ files: number; bytes: number }> {
  const rows = await database.asSystem((tx) =>
    tx.selectFrom('stored_file').select(['key', 'bytes', 'sha256']).orderBy('file_id').execute(),
  );
  const told: (string | null)[] = rows.map(() => null);
  const left = rows.entries();
  const work = async () => {
    for (const [place, row] of left) {
      const problem = await problemOf(files, row);
      if (problem !== null) told[place] = `${row.key} ${problem}`;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // In the order of the files, whichever was read first.
  const wrong = told.filter((one) => one !== null);
  if (wrong.length > 0)
    throw new Refusal(
      `${wrong.length} of ${rows.length} files cannot be opened: ${wrong.slice(0, 5).join(', ')}${wrong.length > 5 ? ', …' : ''}.`,
    );
  return { files: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}

/** Null for what opens and is what its row says. */
export async function problemOf(
  files: Pick<Files, 'get'>,
  { key, sha256 }: { key: string; sha256: string | null },
): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    const content = await files.get(key);
    if (content === null) return 'is missing';
    for await (const part of content) hash.update(part);
  } catch (error) {
    // A store that is away says nothing about its files.
    if (error instanceof StoreAway) throw error;
    return 'does not open with PORTAL_SECRET';
  }
  // Older rows have none.
  return sha256 === null || hash.digest('hex') === sha256 ? null : 'is another file than its record says';
}

/** So many are verified at a time in any case. */
const verifiedAtOnce = 2;
const mostTold = 5;

/** Whatever people were asked to sign is verified as the portal does it: against its files, the audit trail, and the seals that are known. */
export async function verifySignatures({
  database,
  files,
  forms,
  portion = 100,
}: {
  database: Database;
  files: Pick<Files, 'get' | 'read'>;
  forms: Pick<Forms, 'verifySeal'>;
  portion?: number;
}): Promise<{ signatures: number; documents: number }> {
  const known = await database.asSystem(knownSeals);
  const found = { signatures: 0, documents: 0 };
  let wrong = 0;
  let told: { documentId: number; problem: string }[] = [];
  const left = documentsToSign(database, portion);
  const work = async () => {
    for await (const { documentId, companyId } of left) {
      // Inside the fence, by which the entries of the trail are found.
      const signing = await database.readInCompany(companyId, (tx) => signingOf(tx, documentId));
      const { signatures, problems } = await verifyDocument(files, forms, signing, known);
      found.signatures += signatures.length;
      if (signatures.length > 0) found.documents += 1;
      if (problems.length === 0) continue;
      wrong += 1;
      told.push(...problems.map((problem) => ({ documentId, problem })));
      told = told.sort((one, other) => one.documentId - other.documentId).slice(0, mostTold + 1);
    }
  };
  await Promise.all(Array.from({ length: verifiedAtOnce }, work));
  if (wrong > 0)
    throw new Refusal(
      `Documents whose signatures do not verify: ${wrong}. ${told
        .slice(0, mostTold)
        .map(({ documentId, problem }) => `Document ${documentId}: ${problem}`)
        .join(' ')}${told.length > mostTold ? ' …' : ''}`,
    );
  return found;
}

/** A portion at a time, by their numbers. */
async function* documentsToSign(
  database: Database,
  portion: number,
): AsyncGenerator<{ documentId: number; companyId: number }> {
  for (let after = 0; ; ) {
    const rows = await database.asSystem((tx) =>
      tx
        .selectFrom('signing_request')
        .select(['document_id as documentId', 'company_id as companyId'])
        .where('document_id', '>', after)
        .orderBy('document_id')
        .limit(portion)
        .execute(),
    );
    yield* rows;
    if (rows.length < portion) return;
    after = rows.at(-1)?.documentId ?? after;
  }
}
