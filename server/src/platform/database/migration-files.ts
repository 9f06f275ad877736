/** Migrations as they are written: timestamped SQL files, each with what its first lines declare. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../../../migrations');

export const migrationFiles = (from: string = folder): string[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort();

export interface Migration {
  name: string;
  digest: string;
  /** The newest migration of the oldest server that can work on a database that has this one. */
  servesFrom: string;
  /** Its parts, each with the role it runs as. */
  steps: readonly string[];
  /** One statement that PostgreSQL does not let run in a transaction, and what it makes. */
  alone: { statement: string; index: string } | null;
}

export function readMigration(name: string, from: string = folder): Migration {
  const text = readFileSync(path.join(from, name), 'utf8');
  const lines = text.split('\n');
  const head = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  );
  const isAlone = lines[0] === '-- outside a transaction';
  return {
    name,
    digest: createHash('sha256').update(text).digest('hex'),
    servesFrom: head.map((line) => /^-- serves from (\S+\.sql)$/.exec(line)?.[1]).find(Boolean) ?? name,
    steps: isAlone ? [] : stepsOf(lines),
    alone: isAlone ? aloneIn(lines) : null,
  };
}

const dataBegins = '-- data';
const dataEnds = '-- end of data';

/**
 * Row security shows the owner no row, and an `update` would change none without a word: so it is refused there, and runs as
 * portal_system between "-- data" and "-- end of data".
 */
function stepsOf(lines: readonly string[]): string[] {
  const asOwner = 'reset role; set local row_security = off;\n';
  const asSystem = 'set local row_security = on; set local role portal_system;\n';
  let inData = false;
  const steps = [asOwner];
  for (const line of lines) {
    const word = line.trim();
    if (word === dataBegins || word === dataEnds) {
      if (inData === (word === dataBegins)) throw new Error(`"${word}" does not fit the one before it.`);
      inData = !inData;
      steps.push(inData ? asSystem : asOwner);
    } else steps.push(`${steps.pop()}${line}\n`);
  }
  if (inData) throw new Error(`"${dataBegins}" has no "${dataEnds}".`);
  return steps;
}

/** It can be cut off at any moment and has to be right when it is run again. */
function aloneIn(lines: readonly string[]): { statement: string; index: string } {
  const statement = lines.filter((line) => !line.startsWith('--')).join('\n');
  const index =
    /^\s*(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) (\w+)[^;]*;\s*$/i.exec(
      statement,
    )?.[1];
  if (index === undefined)
    throw new Error(
      'Outside a transaction there is one statement: "create index concurrently if not exists …" or "drop index concurrently if exists …".',
    );
  return { statement, index };
}

export const adviceOn = (error: unknown): string =>
  /affected by row-level security/.test((error as Error).message)
    ? `. What touches rows goes between "${dataBegins}" and "${dataEnds}".`
    : '';
