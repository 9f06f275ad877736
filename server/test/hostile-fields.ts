/** Every place where a call takes something from outside, read from its schemas, so that a new call is covered by itself. */
import type { Endpoint, Schema } from '@portal/contract/endpoint.ts';
import { flag, id, recordNumbers, whole } from '@portal/contract/wire.ts';
import type { z } from 'zod';

export type Kind =
  | 'text'
  | 'numeric'
  | 'record'
  | 'whole'
  | 'number'
  | 'decimal'
  | 'flag'
  | 'choice'
  | 'day'
  | 'instant'
  | 'list'
  | 'object'
  | 'anything';

export interface Field {
  part: 'query' | 'body';
  /** From the outside in; the first item of a list is `0`. */
  path: readonly string[];
  kind: Kind;
  isOptional: boolean;
  isNullable: boolean;
  schema: Schema;
}

/** Whether a schema takes the number of something, of a record or not. */
export const takesNumber = (schema: unknown): boolean => schema === id || recordNumbers.has(schema as typeof id);

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def;

/** What stands under the layers that make a field optional, nullable, or another thing in our code than on the wire. */
function bare(schema: Schema): { schema: Schema; isOptional: boolean; isNullable: boolean } {
  const def = defOf(schema);
  if (takesNumber(schema) || [whole, flag].includes(schema as never))
    return { schema, isOptional: false, isNullable: false };
  if (def.type === 'optional' || def.type === 'default') return { ...bare(def.innerType), isOptional: true };
  if (def.type === 'nullable') return { ...bare(def.innerType), isNullable: true };
  if (def.type === 'pipe') return bare(def.in);
  return { schema, isOptional: false, isNullable: false };
}

function kindOf(schema: Schema): Kind {
  if (takesNumber(schema)) return 'record';
  if (schema === whole) return 'whole';
  if (schema === flag) return 'flag';
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'date'
        ? 'day'
        : 'format' in def && def.format === 'datetime'
          ? 'instant'
          : 'text';
    case 'number':
      return 'format' in def ? 'number' : 'decimal';
    case 'enum':
    case 'literal':
    case 'boolean':
      return 'choice';
    case 'array':
      return 'list';
    case 'object':
      return 'object';
    case 'union': {
      const kinds = new Set(def.options.map((option) => kindOf(bare(option).schema)));
      if (kinds.has('day')) return 'day';
      if (kinds.has('choice') || kinds.has('flag')) return 'choice';
      return ['number', 'decimal', 'whole'].some((kind) => kinds.has(kind as Kind)) ? 'numeric' : 'text';
    }
    default:
      return 'anything';
  }
}

function* fieldsIn(part: Field['part'], outer: Schema, path: readonly string[]): Generator<Field> {
  const { schema, isOptional, isNullable } = bare(outer);
  const def = defOf(schema);
  if (path.length > 0) yield { part, path, kind: kindOf(schema), isOptional, isNullable, schema };
  if (def.type === 'array') yield* fieldsIn(part, def.element, [...path, '0']);
  if (def.type === 'object')
    for (const [key, inner] of Object.entries(def.shape)) yield* fieldsIn(part, inner, [...path, key]);
}

/** All fields of a call, those inside of others too. */
export const fieldsOf = ({ query, body }: Endpoint): Field[] => [
  ...(query ? fieldsIn('query', query, []) : []),
  ...(body ? fieldsIn('body', body, []) : []),
];

/**
 * What fits a field by its kind alone; `known` says what fits a field of that name. Of what may be left out it has what
 * is known, and whatever stands around the place `also`.
 */
export function sampleOf(outer: Schema, known: Known, also: readonly string[] = [], name = ''): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const { schema } = bare(outer);
  const def = defOf(schema);
  const [next, ...rest] = also;
  switch (kindOf(schema)) {
    case 'object': {
      const shape = def.type === 'object' ? def.shape : {};
      const wanted = Object.entries(shape).filter(
        ([key, inner]) => !bare(inner).isOptional || Object.hasOwn(known, key) || (key === next && rest.length > 0),
      );
      return Object.fromEntries(
        wanted.map(([key, inner]) => [key, sampleOf(inner, known, key === next ? rest : [], key)]),
      );
    }
    case 'list':
      return def.type === 'array' ? [sampleOf(def.element, known, rest)] : [];
    case 'choice':
      if (def.type === 'enum') return Object.values(def.entries)[0];
      if (def.type === 'literal') return def.values[0];
      return def.type === 'union' ? sampleOf(def.options[0] as Schema, known) : undefined;
    case 'record':
    case 'whole':
    case 'number':
    case 'decimal':
    case 'numeric':
    case 'flag':
      return 1;
    case 'day':
      return '2026-03-05';
    case 'instant':
      return '2026-03-05T12:00:00Z';
    default:
      return 'plain words';
  }
}
type Known = Readonly<Record<string, unknown>>;

/** The same with another value at one place; what has to be around it is made. */
export function withValue(good: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = withValue((good as Record<string, unknown> | undefined)?.[key], rest, value);
  if (Array.isArray(good) || (good === undefined && key === '0'))
    return Object.assign([...((good as unknown[] | undefined) ?? [])], { [key]: inner });
  const others = Object.entries((good ?? {}) as object).filter(([name]) => name !== key);
  // A field that is left out is not sent at all.
  return Object.fromEntries(inner === undefined ? others : [...others, [key, inner]]);
}
