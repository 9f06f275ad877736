/** Whatever wants words, a name or a reason, wants some that can be seen. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { openHostileHouse } from './hostile-house.ts';

/** Blanks, a space of no width, the mark of a file's beginning, a soft hyphen, a blank of Braille, joiners of nothing. */
const sayNothing = [' ', '\u200b', '\ufeff\u00ad', '\u2060 \u2800', '\u200d\u200c'];

/**
 * Every field that takes no empty text. Whoever means to change which these are writes it anew, and reads what that changes:
 * `npx vitest run --project server server/test/house-names.test.ts -u`
 */
const written = path.join(import.meta.dirname, 'fields-not-empty.txt');

/** What is compared letter by letter and said by nobody. */
const secrets = ['password', 'registrationCode', 'proof', 'id', 'code', 'challenge', 'clientKey'];

test('SEC-27 OPC-37 P11-09 P11-15 PHY-11 REG-06 PAR-14 PAR-15 whatever wants words takes none that nobody can see, and names the field', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const wrong: string[] = [];
  const wants: string[] = [];
  for (const { name, endpoint } of house.calls)
    for (const field of fieldsOf(endpoint)) {
      if (field.kind !== 'text' || secrets.includes(field.path.at(-1) ?? '')) continue;
      const place = field.path.join('.');
      const answerTo = async (text: string) => {
        const good = await house.good(name, endpoint, field);
        const asked = { query: good.query, body: good.body };
        const { status, fields } = await good.ask({
          ...asked,
          [field.part]: withValue(good[field.part], field.path, text),
        });
        return { isRefused: status === 400, isNamed: place in (fields ?? {}), status };
      };
      const empty = await answerTo('');
      if (!empty.isRefused) continue;
      const words = await answerTo('Plain words');
      // Any words are refused there, or something else is.
      if (words.isNamed || (words.isRefused && !empty.isNamed)) {
        if (empty.isNamed) wants.push(`${name} ${place}, in a form of its own`);
        continue;
      }
      wants.push(`${name} ${place}`);
      if (!empty.isNamed) wrong.push(`${name}: ${place} is not named`);
      for (const text of sayNothing) {
        const { isRefused, isNamed, status } = await answerTo(text);
        if (!isRefused || !isNamed) wrong.push(`${name}: ${place} ${JSON.stringify(text)} ${status}`);
      }
    }
  expect(wrong).toEqual([]);
  await expect(`${wants.join('\n')}\n`).toMatchFileSnapshot(written);
});
