/** One document for an inspector or a court, also one that nobody finds any more, with whether it holds (P11-08, P11-11). */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { actOf } from '#platform/act/act.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import { DamagedFile } from '#platform/files/encrypted-driver.ts';
import { contentOf } from '#rooms/documents/door.ts';
import { forms, knownSeals, signingOf, verifyDocument } from '#rooms/signing/door.ts';
import type { Ground } from './ground.ts';
import { Refusal } from './read-options.ts';

interface Asked {
  company: number;
  document: number;
  /** A file that is not there yet. */
  to: string;
  reason: string;
}

/** Writes it as it is now, the sealed one where there is one, once that is on record. */
export async function exportDocument(
  { database, clock, files, operator }: Pick<Ground, 'database' | 'clock' | 'files' | 'operator'>,
  { company, document, to, reason }: Asked,
): Promise<string> {
  const { content, signing, seals } = await database.asSystem(async (tx) => {
    await inOneSnapshot(tx);
    const row = await tx
      .selectFrom('document')
      .select('document_id')
      .where('document_id', '=', document)
      .where('company_id', '=', company)
      .executeTakeFirst();
    const found = row && (await contentOf(tx, document));
    if (!found) throw new Refusal(`There is no document with the number ${document} in the company ${company}.`);
    return { content: found, signing: await signingOf(tx, document), seals: await knownSeals(tx) };
  });
  const bytes = await files.read(content.key).catch((error: unknown) => {
    if (error instanceof DamagedFile) return null;
    throw error;
  });
  if (!bytes)
    throw new Refusal(`The file of document ${document} is damaged or gone. A backup may have it: see Restore.`);
  const { problems, checked, sealedAt } = await verifyDocument(files, forms, signing, seals);
  const file = await newFile(to);
  try {
    // Nobody has it before that is on record.
    await database.asSystem((tx) =>
      actOf(tx, clock, { ...operator, companyId: company }).record({
        action: 'document.exported',
        record: { kind: 'document', id: document },
        changes: [],
        reason,
      }),
    );
    await file.writeFile(bytes);
  } catch (error) {
    await rm(to);
    throw error;
  } finally {
    await file.close();
  }
  const { friendlyName, removedAt } = content;
  return [
    `${to} is document ${document}, "${friendlyName}"${removedAt ? `, which was deleted on ${removedAt.toISOString()}` : ''}${sealedAt ? `, sealed on ${sealedAt.toISOString()}` : ''}.`,
    problems.length > 0 ? 'It does not verify:' : 'It verifies. Compared were:',
    ...(problems.length > 0 ? problems : checked),
  ].join('\n');
}

/** For this account alone; what is there already is left alone. */
const newFile = (to: string): Promise<FileHandle> =>
  open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'EEXIST'
        ? `${to} is there already: please name a new file.`
        : `${to} cannot be written (${error.code}).`,
    );
  });
