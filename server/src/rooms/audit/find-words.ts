/** What the words of a search stand for in the trail, as its screen shows it: values that were changed are not searched. */
import { actionWords, namedKindOf, namedKinds, type NamedKind, recordWords } from '@portal/contract/audit/words.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { names } from './name-records.ts';

/** One word: everything that it may be found in. */
export interface Meaning {
  word: string;
  /** As they were called when they did it. */
  people: readonly string[];
  kinds: readonly string[];
  recordKinds: readonly string[];
  /** Of each kind with names, those that are called so today; the last ones go by the number that the word is. */
  records: readonly { kinds: readonly string[]; ids: readonly string[] }[];
}

/** Each number of words has a statement of its own (REL-16), so what comes after these is one. */
const mostWords = 6;
const knownRecordKinds = Object.keys(recordWords);

/** Looked up beforehand, so that the database knows how few entries there are of it. */
export async function meaningsOf(tx: Tx, companyId: number, text: string): Promise<Meaning[]> {
  const words = wordsOf(text);
  const { rows } = await named(companyId, words).execute(tx);
  return words.map((word) => {
    const found = rows.filter((row) => row.word === word);
    return {
      word,
      people: found.find(({ kind }) => kind === 'actor')?.ids ?? [],
      kinds: having(actionWords, word),
      recordKinds: having(recordWords, word),
      records: [
        ...namedKinds.map((kind) => ({
          kinds: knownRecordKinds.filter((one) => namedKindOf(one) === kind),
          ids: found.find((one) => one.kind === kind)?.ids ?? [],
        })),
        { kinds: knownRecordKinds, ids: [word] },
      ],
    };
  });
}

/** Between blanks; what only looks like one, such as a separator of lines, is part of a word. */
function wordsOf(text: string): string[] {
  const all = text
    .toLowerCase()
    .trim()
    .split(/[ \t\r\n]+/);
  const words = all.length > mostWords ? [...all.slice(0, mostWords - 1), all.slice(mostWords - 1).join(' ')] : all;
  return [...new Set(words)];
}

/** Everything with a name that has one of these words, and who has done anything: of the trail each name is read once. */
export const named = (companyId: number, words: readonly string[]) =>
  sql<{ word: string; kind: NamedKind | 'actor'; ids: string[] }>`
    with recursive actor (name) as (
      (select actor_name from audit_entry where company_id = ${companyId} order by actor_name limit 1)
      union all
      select (select actor_name from audit_entry where company_id = ${companyId} and actor_name > actor.name order by actor_name limit 1)
      from actor where actor.name is not null),
    named (kind, id, name) as (
      select 'actor', name, name from actor where name is not null
      union all ${sql.join(
        namedKinds.map((kind) => {
          const { id, name, table } = names[kind];
          return sql`select ${sql.lit(kind)}, ${id}::text, ${name} from ${table} where company_id = ${companyId}`;
        }),
        sql` union all `,
      )})
    select word, kind, array_agg(id) as ids
    from unnest(${[...words]}::text[]) as word join named on strpos(lower(named.name), word) > 0
    group by word, kind`;

const having = (words: Readonly<Record<string, string>>, word: string): string[] =>
  Object.keys(words).filter((key) => words[key]?.toLowerCase().includes(word));
