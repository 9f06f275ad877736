/** The fields that calls answer, as docs/fields.md tells them: by the schema of the reply, and by what was really answered to whom. */
import type { Schema } from '@portal/contract/endpoint.ts';
import type { Line } from './access-table.ts';
import { everyType } from './access-table-types.ts';

/** The fields of an object on the wire, each with its own; those of a list are the ones of its items. `any` has keys that vary. */
export interface Fields {
  own: Readonly<Record<string, Fields>>;
  any?: Fields;
}
interface Inner {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: readonly Schema[];
  valueType?: Schema;
  /** The side of the wire. */
  in?: Schema;
}

const nothing: Fields = { own: {} };

export function fieldsOf(schema: Schema): Fields {
  const {
    type,
    shape,
    element,
    innerType,
    options,
    valueType,
    in: wire,
  } = (schema._zod as unknown as { def: Inner }).def;
  if (shape) return { own: Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, fieldsOf(inner)])) };
  if (options) return options.map(fieldsOf).reduce(merged, nothing);
  if (valueType) return { own: {}, any: fieldsOf(valueType) };
  if (type === 'unknown') return { own: {}, any: nothing };
  const inside = element ?? innerType ?? wire;
  return inside ? fieldsOf(inside) : nothing;
}

function merged(a: Fields, b: Fields): Fields {
  const own = { ...a.own };
  for (const [key, fields] of Object.entries(b.own)) own[key] = own[key] ? merged(own[key], fields) : fields;
  const any = a.any ?? b.any;
  return any ? { own, any } : { own };
}

/** As the page writes them. */
export function written({ own, any }: Fields): string {
  const all = Object.entries(own).map(([key, inner]) => {
    const inside = written(inner);
    return inside ? `${key} [${inside}]` : key;
  });
  if (any) all.push(['…', written(any)].filter(Boolean).join(' '));
  return all.join(', ');
}

/** Of each object in an answer, by its place, the fields that it had; those that the schema lacks are added to `extra`. */
export function seenIn(
  value: unknown,
  fields: Fields,
  seen: Map<string, Set<string>>,
  extra: Set<string>,
  at: readonly string[] = [],
): void {
  if (Array.isArray(value)) for (const item of value) seenIn(item, fields, seen, extra, at);
  else if (typeof value === 'object' && value !== null) {
    const place = at.join('.');
    const had = seen.get(place) ?? new Set();
    seen.set(place, had);
    for (const [key, inner] of Object.entries(value)) {
      const known = Object.hasOwn(fields.own, key);
      const of = known ? fields.own[key] : fields.any;
      if (known) had.add(key);
      if (!of) extra.add([...at, key].join('.'));
      // Below what may hold anything there is nothing to compare with.
      else if (of !== nothing) seenIn(inner, of, seen, extra, [...at, known ? key : '…']);
    }
  }
}

/** The fields that others were answered in the same place of the same call, and this one never. */
export function leftOut(own: Map<string, Set<string>>, all: readonly Map<string, Set<string>>[]): string[] {
  return [...own].flatMap(([place, had]) => {
    const others = new Set(all.flatMap((one) => [...(one.get(place) ?? [])]));
    return [...others].filter((key) => !had.has(key)).map((key) => [place, key].filter(Boolean).join('.'));
  });
}

export const whoOf = ({ who }: Line): string =>
  who === 'anybody'
    ? 'anybody'
    : `${who.types.length === everyType.length ? 'everybody with a session' : who.types.join(', ')}${who.adminRights ? ', with admin rights' : ''}${who.reach === 'company' ? ', who see the whole company' : ''}`;
