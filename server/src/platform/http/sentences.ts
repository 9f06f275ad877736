/** What the schema library says of a wrong value, in the words of the product. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Whether it speaks in the library's own words; a schema that has its own sentence is not put into others. */
export const isTheirs = ({ message }: Pick<Issue, 'message'>): boolean =>
  /^(Invalid (input|option|string|number:|ISO|date|discriminator|(key|element|value) in|email address|URL|UUID|GUID|base64)|Too (small|big)|Unrecognized)/.test(
    message,
  );

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'empty',
};

/** Reads on after the name of the field: "must be a list". */
export function sentenceOf(issue: Issue, isMissing: boolean): string {
  if (!isTheirs(issue)) return issue.message;
  if (isMissing) return 'is required';
  switch (issue.code) {
    case 'too_big':
      return tooMuch(issue);
    case 'too_small':
      return tooLittle(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the form that is asked for';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default: {
      const allowed = isOfAKind(issue) ? [] : allowedBy(issue);
      return allowed.length > 0
        ? `must be ${either(allowed)}`
        : (ownIn(issue) ?? 'does not have the form that is asked for');
    }
  }
}

const formats: Readonly<Record<string, string>> = {
  email: 'is not a valid email',
  url: 'must be an address that starts with https://',
  uuid: 'must be an id as 123e4567-e89b-12d3-a456-426614174000',
  date: 'must be a date in the form YYYY-MM-DD',
  datetime: 'must be a time as 2026-03-05T12:00:00Z',
};

/** What would have been taken: kinds of values, or the values themselves. */
function allowedBy(issue: Issue): string[] {
  if (issue.code === 'invalid_type') return [kinds[issue.expected] ?? String(issue.expected)];
  // On the wire 0 and "0" are the same value.
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' ? issue.errors.flatMap((ofOne) => ofOne.flatMap(allowedBy)) : [];
}

/** Of something that may take several forms: one of them has a sentence, and the others are of another kind altogether, such as a list. */
const isOfAKind = (issue: Issue): boolean =>
  ownIn(issue) !== undefined &&
  issue.code === 'invalid_union' &&
  issue.errors.flat().every((inner) => !isTheirs(inner) || inner.code === 'invalid_type');

/** Of something that may take several forms: the sentence of the first that has one. */
const ownIn = (issue: Issue): string | undefined =>
  issue.code === 'invalid_union' ? issue.errors.flat().find((inner) => !isTheirs(inner))?.message : undefined;

/** "0", "0 or 1", "a, b or c" */
const either = (words: readonly string[]): string => [...new Set(words)].join(', ').replace(/, ([^,]+)$/, ' or $1');

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items', file: 'bytes' };

function tooMuch({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `is too long (maximum is ${maximum} characters)`;
  if (units[origin]) return `has too many ${units[origin]} (maximum is ${maximum})`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
}

function tooLittle({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (units[origin] && Number(minimum) <= 1) return origin === 'string' ? 'is required' : 'must have at least one item';
  if (units[origin]) return `has too few ${units[origin]} (minimum is ${minimum})`;
  return `must be ${inclusive === false ? 'greater than' : 'at least'} ${minimum}`;
}
