import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '#src/demo/accounts.ts';
import { type Owner, passwordProblem } from './new-password.ts';

const brands = [{ name: 'Trellis' }, { name: 'TrialCard North America' }];
const maya: Owner = { email: 'm.okafor-x@meridian.example', names: ['Maya Renée', "O'Kafor"], brands };
const said = (password: string, owner: Owner = maya) => passwordProblem(password, owner);

test.each(['Harvest-Moon-2026!', 'Correct-Horse-9', 'kX9#vbQ2!mZp7&', 'Straße-Überfall-7', 'Aa1!'.repeat(16)])(
  'SEC-14 CON-08 %s is taken',
  async (password) => {
    expect(await said(password)).toBeUndefined();
  },
);

test.each([
  ['12 characters, eight of them emoji', `aA1!${'😀'.repeat(8)}`],
  ['64 characters, 60 of them emoji', `aA1!${'😀'.repeat(60)}`],
  ['64 characters with their accents beside them', `aA1!${'e\u0301'.repeat(60)}`],
  ['12 characters, in emoji that are joined and coloured', 'aA1!👩🏽\u200d💻👩🏽\u200d💻❤\ufe0f\u200d🔥'],
  ['44 characters, 40 of them hearts that say they are emoji', `aA1!${'❤\ufe0f'.repeat(40)}`],
  ['an emoji as the symbol', 'Qxzvwkjhgf12😀'],
  ['a currency as the symbol', 'Qxzvwkjhgf12€'],
  ['an accent of its own as the symbol', 'Qxzvwkjhgf12´'],
])('SEC-14 CON-08 %s: taken', async (_, password) => {
  expect(await said(password)).toBeUndefined();
});

test.each([
  ['11 characters', 'Abcdefgh12!'],
  ['65 characters', `${'Aa1!'.repeat(16)}x`],
  ['no small letter', 'QXZVWKJHGF12!'],
  ['no capital', 'qxzvwkjhgf12!'],
  ['no digit', 'Qxzvwkjhgfdb!'],
  ['no symbol', 'Qxzvwkjhgf1234'],
  ['a space', 'Qxzvwk jhgf12!'],
  ['8 characters, four of them emoji', `aA1!${'😀'.repeat(4)}`],
  ['65 characters, 61 of them emoji', `aA1!${'😀'.repeat(61)}`],
  ['11 characters, in emoji that are joined and coloured', 'aA1!👩🏽\u200d💻👩🏽\u200d💻❤\ufe0f'],
  ['an accent beside its letter, and no symbol', 'Qxzvwkjhgf12e\u0301'],
  ['an accent that makes no letter, and no symbol', 'Qxzvwkjhgf12q\u0301'],
  ['a space of no width in the place of a symbol', 'Qxzvwkjhgf12\u200b'],
  ['a space of no width beside a symbol', 'Qxzvwkjhgf12!\u200b'],
  ['a soft hyphen', 'Qxzvwkjhgf12!\u00ad'],
  ['a NUL', 'Qxzvwkjhgf12!\u0000'],
  ['an empty sign of Braille', 'Qxzvwkjhgf12\u2800'],
  ['an empty letter', 'Qxzvwkjhgf12!\u3164'],
  ['half a character', 'Qxzvwkjhgf12!\ud83d'],
  ['what has no meaning in Unicode as the symbol', 'Qxzvwkjhgf12\u0378'],
  ['what each font draws as it likes as the symbol', 'Qxzvwkjhgf12\ue000'],
  ['a joiner between letters', 'Qxzvw\u200dkjhgf12!'],
  ['a joiner at the end', 'Qxzvwkjhgf12😀\u200d'],
  ['a colour of no emoji', 'Qxzvwkjhgf12!\ufe0f'],
])('SEC-14 CON-08 %s: the rule is told', async (_, password) => {
  expect(await said(password)).toBe(
    'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol',
  );
});

test.each([
  'Password123!',
  'P@ssw0rd2026!',
  'Pa$$word-2026',
  '$unshiNe2026!',
  '2026!Sunshine',
  'Qwertyuiop12!',
  '!!Welcome2026!!',
  'Iloveyou!2026',
  'F00tball!2026',
  'Ch0c0late-123',
  'W1lliam-2026!!',
])('SEC-14 %s is a common one in disguise and refused', async (password) => {
  expect(await said(password)).toMatch(/^This password is too easy to guess/);
});

test('SEC-14 the list holds far more than 3,000, and one of ten of its first 3,000 words is tried and refused with signs around it', async () => {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const list = JSON.parse(readFileSync(file, 'utf8')) as string[];
  expect(list.length).toBeGreaterThan(40_000);
  const words = list.filter((word) => /^[a-z]{4,}$/.test(word)).slice(0, 3_000);
  expect(words).toHaveLength(3_000);
  const tried = words.filter((_, n) => n % 10 === 0);
  const taken: string[] = [];
  for (const word of tried) {
    const password = `${word[0]?.toUpperCase()}${word.slice(1)}-26`.padEnd(12, '!');
    if ((await said(password)) === undefined) taken.push(password);
  }
  expect(taken).toEqual([]);
});

test.each([
  ['a first name', 'Xy-Maya-2026-Q'],
  ['a name with accents left out', 'Renee!Renee!26'],
  ['a name in signs', '0k@f0r-Strand-9'],
  ['a name with a mark between', "O'Kafor-Fjord-9"],
  ['what stands before the @', 'Okafor-x-Fjord9'],
  ['where the mail goes', 'My.Meridian.2026'],
])('SEC-14 %s is refused', async (_, password) => {
  expect(await said(password)).toBe('The password must not contain your name or your email address.');
});

test.each(['Trellis-Fjord-9', 'My-Tr3ll1s-2026', 'TrialCard-2026!x', 'Trialcardnorthamerica1!'])(
  'SEC-14 %s names a brand and is refused',
  async (password) => {
    expect(await said(password)).toBe('The password must not contain the name of the portal.');
  },
);

test('SEC-14 a short name is refused when it is all there is, and otherwise allowed inside a word', async () => {
  const al: Owner = { email: 'al@ox.example', names: ['Al', 'Bo'], brands };
  expect(await said('Al!2026202620', al)).toBe('The password must not contain your name or your email address.');
  expect(await said('Lateral-Fjord-9', al)).toBeUndefined();
});

test('the password of the demo accounts passes for each of them', async () => {
  for (const { email, firstName, lastName } of demoAccounts)
    expect([email, await said(demoPassword, { email, names: [firstName, lastName], brands })]).toEqual([
      email,
      undefined,
    ]);
});
