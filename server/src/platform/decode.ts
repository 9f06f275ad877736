/** A part of a request in our own shapes, or a 400 that names each wrong field in plain words. */
import { z } from 'zod';
import { Failed } from './fail.ts';

/** Decodes one part of a request; unknown keys and wrong values are a 400 that names the field. */
export function decoded(schema: unknown, given: unknown, part: 'query' | 'body'): unknown {
  if (!schema) {
    if (part === 'query' && given && Object.keys(given).length > 0) {
      throw new Failed('invalid', {
        fields: Object.fromEntries(Object.keys(given).map((key) => [key, 'is not a field of this call'])),
      });
    }
    return undefined;
  }
  if (tooDeep(given))
    throw new Failed('invalid', { fields: { [part]: 'is nested too deeply or holds too many items' } });
  const result = z.safeDecode(schema as z.ZodType, given as never);
  if (result.success) return result.data;
  throw new Failed('invalid', { fields: fieldsOf(result.error.issues, part, given) });
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], part: string, given: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'is not a field of this call';
      continue;
    }
    fields[issue.path.join('.') || part] ??= sentenceOf(issue, valueAt(given, issue.path) === undefined);
    if (Object.keys(fields).length >= mostFields) break;
  }
  return fields;
}

/** More would only make the answer longer than the request. */
const mostFields = 50;
const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  array: 'must be a list',
  object: 'must be an object',
  null: 'must be null',
};

/** Our own sentence where the schema has one; what the library says of itself is put into plain words. */
function sentenceOf(issue: z.core.$ZodIssue, isMissing: boolean): string {
  const isTheirs = /^(Invalid (input|option|string|number|ISO|date)|Too (small|big))/.test(issue.message);
  if (!isTheirs) return issue.message;
  if (isMissing) return 'is required';
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'is not valid';
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]+)$/, ' or $1');
  return 'is not valid';
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );

/** SEC-27: nesting 20, arrays 1,000. */
function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= 20 || (Array.isArray(value) && value.length > 1_000)) return true;
  return Object.values(value).some((inner) => tooDeep(inner, depth + 1));
}
