import type { Clock } from '#platform/core/clock.ts';
import { refuseEnded, type Tx } from '#platform/database/db.ts';
import type { Content } from './driver.ts';
import type { Files, StoredContent } from './files.ts';

/** The files of an act: the content goes into the store, its row into the act's transaction. */
export interface ActFiles extends Pick<Files, 'get' | 'read'> {
  /** Whoever keeps the id has a foreign key on it: what no row refers to is cleared away after a day. */
  keep: (content: Content | Uint8Array, type: string) => Promise<KeptFile>;
}
export interface KeptFile extends Pick<StoredContent, 'bytes' | 'sha256'> {
  fileId: number;
}

/** What an act keeps its files with. */
export type FilesToKeep = Pick<Files, 'get' | 'read' | 'put'>;

/** `companyId` is null for what belongs to no company. */
export const filesOfAct = (
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  companyId: number | null,
  { get, read, put }: FilesToKeep,
): ActFiles => ({
  get: async (...asked) => {
    refuseEnded(tx);
    return get(...asked);
  },
  read: async (...asked) => {
    refuseEnded(tx);
    return read(...asked);
  },
  keep: async (content, type) => {
    // Before anything of it comes into the store.
    refuseEnded(tx);
    const { key, bytes, sha256 } = await put(content);
    const { file_id: fileId } = await tx
      .insertInto('stored_file')
      .values({ company_id: companyId, bytes, type, key, sha256, created_at: clock.now() })
      .returning('file_id')
      .executeTakeFirstOrThrow();
    return { fileId, bytes, sha256 };
  },
});
