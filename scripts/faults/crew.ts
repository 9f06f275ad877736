import type { World } from '../bench/world.ts';
import type { Attempt, Work, Worker } from './ledger.ts';

/** People who do one sort of work, and how it is seen afterwards whether what they did is there once and whole. */
export interface Crew {
  /** For each kind of thing they ask for: a statement that says how often each mark is there. `$1` is the company. */
  marks: Record<string, string>;
  /** What half-done work would look like: each statement gives the records that show it. */
  halves: Record<string, string>;
  hire: (ground: Ground) => Promise<Hired>;
}

export interface Ground {
  world: World;
  companyId: number;
  /** How much will be acknowledged of everything together, about. */
  expected: number;
  work: Work;
}

export interface Hired {
  workers: readonly Worker[];
  /** What only a closer look shows, once all is quiet: how many records show each sort of half-done work. */
  inspect?: (ledger: readonly Attempt[]) => Promise<Record<string, number>>;
  close?: () => void;
}

export const audits = (kind: string, id: string, actions: string) =>
  `(select count(*) from audit_entry a where a.company_id = $1 and a.record_kind = '${kind}' and a.record_id = ${id}::text and a.action = any (array[${actions}]))`;
export const events = (type: string, id: string) =>
  `(select count(*) from event e where e.company_id = $1 and e.type = '${type}' and (e.payload ->> 'id')::int = ${id})`;

/** Those of a kind that were acknowledged. */
export const done = (ledger: readonly Attempt[], kind: string): Attempt[] =>
  ledger.filter((attempt) => attempt.kind === kind && attempt.outcome === 'acknowledged');
