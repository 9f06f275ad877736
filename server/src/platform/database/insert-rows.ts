import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import type { Schema, Tx } from './db.ts';
import type { JsonValue } from './schema.ts';

/** A row as it is inserted; a column of JSON takes the value itself, not its text. */
type Row<T extends keyof Schema> = {
  [K in keyof Insertable<Schema[T]>]: JsonValue extends Insertable<Schema[T]>[K] ? object : Insertable<Schema[T]>[K];
};

/**
 * Inserts rows whose number is open, one at least. The statement has one text and one value however many they are: each
 * text more is a statement that the database keeps, and 65,535 values are all that it takes.
 */
export function insertRows<T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly Row<T>[],
): InsertQueryBuilder<Schema, T, InsertResult> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row<T> & string)[];
  if (rows.some((row) => Object.keys(row).length !== columns.length || columns.some((column) => !(column in row))))
    throw new Error(`rows for ${table} that have different columns`);
  const given = JSON.stringify(
    rows.map((row) => columns.map((column) => [column, asJson(row[column])])).map(Object.fromEntries),
  );
  return tx
    .insertInto(table)
    .columns(columns as never)
    .expression(
      sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from json_populate_recordset(null::${sql.table(table)}, ${given}) as given`,
    );
}

/** What JSON has no form for, as the database reads it from text. */
function asJson(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  // Half a character would be refused; as a value of its own it is sent as a replacement character.
  return typeof value === 'string' ? value.toWellFormed() : value;
}
