/** What the tests over the access table look at: the places of a request that name things, and what is in the database. */
import type { Schema } from '@portal/contract/endpoint.ts';
import { takesNumber } from './hostile-fields.ts';
import { asksOf, type Line } from './access-table.ts';
import { type Place, type Role, roles, type Thing, type Things } from './access-table-world.ts';
import type { Asking, Caller, Portal } from './portal.ts';

/** The people of a place who may make a call and find what it names, each with their role. */
export const callersOf = (line: Line, place: Place): [Role, Caller][] =>
  whoMayCall(line, place).filter(([role]) => line.askers?.includes(role) ?? true);

/** The people of a place who may make a call; of an open one, somebody who is signed in all the same. */
export function whoMayCall({ who }: Line, { people }: Place): [Role, Caller][] {
  const all = Object.entries(people) as [Role, Caller][];
  if (who === 'anybody') return all.slice(0, 1);
  return all.filter(
    ([role]) => who.types.includes(roles[role]) && (!(who.adminRights || who.reach === 'company') || role === 'admin'),
  );
}

/** A place in a request, such as `products.0.productId` of its body. */
export interface Spot {
  part: 'query' | 'body';
  path: readonly string[];
}
export const nameOf = ({ path }: Spot): string => path.join('.');
/** The same as `idFieldsOf` names it. */
export const fieldOf = (spot: Spot): string => nameOf(spot).replace(/\b\d+\b/g, '*');

/** Every value of a request, the ones that hold others too. */
export const spotsIn = (asking: Asking): Spot[] =>
  (['query', 'body'] as const).flatMap((part) => [...pathsIn(asking[part])].map((path) => ({ part, path })));

function* pathsIn(value: unknown, at: readonly string[] = []): Generator<readonly string[]> {
  if (at.length > 0) yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...at, key]);
}

export const valueAt = (asking: Asking, { part, path }: Spot): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], asking[part]);

/** The same request with another value there. In a query an object is written as `field[a]=1`. */
export function withValue(asking: Asking, { part, path }: Spot, value: unknown): Asking {
  if (path.length === 0) return { ...asking, [part]: value };
  const changed = structuredClone(asking) as Record<string, never>;
  const [last = '', ...above] = path.toReversed();
  const holder = above.reduceRight<Record<string, unknown>>(
    (inner, key) => inner[key] as never,
    changed[part] as never,
  );
  holder[last] = value;
  if (part === 'query' && typeof value === 'object' && value !== null) {
    delete holder[last];
    for (const [key, inner] of Object.entries(value)) holder[`${last}[${key}]`] = inner;
  }
  return changed;
}

/** Things that are only their names. */
export const marked = new Proxy({}, { get: (_, thing) => `@${String(thing)}` }) as Things;

/** Where the good requests of a line name things: which of the requests, where in it, and what. */
export const named = (line: Line): { ask: number; spot: Spot; thing: Thing }[] =>
  asksOf(line, marked).flatMap((asking, ask) =>
    spotsIn(asking).flatMap((spot) => {
      const value = valueAt(asking, spot);
      return typeof value === 'string' && value.startsWith('@') ? [{ ask, spot, thing: value.slice(1) as Thing }] : [];
    }),
  );

interface Inner {
  def: {
    type: string;
    shape?: Record<string, Schema>;
    element?: Schema;
    innerType?: Schema;
    options?: readonly Schema[];
  };
}

const namesRecord = /(_id|Id|Uuid)$/;

/** The fields of a request that take the number of a record, by the schema or by their name; a list's items are `*`. */
export function idFieldsOf(
  schema: Schema | undefined,
  byName: RegExp | null = namesRecord,
  at: readonly string[] = [],
): string[] {
  if (!schema) return [];
  if (takesNumber(schema)) return [at.join('.')];
  const { type, shape, element, innerType, options } = (schema._zod as unknown as Inner).def;
  // The one value that is taken is nobody's number.
  if (type === 'literal') return [];
  if (shape) return Object.entries(shape).flatMap(([key, inner]) => idFieldsOf(inner, byName, [...at, key]));
  if (element) return idFieldsOf(element, byName, [...at, '*']);
  if (innerType) return idFieldsOf(innerType, byName, at);
  const inner = (options ?? []).flatMap((option) => idFieldsOf(option, byName, at));
  return inner.length === 0 && byName?.test(at.at(-1) ?? '') ? [at.join('.')] : inner;
}

/** What every call leaves behind whatever it does, what refused ones are counted by, and the chain that follows the audit entries. */
const traces = [
  'access_entry',
  'security_event',
  'session',
  'access_token',
  'audit_link',
  'foreign_call',
  'security_alert',
  'limit_use',
];

/** A fingerprint of each table, of one company or of all: equal ones mean that nothing has changed. */
export async function printsOf(portal: Portal, companyId?: number): Promise<Record<string, string>> {
  const tables = await portal.rows<{ name: string; hasCompany: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as "hasCompany"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname = any($1)`,
    [traces],
  );
  const wanted = tables.filter(({ hasCompany }) => companyId === undefined || hasCompany);
  const rows = await portal.rows<{ name: string; print: string }>(
    wanted
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print
           from ${name} t ${companyId === undefined ? '' : `where company_id = ${companyId}`}`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
