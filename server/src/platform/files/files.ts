/** The port to stored files: what is put is kept under a name of its own, encrypted (SEC-31, PRV-07). */
import { createHash, randomBytes } from 'node:crypto';
import type { Env } from '#src/env.ts';
import type { Log } from '#platform/core/log.ts';
import { type Content, type FileDriver, type Range, StoreFull, whole } from './driver.ts';
import { type EncryptedDriver, encrypted } from './encrypted-driver.ts';
import { folderDriver } from './folder-driver.ts';
import { s3Driver } from './s3-driver.ts';

export interface StoredContent {
  /** What the store knows it by. */
  key: string;
  bytes: number;
  sha256: string;
}

export interface Files
  extends Pick<
    EncryptedDriver,
    | 'delete'
    | 'list'
    | 'writtenAt'
    | 'touch'
    | 'setAside'
    | 'bringBack'
    | 'emptyTrash'
    | 'lockOf'
    | 'marker'
    | 'mark'
    | 'isThere'
    | 'trailNote'
    | 'keepTrailNote'
  > {
  /** Keeps this content for good. */
  put: (content: Content | Uint8Array) => Promise<StoredContent>;
  /** The content as it was put, piece by piece, or null when there is none. A damaged or exchanged piece is an error. */
  get: (key: string, range?: Range) => Promise<Content | null>;
  /** The same in one piece. */
  read: (key: string) => Promise<Buffer | null>;
}

export type PlaceOfFiles = Pick<Env, 'dataDir' | 'bucket'>;

/** Files as they lie there. */
export const openStore = ({ dataDir, bucket }: PlaceOfFiles): FileDriver =>
  bucket ? s3Driver(bucket) : folderDriver(dataDir);

/** The same behind encryption; no secret is in the database or in the store. */
export const openFiles = ({
  secret,
  earlierSecrets,
  ...place
}: PlaceOfFiles & Pick<Env, 'secret' | 'earlierSecrets'>): Files =>
  filesOn(openStore(place), secret, ...earlierSecrets);

export function filesOn(driver: FileDriver, secret: Buffer, ...earlier: readonly Buffer[]): Files {
  const { put, get, ...rest } = encrypted(driver, secret, ...earlier);
  return {
    ...rest,
    put: async (content) => {
      const key = randomBytes(16).toString('hex');
      const hash = createHash('sha256');
      let bytes = 0;
      const measured = async function* () {
        for await (const part of content instanceof Uint8Array ? inParts(content) : content) {
          hash.update(part);
          bytes += part.length;
          yield part;
        }
      };
      await put(key, measured());
      return { key, bytes, sha256: hash.digest('hex') };
    },
    get: async (key, range) => (await get(key, range))?.content ?? null,
    read: async (key) => {
      const found = await get(key);
      return found && whole(found);
    },
  };
}

/**
 * What rows name and the store lacks is told to whoever runs the portal, since a folder may be the wrong one, or damaged; and so is
 * that there is no more room.
 */
export const tellingOfStore = <F extends Pick<Files, 'put' | 'get' | 'read'>>(files: F, log: Pick<Log, 'error'>): F => {
  const told = <T>(key: string, found: T | null): T | null => {
    if (found === null) log.error('file missing', { key });
    return found;
  };
  const tellFull = (error: unknown): never => {
    if (error instanceof StoreFull) log.error('file store full', { error: error.message });
    throw error;
  };
  return {
    ...files,
    put: (content) => files.put(content).catch(tellFull),
    get: async (key, range) => told(key, await files.get(key, range)),
    read: async (key) => told(key, await files.read(key)),
  };
};

const partBytes = 1_048_576;
/** A large file is done in parts, between which others have their turn. */
function* inParts(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}
