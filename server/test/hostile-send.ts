/** Sends texts through every field of every call that takes text, and tells what should not have happened. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { Answer } from './portal.ts';
import { isVisible } from '@portal/contract/visible.ts';
import { tidyName } from '@portal/contract/wire.ts';
import { fieldsOf, withValue } from './hostile-fields.ts';
import type { Good, HostileHouse } from './hostile-house.ts';
import { dealing, isRefusal, refusalOf } from './hostile-shares.ts';

const slowest = 1_000;
/** To each field at least, whatever its form. */
const someTexts = 4;
/** What they are told is changed before it is kept (SEC-39). */
const changesItsTexts = ['companies.writeLog'];

/** What things and people are called: their letters are put together in one way, and what pasted along is left away (OPS-29). */
const names = new Set(
  `groupName displayName sponsorName pharmacyName wholesalerName drugName dosageForm quantityUnit otherUnit itemNumber fname lname firstName lastName fName lName name dosage lotNumber companyName shortName senderEmailName`.split(
    ' ',
  ),
);

export interface Told {
  /** Sentences about what went wrong. */
  wrong: string[];
  /** How many texts were taken by a call, and found again as they are where that call keeps them. */
  found: number;
  /** The fields of which that is so. */
  fields: string[];
  /** The fields that take words which are then nowhere. */
  unkept: string[];
  /** How often each text was sent. */
  sent: Record<string, number>;
}

/**
 * Every text of the list, in every text field of the body of every call: the schema is asked about all of them, the server
 * about all for the first field of a form and about some for every other.
 */
export async function sendInBodies(house: HostileHouse, texts: readonly string[]): Promise<Told> {
  const told: Told = { wrong: [], found: 0, fields: [], unkept: [], sent: {} };
  const dealt = dealing(someTexts);
  await addKeepers(house);
  let n = 0;
  for (const { name, endpoint } of house.calls) {
    for (const field of fieldsOf(endpoint)) {
      if (field.kind !== 'text' || field.part !== 'body') continue;
      const where = `${name} ${field.path.join('.')}`;
      const filled = (good: Good, text: string) => ({
        query: good.query,
        body: withValue(good.body, field.path, text),
      });
      const send = async (text: string) => {
        const good = await house.good(name, endpoint, field);
        return asked(good, filled(good, text));
      };
      const plain = `Plain ${(n += 1)}`;
      const good = await house.good(name, endpoint, field);
      const takesWords = (await asked(good, filled(good, plain))).status < 400;
      const kept = takesWords ? await keepersOf(house, plain) : [];
      if (kept.length > 0) told.fields.push(where);
      else if (takesWords && !(await standsAnywhere(house, plain))) told.unkept.push(where);
      for (const text of texts) {
        const from = performance.now();
        const { code } = refusalOf(endpoint, filled(good, text)) ?? {};
        if (performance.now() - from > slowest)
          told.wrong.push(`${where} ${JSON.stringify(text.slice(0, 60))}: is slow`);
        if (code !== undefined && !isRefusal(endpoint, code)) told.wrong.push(`${where}: ${code}`);
      }
      for (const text of dealt(field, texts)) {
        told.sent[text] = (told.sent[text] ?? 0) + 1;
        let taken = text;
        let answer = await send(text);
        if (takesWords && answer.code === 'invalid') {
          // Where it is too long, so much of it as every name may have.
          taken = [...text].slice(0, 15).join('');
          if (taken !== text) answer = await send(taken);
        }
        const problem = problemOf(endpoint, answer);
        if (problem) told.wrong.push(`${where} ${JSON.stringify(text.slice(0, 60))}: ${problem}`);
        // What nobody can see is nothing.
        if (answer.status >= 400 || !isVisible(taken) || changesItsTexts.includes(name)) continue;
        const expected = names.has(field.path.at(-1) ?? '') ? tidyName(taken) : taken.trim();
        for (const one of kept) {
          if (await one.holds(expected)) told.found += 1;
          else told.wrong.push(`${where} ${JSON.stringify(text.slice(0, 60))}: is not kept as it is in ${one.name}`);
        }
      }
    }
  }
  return told;
}

/** What nobody can see is no search, and everything is found. */
const findsAllByNothing = ['providers.listUsers search'];

/** Every text of the list, in every parameter of every call: it may be refused, or finds what words find that nobody has used. */
export async function sendInQueries(
  house: HostileHouse,
  texts: readonly string[],
): Promise<{ wrong: string[]; tried: number; sent: number }> {
  const wrong: string[] = [];
  const dealt = dealing(someTexts);
  let [tried, sent] = [0, 0];
  for (const { name, endpoint } of house.calls) {
    for (const field of fieldsOf(endpoint)) {
      if (field.part !== 'query') continue;
      const good = await house.good(name, endpoint, field);
      const filled = (text: string) => ({
        body: good.body,
        query: withValue(good.query, field.path, text) as Record<string, unknown>,
      });
      const nothing = await asked(good, filled('qqxqq'));
      const throughTheServer = new Set(dealt(field, texts));
      for (const text of texts) {
        tried += 1;
        const where = `${name} ${field.path.join('.')} ${JSON.stringify(text.slice(0, 60))}`;
        if (!isVisible(text) && findsAllByNothing.includes(`${name} ${field.path.join('.')}`)) continue;
        if (refusalOf(endpoint, filled(text))?.code === 'invalid' && !throughTheServer.has(text)) continue;
        // What the schema lets through is looked for.
        const answer = await asked(good, filled(text));
        sent += 1;
        const problem = problemOf(endpoint, answer);
        const same = answer.status === nothing.status && JSON.stringify(answer.body) === JSON.stringify(nothing.body);
        if (problem || !(answer.code === 'invalid' || same))
          wrong.push(`${where}: ${problem ?? `finds ${JSON.stringify(answer.body).slice(0, 200)}`}`);
      }
    }
  }
  return { wrong, tried, sent };
}

interface Timed extends Answer<Endpoint> {
  ms: number;
}

/** What is slow because the machine is busy is quick when it is asked again. */
async function asked(good: Good, what: Parameters<Good['ask']>[0]): Promise<Timed> {
  let quickest: Timed | undefined;
  for (let tries = 0; tries < 3 && (quickest?.ms ?? Infinity) > slowest; tries += 1) {
    const from = performance.now();
    const answer = await good.ask(what);
    const ms = performance.now() - from;
    if (ms < (quickest?.ms ?? Infinity)) quickest = { ...answer, ms };
  }
  return quickest as Timed;
}

function problemOf({ refusesWith500 }: Endpoint, { status, ms, body, code }: Timed): string | null {
  if (status >= 500 && !(refusesWith500 && code !== 'unexpected')) return `${status} ${JSON.stringify(body)}`;
  if (status === 401) return 'has lost its session';
  return ms > slowest ? `took ${Math.round(ms)} ms` : null;
}

/** The columns in which a text stands, wherever that is. */
async function keepersOf(house: HostileHouse, text: string) {
  const found = await house.rows<{ table: string; column: string }>('select * from keepers_of($1)', [text]);
  return found.map(({ table, column }) => ({
    name: `${table}.${column}`,
    // PKG-03: some are kept in capital letters.
    holds: async (value: string) =>
      (await house.rows(`select from ${table} where ${column} in ($1, $2) limit 1`, [value, value.toUpperCase()]))
        .length > 0,
  }));
}

/** Also within what is kept as one document, and in capital letters (PKG-03). */
const standsAnywhere = async (house: HostileHouse, text: string): Promise<boolean> =>
  (await house.rows<{ stands: boolean }>('select stands_anywhere($1) as stands', [text]))[0]?.stands ?? false;

/** A look into every column that has texts, which the database plans once. */
async function addKeepers(house: HostileHouse): Promise<void> {
  const columnsOf = (type: 'text' | 'jsonb') =>
    house.rows<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and data_type = $1 and table_type = 'BASE TABLE'
         and not table_name = any($2)`,
      // What an entry or a reply of before says is no place where something is kept.
      [type, type === 'jsonb' ? ['audit_entry', 'event', 'idempotency_key'] : []],
    );
  const columns = await columnsOf('text');
  const looks = columns.map(
    ({ table, column }) =>
      `select '${table}', '${column}' where exists (select from ${table} where ${column} = wanted)`,
  );
  await house.rows(
    `create function keepers_of(wanted text) returns table ("table" text, "column" text) language plpgsql as
     $$ begin return query ${looks.join(' union all ')}; end $$`,
  );
  const within = (await columnsOf('jsonb')).map(
    ({ table, column }) => `exists (select from ${table} where ${column}::text like '%"' || wanted || '"%')`,
  );
  const capitals = columns.map(({ table, column }) => `exists (select from ${table} where ${column} = upper(wanted))`);
  await house.rows(
    `create function stands_anywhere(wanted text) returns boolean language plpgsql as
     $$ begin return ${[...within, ...capitals].join(' or ')}; end $$`,
  );
}
