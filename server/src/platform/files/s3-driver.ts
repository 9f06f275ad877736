/**
 * Files in a bucket of any store that speaks the S3 protocol: `files/` has what is kept, `trash/` what was set aside, `installation`
 * the marker, `audit-head` the note of the audit trail's end. The protocol cannot move, so setting aside is a copy and then a removal;
 * cut off between them, both are there.
 */
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import type { Bucket } from '#platform/core/files-url.ts';
import { type FileDriver, isName, type Range, StoreAway } from './driver.ts';

const usualLimits = {
  /** For each request, and for each piece of what it brings. Two more tries follow. */
  requestMs: 5_000,
  /** For all tries of what is asked together, but not for the content of a file that follows or goes (SEC-33). */
  askMs: 10_000,
  /** The store copies all of it before it answers, an archive of a month as well; it holds up no call of a person. */
  copyMs: 60_000,
};
const restMs = 1_000;
/** As long as all tries of one request take at most. */
const probeMs = 16_000;
const partBytes = 8_388_608;
/** So little is fetched at once, rather than after a question for its size. */
const fewBytes = 65_536;

interface Sdk {
  client: S3;
  Upload: typeof Upload;
}
interface Until {
  abortSignal: AbortSignal;
}

export function s3Driver({ name: bucket, endpoint, region, prefix }: Bucket, limits = usualLimits): FileDriver {
  const { requestMs, askMs, copyMs } = limits;
  let opened: Promise<Sdk> | undefined;
  /** Loaded here, so that nothing of it is in memory where files lie in a folder. */
  const open = async (): Promise<Sdk> => {
    const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
    const client = new sdk.S3({
      endpoint,
      region,
      forcePathStyle: !new URL(endpoint).hostname.endsWith('.amazonaws.com'),
      maxAttempts: 3,
      requestHandler: { connectionTimeout: requestMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
      // Many stores know no other sums than that of the signature, and each of our segments has its own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, Upload };
  };

  // By a clock that nobody sets back.
  let [restsUntil, reason] = [0, ''];
  /** After a silence nobody waits for the store: calls would pile up, each with its connection to the database. One tries it again. */
  const ask = async <T>(
    question: (sdk: Sdk, until: Until) => Promise<T>,
    limitMs: number | null = askMs,
  ): Promise<T> => {
    if (performance.now() < restsUntil) throw new StoreAway(reason);
    if (restsUntil > 0) restsUntil = performance.now() + probeMs;
    const late = new AbortController();
    const timer = limitMs === null ? undefined : setTimeout(() => late.abort(), limitMs);
    try {
      const answer = await question(await (opened ??= open()), { abortSignal: late.signal });
      restsUntil = 0;
      return answer;
    } catch (error) {
      throw failed(late.signal.aborted ? { code: 'ETIMEDOUT' } : error);
    } finally {
      clearTimeout(timer);
    }
  };
  const failed = (error: unknown): unknown => {
    restsUntil = isAnswer(error) ? 0 : performance.now() + restMs;
    if (isAbsence(error)) return error;
    reason = `The bucket ${bucket} of the file store cannot be used (${kindOf(error)}).`;
    return new StoreAway(reason);
  };

  const kept = (name: string) => ({ Bucket: bucket, Key: `${prefix}files/${name}` });
  const inTrash = (name: string) => ({ Bucket: bucket, Key: `${prefix}trash/${name}` });
  const marked = { Bucket: bucket, Key: `${prefix}installation` };
  const noted = { Bucket: bucket, Key: `${prefix}audit-head` };
  const textOf = (what: typeof marked): Promise<string | null> =>
    ask(async ({ client }, until) => {
      const { Body } = await client.getObject(what, until);
      return (await Body?.transformToString()) ?? null;
    }).catch(absent);
  const headOf = (name: string) => ask(({ client }, until) => client.headObject(kept(name), until)).catch(absent);
  /** False when there is no such thing. */
  const copied = async (from: { Key: string }, to: { Bucket: string; Key: string }): Promise<boolean> => {
    const copy = { ...to, CopySource: `${bucket}/${from.Key}`, MetadataDirective: 'REPLACE' } as const;
    const copying = ask(({ client }, until) => client.copyObject(copy, { ...until, requestTimeout: copyMs }), copyMs);
    return (await copying.catch(absent)) !== null;
  };
  async function* contentOf(name: string, range?: Range): AsyncGenerator<Uint8Array> {
    const found = await ask(({ client }, until) =>
      client.getObject({ ...kept(name), ...(range ? asHeader(range) : {}) }, until),
    );
    try {
      yield* inTime(found.Body as Readable, requestMs);
    } catch (error) {
      throw failed(error);
    }
  }
  async function* listed(folder: string): AsyncGenerator<{ name: string; at: Date }[]> {
    const Prefix = `${prefix}${folder}/`;
    for (let from: string | undefined, isMore = true; isMore; ) {
      const asked = { Bucket: bucket, Prefix, ...(from === undefined ? {} : { ContinuationToken: from }) };
      const page = await ask(({ client }, until) => client.listObjectsV2(asked, until));
      yield (page.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
        const name = Key.slice(Prefix.length);
        return isName(name) && LastModified ? [{ name, at: LastModified }] : [];
      });
      from = page.NextContinuationToken;
      isMore = from !== undefined;
    }
  }

  return {
    put: async (name, content) => {
      if (!isName(name)) throw new Error('a file was given a name that the bucket does not take');
      let broken: { by: unknown } | undefined;
      const watched = async function* () {
        try {
          yield* content;
        } catch (error) {
          broken = { by: error };
          throw error;
        }
      };
      // What is large goes in parts; cut off, they are taken back.
      const params = { ...kept(name), Body: Readable.from(watched(), { objectMode: false }) };
      // Content takes as long as it comes, each part of it no longer than a request.
      await ask(async ({ client, Upload }) => {
        try {
          await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done();
        } catch (error) {
          if (!broken) throw error;
        }
      }, null);
      if (broken) throw broken.by;
    },
    get: async (name, range) => {
      if (!isName(name)) return null;
      if (range && range.end > range.start && range.end - range.start <= fewBytes) {
        const few = await ask(({ client }, until) =>
          fewOf(client, { ...kept(name), ...asHeader(range) }, until, requestMs),
        ).catch(absent);
        if (few === null || few.size > 0) return few;
      }
      const found = await headOf(name);
      if (!found) return null;
      const size = found.ContentLength ?? 0;
      const isEmpty = size === 0 || (range !== undefined && (range.start >= size || range.end <= range.start));
      return { size, content: isEmpty ? pieces() : contentOf(name, range) };
    },
    delete: async (name) => {
      if (isName(name)) await ask(({ client }, until) => client.deleteObject(kept(name), until)).catch(absent);
    },
    list: async function* () {
      for await (const page of listed('files')) yield page.map(({ name }) => name);
    },
    writtenAt: async (name) => (isName(name) ? ((await headOf(name))?.LastModified ?? null) : null),
    touch: async (name) => {
      if (isName(name)) await copied(kept(name), kept(name));
    },
    setAside: async (name) => {
      if (isName(name) && (await copied(kept(name), inTrash(name))))
        await ask(({ client }, until) => client.deleteObject(kept(name), until));
    },
    // The trash keeps its own until it is emptied: somebody who is setting it aside may be about to remove the other one.
    bringBack: async (name) => isName(name) && copied(inTrash(name), kept(name)),
    emptyTrash: async (before) => {
      let removed = 0;
      for await (const page of listed('trash'))
        for (const { name, at } of page) {
          if (at >= before) continue;
          await ask(({ client }, until) => client.deleteObject(inTrash(name), until));
          removed += 1;
        }
      // What a process left that was killed over it.
      const begun = await ask(({ client }, until) =>
        client.listMultipartUploads({ Bucket: bucket, Prefix: `${prefix}files/` }, until),
      );
      for (const { Key, UploadId, Initiated } of begun.Uploads ?? [])
        if (Initiated && Initiated < before)
          await ask(({ client }, until) => client.abortMultipartUpload({ Bucket: bucket, Key, UploadId }, until)).catch(
            absent,
          );
      return removed;
    },
    marker: async () => (await textOf(marked))?.trim() ?? null,
    mark: async (marker) => {
      await ask(({ client }, until) => client.putObject({ ...marked, Body: `${marker}\n` }, until));
    },
    trailNote: () => textOf(noted),
    keepTrailNote: async (note) => {
      await ask(({ client }, until) => client.putObject({ ...noted, Body: note }, until));
    },
  };
}

const asHeader = ({ start, end }: Range) => ({ Range: `bytes=${start}-${end === Infinity ? '' : end - 1}` });

/** In one request with its size; of size 0 where the range begins behind the end. */
async function fewOf(client: S3, what: { Bucket: string; Key: string; Range: string }, until: Until, limitMs: number) {
  try {
    const { Body, ContentRange } = await client.getObject(what, until);
    const parts: Uint8Array[] = [];
    for await (const part of inTime(Body as Readable, limitMs)) parts.push(part);
    return { size: Number(ContentRange?.split('/')[1] ?? 0), content: pieces(...parts) };
  } catch (error) {
    if ((error as Partial<Answer>).$metadata?.httpStatusCode === 416) return { size: 0, content: pieces() };
    throw error;
  }
}

async function* pieces(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Its pieces, each within the limit; how long a reader takes over one does not count. */
async function* inTime(body: Readable, limitMs: number): AsyncGenerator<Uint8Array> {
  const parts = body.iterator({ destroyOnReturn: true }) as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const late = setTimeout(() => body.destroy(new Error('the store fell silent')), limitMs);
      const next = await parts.next().finally(() => clearTimeout(late));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

interface Answer {
  name: string;
  code?: string;
  $metadata: { httpStatusCode?: number };
}
/** Of a store that is at work, whatever it says. */
const isAnswer = (error: unknown): boolean => {
  const status = (error as Partial<Answer>).$metadata?.httpStatusCode;
  return status !== undefined && status < 500 && status !== 429;
};
const isAbsence = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Answer).name);

/** Never its message, in which a store may repeat what it was sent. */
function kindOf(error: unknown): string {
  const { name, code, $metadata } = error as Partial<Answer>;
  const status = $metadata?.httpStatusCode;
  return [code ?? name ?? 'unknown', ...(status === undefined ? [] : [status])].join(', ');
}

function absent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}
