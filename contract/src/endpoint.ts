import type { Access } from './access.ts';

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
  /** The sentence of a failure whose code has none of its own. */
  failure?: string;
  /** A creating call: the same `Idempotency-Key` and body within 24 h gives the first answer again (REL-06). */
  creates?: true;
}

/** Declares one call. The server, the web, the OpenAPI document and the tests over all routes read this. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** What the web hands to a call: the wire's own shapes are made from ours by the schema. */
export type Asked<E extends Endpoint> = (E['query'] extends Schema
  ? { query: Ours<E['query']> }
  : { query?: undefined }) &
  (E['body'] extends Schema ? { body: Ours<E['body']> } : { body?: undefined });
