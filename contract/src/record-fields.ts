/** Which fields of a call are numbers of records, read off its schemas. */
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { NumberedKind } from './rooms.ts';
import { recordNumbers } from './wire.ts';

/** A field of what is asked, however deep it lies; the items of a list go by the name of the list. */
export interface AskedField {
  name: string;
  schema: z.core.$ZodType;
  /** The kind of record it is the number of, if it is one. */
  kind: NumberedKind | undefined;
}

/** Every field that can be asked of a call. */
export const askedFields = ({ query, body }: Pick<Endpoint, 'query' | 'body'>): AskedField[] =>
  [query, body].flatMap((schema) => (schema ? fieldsIn(schema as z.core.$ZodType, '', new Set()) : []));

const kindsOf = new WeakMap<Endpoint, ReadonlyMap<string, ReadonlySet<NumberedKind>>>();

/** By the names of fields the kinds of records whose numbers a call takes there. */
export function recordFields(endpoint: Endpoint): ReadonlyMap<string, ReadonlySet<NumberedKind>> {
  const known = kindsOf.get(endpoint);
  if (known) return known;
  const found = new Map<string, Set<NumberedKind>>();
  for (const { name, kind } of askedFields(endpoint))
    if (kind) found.set(name, (found.get(name) ?? new Set()).add(kind));
  kindsOf.set(endpoint, found);
  return found;
}

function fieldsIn(schema: z.core.$ZodType, name: string, within: Set<z.core.$ZodType>): AskedField[] {
  // A schema that holds itself is walked once.
  if (within.has(schema)) return [];
  const kind = recordNumbers.get(schema as z.ZodType)?.kind;
  const parts = kind ? [] : partsOf(schema);
  if (parts.length === 0) return name === '' ? [] : [{ name, schema, kind }];
  const inside = new Set(within).add(schema);
  return parts.flatMap(([key, part]) => fieldsIn(part, key ?? name, inside));
}

/** What a schema is made of: fields by their names, and what stands in the place of the schema itself. */
function partsOf(schema: z.core.$ZodType): (readonly [string | undefined, z.core.$ZodType])[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [[undefined, def.element]];
    case 'tuple':
      return def.items.map((item) => [undefined, item]);
    case 'record':
      return [[undefined, def.valueType]];
    case 'union':
      return def.options.map((option) => [undefined, option]);
    case 'intersection':
      return [
        [undefined, def.left],
        [undefined, def.right],
      ];
    case 'pipe':
      return [
        [undefined, def.in],
        [undefined, def.out],
      ];
    case 'lazy':
      return [[undefined, def.getter()]];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [[undefined, def.innerType]];
    default:
      return [];
  }
}
