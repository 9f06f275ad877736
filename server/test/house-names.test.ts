/** What people and things are known by, and reasons: there is something of it that can be seen. */
import { seenTexts } from '@portal/contract/wire.ts';
import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { openHostileHouse } from './hostile-house.ts';

/** Joiners alone: no screen shows them, and a name keeps them. The schema's own test has what else cannot be seen. */
const unseen = '\u200d\u200c';

test('P11-09 P11-15 PHY-11 REG-06 PAR-14 PAR-15 names and reasons of nothing that can be seen are refused by every call that takes one, with the field', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const taken = house.calls.flatMap(({ name, endpoint }) =>
    fieldsOf(endpoint)
      .filter(({ schema }) => seenTexts.get(schema as never))
      .map((field) => ({ name, endpoint, field })),
  );
  expect(taken.length).toBeGreaterThan(0);
  const takenAllTheSame: string[] = [];
  for (const { name, endpoint, field } of taken) {
    const good = await house.good(name, endpoint, field);
    const answer = await good.ask({
      query: good.query,
      body: good.body,
      [field.part]: withValue(good[field.part], field.path, unseen),
    });
    const path = field.path.join('.');
    if (answer.status !== 400 || !(path in (answer.fields ?? {}))) takenAllTheSame.push(`${name}: ${path}`);
  }
  expect(takenAllTheSame).toEqual([]);
});

/** What a text is that shows nothing: blanks, a space of no width, the mark of a file's beginning, a soft hyphen, a blank of Braille. */
const sayNothing = [' ', '\u200b', '\ufeff\u00ad', '\u2060 \u2800', unseen];

/** What is compared letter by letter and said by nobody. */
const secrets = ['password', 'registrationCode', 'proof', 'id', 'code', 'challenge', 'clientKey'];

test('SEC-27 OPC-37 whatever wants words takes none that nobody can see, and names the field', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const wrong: string[] = [];
  let wants = 0;
  for (const { name, endpoint } of house.calls)
    for (const field of fieldsOf(endpoint)) {
      if (field.kind !== 'text' || secrets.includes(field.path.at(-1) ?? '')) continue;
      const path = field.path.join('.');
      const answerTo = async (text: string) => {
        const good = await house.good(name, endpoint, field);
        const asked = { query: good.query, body: good.body };
        const { status, fields } = await good.ask({
          ...asked,
          [field.part]: withValue(good[field.part], field.path, text),
        });
        return { isRefused: status === 400, isNamed: path in (fields ?? {}), status };
      };
      const empty = await answerTo('');
      if (!empty.isRefused) continue;
      const words = await answerTo('Plain words');
      // Any words are refused there, or something else is.
      if (words.isNamed || (words.isRefused && !empty.isNamed)) continue;
      wants += 1;
      if (!empty.isNamed) wrong.push(`${name}: ${path} is not named`);
      for (const text of sayNothing) {
        const { isRefused, isNamed, status } = await answerTo(text);
        if (!isRefused || !isNamed) wrong.push(`${name}: ${path} ${JSON.stringify(text)} ${status}`);
      }
    }
  expect(wrong).toEqual([]);
  expect(wants).toBeGreaterThan(80);
});
