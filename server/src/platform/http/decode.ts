/** A part of a request in our own shapes, or a 400 that names each wrong field in plain words. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { type FailureCode, failures } from '@portal/contract/errors.ts';
import { isVisible } from '@portal/contract/visible.ts';
import { z } from 'zod';
import { Failed } from '#platform/core/fail.ts';
import { isTheirs, sentenceOf } from './sentences.ts';

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
  refuseBeyondLimits(given, part);
  const result = z.safeDecode(schema as z.ZodType, given as never);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error.issues, part, given);
  const named = failureOf(result.error.issues);
  throw named ? new Failed(named.code, { sentence: named.sentence, fields }) : new Failed('invalid', { fields });
}

function refuseBeyondLimits(given: unknown, part: string): void {
  const beyond = beyondLimits(given);
  if (beyond) throw new Failed('invalid', { fields: { [beyond.path.join('.') || part]: beyond.sentence } });
}

/** The body of a call; where it lacks what the call asks for first, the failure is that one, whatever else is wrong (OPC-37). */
export function decodedBody({ asksFirst, body }: Endpoint, asked: unknown): unknown {
  const given = asked ?? (body ? {} : undefined);
  // What is no object lacks no field: it is refused as what it is.
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (!asksFirst || !isObject || !isEmpty(valueAt(given, [asksFirst.field]))) return decoded(body, given, 'body');
  refuseBeyondLimits(given, 'body');
  const { error } = z.safeDecode(body as z.ZodType, given as never);
  const others = error ? fieldsOf(error.issues, 'body', given) : {};
  throw new Failed(asksFirst.failure, { fields: { ...others, [asksFirst.field]: 'is required' } });
}
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && !isVisible(value));

/** The failure that a rule of the contract names for itself, where nothing else is wrong. */
function failureOf(issues: readonly z.core.$ZodIssue[]): { code: FailureCode; sentence: string } | null {
  const [first] = issues;
  const codeOf = (issue: z.core.$ZodIssue) => (issue.code === 'custom' ? issue.params?.['code'] : undefined);
  const code: unknown = first && codeOf(first);
  if (!first || typeof code !== 'string' || !(code in failures)) return null;
  return issues.every((issue) => codeOf(issue) === code)
    ? { code: code as FailureCode, sentence: first.message }
    : null;
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], part: string, given: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues.flatMap(meant)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'is not a field of this call';
      continue;
    }
    fields[issue.path.join('.') || part] ??= sentenceOf(issue, valueAt(given, issue.path) === undefined);
    if (Object.keys(fields).length >= mostFields) break;
  }
  return fields;
}

/** Of a field that may be one of several things: what is wrong with the one that was meant, where that can be seen. */
function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || !isTheirs(issue)) return [issue];
  const close = issue.errors.find((ofOne) => ofOne.length > 0 && ofOne.every(({ path }) => path.length > 0));
  return close ? close.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(meant) : [issue];
}

/** More would only make the answer longer than the request. */
const mostFields = 50;

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );

/** SEC-27. A list of lists has the items of all of them: fifty times two hundred would be ten thousand rows. */
const mostItems = 1_000;
const mostLevels = 20;

/** What a part of a request has too much of, and where; of something too deep the outermost field is named. */
function beyondLimits(given: unknown): { path: readonly string[]; sentence: string } | null {
  let beyond: ReturnType<typeof beyondLimits> = null;
  const itemsIn = (value: unknown, path: readonly string[]): number => {
    if (beyond || typeof value !== 'object' || value === null) return 0;
    if (path.length >= mostLevels) {
      beyond = { path: path.slice(0, 1), sentence: `is nested too deeply (maximum is ${mostLevels} levels)` };
      return 0;
    }
    let items = Array.isArray(value) ? value.length : 0;
    if (items <= mostItems)
      for (const [key, inner] of Object.entries(value as object)) items += itemsIn(inner, [...path, key]);
    if (Array.isArray(value) && items > mostItems)
      beyond ??= { path, sentence: `has too many items (maximum is ${mostItems})` };
    return items;
  };
  itemsIn(given, []);
  return beyond;
}
