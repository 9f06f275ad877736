/** What every reply of the contract keeps to, so that a server can read what one of a later release has written. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../src/all.ts';

/** Where a schema refuses fields that it does not know. */
function strictIn(schema: unknown, at: string, within: ReadonlySet<unknown> = new Set()): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => strictIn(one, at, within));
  const { def } = (schema as Partial<z.core.$ZodTypes> | null)?._zod ?? {};
  // A schema that holds itself is walked once.
  if (!def || within.has(schema)) return [];
  const inside = new Set(within).add(schema);
  if (def.type === 'lazy') return strictIn(def.getter(), at, inside);
  if (def.type !== 'object') return Object.values(def).flatMap((part) => strictIn(part, at, inside));
  const isStrict = (def.catchall as z.core.$ZodTypes | undefined)?._zod.def.type === 'never';
  const fields = Object.entries(def.shape).flatMap(([name, part]) => strictIn(part, `${at}.${name}`, inside));
  return isStrict ? [at, ...fields] : fields;
}

// Rows hold JSON that a server of a later release may have written: with a strict reply it cannot be read at all.
test('no reply refuses a field that it does not know', () => {
  expect(endpoints.length).toBeGreaterThan(300);
  expect(endpoints.flatMap(({ name, endpoint }) => strictIn(endpoint.reply, name))).toEqual([]);
  // What is asked is strict, so the walk does find it.
  expect(endpoints.flatMap(({ name, endpoint }) => strictIn(endpoint.body, name)).length).toBeGreaterThan(100);
});
