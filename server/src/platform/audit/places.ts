/**
 * Where records lie (SEC-23): an entry of the trail has no group of its own, and where its record lies today is looked up, so that
 * nothing has to be kept beside the trail that could differ from it. Each room says it of its own records.
 */
import type { RecordKind } from '@portal/contract/audit/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Schema } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** Whoever reads the trail without sight of the whole company. */
export type Reviewer = Pick<Viewer, 'companyId' | 'providerId' | 'careGroupIds' | 'seesWholeCompany'>;
export type Rows = RawBuilder<unknown>;

/** The numbers of the records of a kind that lie in the reviewer's groups; or the kind is the company's as a whole. */
export type Place = ((viewer: Reviewer) => Rows) | 'company';
export type Places = ReadonlyMap<RecordKind, Place>;

/** The numbers of the reviewer's groups. */
export const groupsOf = ({ careGroupIds }: Pick<Viewer, 'careGroupIds'>) => anyOf(careGroupIds ?? []);

/** The records of a table that keeps the group of each. */
export const inGroup =
  (table: keyof Schema, key: string, group: string): Place =>
  (viewer) =>
    sql`select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(group)} = ${groupsOf(viewer)}`;
