import type { Access } from './access.ts';
import type { FailureCode } from './errors.ts';

/** Any zod schema. Constrained by its two types alone, which keeps the type check of many endpoints fast. */
export interface Schema {
  _zod: { input: unknown; output: unknown };
}
/** What a schema's value is in our code. */
export type Ours<S> = S extends { _zod: { output: infer O } } ? O : undefined;
/** What a schema's value is on the wire. */
export type Wire<S> = S extends { _zod: { input: infer I } } ? I : undefined;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, exactly as the specification spells it. */
  path: string;
  /** One sentence: who does what. */
  summary: string;
  access: Access;
  query?: Schema;
  body?: Schema;
  reply: Schema;
  /** The list of the query whose name is repeated as it stands; that of any other list has `[]` behind it (OPC-05, OPC-39). */
  repeats?: string;
  /** The sentence of a failure whose code has none of its own. */
  failure?: string;
  /** Every refusal of the body is a 400, also of what is unknown, stale, too large or no JSON (TRC-11, STC-06, CRD-12, OPS-18). */
  refusesWith400?: true;
  /** Every refusal of what is asked is a 500 (LIB-08, OPS-18). */
  refusesWith500?: true;
  /** Costly to answer: each person, and each network address, may ask for it so often in a while and no more (SEC-36). */
  isCostly?: true;
  /** What it answers leaves the portal as a file, in one answer, in portions below a `before`, or where `file` says so: a security event (SEC-39). */
  exports?: 'whole' | 'portions' | 'on demand';
  /** Its answer holds a file: each opening of it is one of its own, and it does not shrink. */
  holdsFile?: true;
  /**
   * A list of so many rows at most (OPS-23). Where that leaves rows out, the answer says so by `moreHeader`; where the query
   * takes an `after`, that brings the next ones. A list without it is bounded by what it belongs to.
   */
  atMost?: number;
  /** The field whose absence is answered before anything else of the body is looked at, and how (OPC-37). */
  asksFirst?: { field: string; failure: FailureCode };
  /** A creating call: it takes a key (`takesKey`). */
  creates?: true;
  /**
   * What is kept of an answer that tells of persons, for a repeated key; other answers are kept whole. Where that is null the work is
   * asked again, and finds by itself that it was done: it asks for sight anew, and who reads is on record (PRV-01).
   */
  keepsOfAnswer?: (answer: never) => unknown;
  /** It names a version and takes no key all the same: docs/decisions/2026-11-30-keys-of-changes.md says why. */
  keyless?: true;
  /** Bytes of the largest body where it is not the usual 1 MB, or 16 KB of an open call (SEC-27). Past 16 KB, who may not call is refused before it is read. */
  bodyLimit?: number;
  /** How a body over that fails, where it has a sentence of its own. */
  tooLarge?: FailureCode;
}

/**
 * Whether an answer may be told from the one before by a tag, so that what has not changed is not sent again. An export and a
 * file are one each time that they are asked for (PRV-01, SEC-39).
 */
export const isConditional = ({ method, exports, holdsFile }: Endpoint): boolean =>
  method === 'GET' && exports === undefined && !holdsFile;

/**
 * Whether the same `Idempotency-Key` and body within 24 h gives the first answer again (REL-06): to a call that creates, and to one
 * that says which version it changes. Without a key the second try of such a change, after an answer that was lost, would find that
 * "someone else" has made it.
 */
export const takesKey = ({ creates, keyless, body }: Pick<Endpoint, 'creates' | 'keyless' | 'body'>): boolean =>
  creates === true || (!keyless && 'version' in ((body as { shape?: object } | undefined)?.shape ?? {}));

/**
 * The part of a query that a DELETE takes in its body: a reason that somebody wrote may tell of a person's health, and addresses stand
 * in the logs of proxies (OPS-19).
 */
export const inBodyOfDelete = 'reason';

/**
 * The header of an answer that left rows out: the number to give as `after` for those that come next in the list's order, or
 * `true` where nothing brings them.
 */
export const moreHeader = 'x-more';

/**
 * The header with the keys of tries that this one takes the place of, by commas: none of them was answered. What one of them has done
 * is said with the keys (`first_try_done`, or `stale`, with `isOwn` where it made the version that stands now), and where this one is done,
 * none of the others will be.
 */
export const insteadOfHeader = 'idempotency-instead-of';

/** Declares one call. The server, the web, the OpenAPI document and the tests over all routes read this. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** What the web hands to a call: the wire's own shapes are made from ours by the schema. */
export type Asked<E extends Endpoint> = (E['query'] extends Schema
  ? { query: Ours<E['query']> }
  : { query?: undefined }) &
  (E['body'] extends Schema ? { body: Ours<E['body']> } : { body?: undefined });
