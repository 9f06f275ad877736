/** Which values go through the server, where the schemas alone have been asked about all of them. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { z } from 'zod';
import { Failed } from '../src/platform/core/fail.ts';
import { decoded, decodedBody } from '../src/platform/http/decode.ts';
import { parametersOf } from '../src/platform/http/http.ts';
import type { Field } from './hostile-fields.ts';
import { asQuery, type Asking } from './portal.ts';

/**
 * Deals values out to fields: the first field of a form gets all of them, every further field with the same form some, in
 * turn, so that each value comes to many calls and each call gets values of its own.
 */
export function dealing(some: number) {
  const met = new Set<string>();
  let turn = 0;
  return <V>(field: Field, values: readonly V[]): readonly V[] => {
    const form = formOf(field);
    if (values.length <= some || !met.has(form)) {
      met.add(form);
      return values;
    }
    return Array.from({ length: some }, () => values[turn++ % values.length] as V);
  };
}

const formOf = ({ part, kind, schema }: Field): string =>
  `${part} ${kind} ${JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }))}`;

/** What the gate refuses with: of a call that asks for something before all else, also that it lacks it (ANS-28). */
export const isRefusal = ({ asksFirst }: Endpoint, code: string): boolean =>
  ['invalid', 'PASSWORD_POLICY', asksFirst?.failure].includes(code);

/** What the gate says to a request before anybody's act is asked; null where it lets it through. */
export function refusalOf(endpoint: Endpoint, asked: Asking): Pick<Failed, 'code' | 'fields'> | null {
  try {
    decoded(endpoint.query, parametersOf(new URLSearchParams(asQuery(asked.query ?? {})).toString()), 'query');
    decodedBody(endpoint, asked.body === undefined ? undefined : JSON.parse(JSON.stringify(asked.body)));
    return null;
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}
