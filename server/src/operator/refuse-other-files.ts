/** What works on the files of a database goes by the place that has its marker: those of another one, or none, would be taken for them (REL-13). */
import type { FileDriver } from '#platform/files/driver.ts';
import type { PlaceOfFiles } from '#platform/files/files.ts';
import { isOf, refuseUnfinished } from '#platform/files/installation.ts';
import type { Database } from '#platform/database/db.ts';
import { Refusal } from './read-options.ts';

/** Throws a sentence where it is not the place of this database, which ends with what has not happened. */
export async function refuseOtherFiles(
  env: PlaceOfFiles,
  store: Pick<FileDriver, 'marker'>,
  marker: string,
  left: string,
): Promise<void> {
  const [name, found] = [nameOfPlace(env), await store.marker()];
  refuseUnfinished({ name, advice: env.bucket ? 'bucket' : 'folder', marker: found });
  if (!isOf(found, marker))
    throw new Refusal(
      `${name} does not hold the files of this database: ${found === null ? 'it has no marker' : 'its marker is that of another one'}. ${left}`,
    );
}

export const nameOfPlace = ({ dataDir, bucket }: PlaceOfFiles): string =>
  bucket ? `The bucket ${bucket.name}` : `DATA_DIR (${dataDir})`;

/** By which the database knows its files. */
export async function markerOf(database: Database): Promise<string> {
  const begun = await database.asSystem((tx) => tx.selectFrom('installation').select('marker').executeTakeFirst());
  if (!begun) throw new Refusal('The portal has not been started on this database yet: it has no files.');
  return begun.marker;
}
