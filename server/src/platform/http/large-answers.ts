/** Answers past what is small: they leave in parts, are counted until they have left, and ended where nobody reads them (SEC-27, REL-05). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Caller } from '#platform/core/context.ts';
import { longestCallMs } from '#platform/core/deadline.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { type Content, inPieces } from '#platform/files/driver.ts';
import { flowing } from './answer-flow.ts';

/** Of memory, by all of them together. */
const mostBytes = 256 * 1_048_576;
const mostWaiting = 40;
const smallAnswer = 65_536;
const partBytes = 65_536;
/** What an answer from a file holds of it at most: the segment that is being decrypted, and the parts on their way. */
const heldOfFile = 4 * 1_048_576;

interface FileOfAnswer {
  field: string;
  bytes: number;
  content: Content;
}
const files = new WeakMap<FastifyReply, FileOfAnswer>();

/** This field, empty in the answer, gets the content of a file in base64 while the answer is sent. */
export const fillFromFile = (reply: FastifyReply, file: FileOfAnswer): void => void files.set(reply, file);

interface Answer {
  answer: unknown;
  /** The same as it leaves. */
  body: string | Buffer;
}
type SendLarge = (answer: Answer, caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Sends the answer of a reading call. Of what was changed no lack of room may make a refusal. */
export function sendLargeAnswers({ env }: { env: Pick<Env, 'slowestRequestMs'> }): SendLarge {
  const answers = makeSemaphore({ most: mostBytes, mostWaiting, longestWaitMs: longestCallMs });
  return async ({ answer, body }, caller, request, reply) => {
    const file = files.get(reply);
    if (!file && body.length <= smallAnswer) return reply.send(body);
    const { bytes, parts } = file ? withFile(answer as object, file) : inParts(Buffer.from(body));
    const { release } = await answers.take(file ? Math.min(bytes, heldOfFile) : bytes, caller);
    for (const end of ['finish', 'close']) reply.raw.once(end, release);
    if (reply.raw.destroyed) release();
    const flow = flowing(parts, request.raw.socket, env.slowestRequestMs);
    return reply
      .header('content-length', bytes)
      .send(Readable.from(flow, { objectMode: false, highWaterMark: partBytes }));
  };
}

interface Parted {
  bytes: number;
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

function inParts(all: Buffer): Parted {
  const parts = function* () {
    for (let at = 0; at < all.length; at += partBytes) yield all.subarray(at, at + partBytes);
  };
  return { bytes: all.length, parts: parts() };
}

function withFile(answer: object, { field, bytes, content }: FileOfAnswer): Parted {
  const others = Object.entries(answer).filter(([name]) => name !== field);
  const head = Buffer.from(`${JSON.stringify(Object.fromEntries(others)).slice(0, -1)},"${field}":"`);
  const tail = Buffer.from('"}');
  const parts = async function* () {
    yield head;
    // Of three bytes each, so that nothing of one piece is left to the next.
    for await (const piece of inPieces(content, (partBytes / 4) * 3))
      yield Buffer.from(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64'), 'latin1');
    yield tail;
  };
  return { bytes: head.length + 4 * Math.ceil(bytes / 3) + tail.length, parts: parts() };
}
