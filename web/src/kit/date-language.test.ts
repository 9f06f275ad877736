import { dateLanguages } from '@portal/contract/providers/rules.ts';
import { onTestFinished, expect, test } from 'vitest';
import { asClinicTime } from './clinic-time.ts';
import { datedFileName } from './csv.ts';
import { chooseDateLanguage } from './date-language.ts';
import { asDay, asMoment, dateLocale, speakDates } from './today.ts';
import { readDay } from './typed-day.ts';

const choose = async (code: string | null) => {
  onTestFinished(() => speakDates());
  await chooseDateLanguage(code);
};
const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`);

test.each([
  [null, '05-Dec-2026', '05-May-2026'],
  ['en', '05-Dec-2026', '05-May-2026'],
  ['de', '05-Dez.-2026', '05-Mai-2026'],
  ['fr', '05-déc.-2026', '05-mai-2026'],
  ['es', '05-dic-2026', '05-may-2026'],
  ['it', '05-dic-2026', '05-mag-2026'],
  ['pt', '05-dez-2026', '05-mai-2026'],
])('OPS-97 SCN-05 in %s the months have their own names, and the form of a day stays', async (code, december, may) => {
  await choose(code);
  expect([asDay('2026-12-05'), asDay('2026-05-05')]).toEqual([december, may]);
  expect([asDay('2026-12-05', 'DD/MM/YYYY'), asDay('2026-12-05', 'DD-MM-YYYY')]).toEqual(['05/12/2026', '05-12-2026']);
  expect(asMoment(new Date(2026, 11, 5, 14, 30))).toBe(`${december} 14:30`);
  expect(dateLocale()).toBe(code ?? 'en');
});

test('CLN-25 CCN-15 the times of a clinic name the month in the language that was chosen', async () => {
  await choose('de');
  expect(asClinicTime(new Date(2026, 4, 5, 16, 5))).toBe('5 Mai 26, 4:05 PM');
});

test.each(dateLanguages)(
  'SCN-06 in %s every day that is shown can be typed again, and English ones too',
  async (code) => {
    await choose(code);
    for (const day of days) expect([asDay(day), readDay(asDay(day))]).toEqual([asDay(day), day]);
    expect([readDay('05-Dec-2026'), readDay('5 December 2026')]).toEqual(['2026-12-05', '2026-12-05']);
  },
);

test('whole names are read in the language that was chosen, and nothing is taken for a month that is none', async () => {
  await choose('fr');
  expect([readDay('14 juillet 2026'), readDay('1 février 2026')]).toEqual(['2026-07-14', '2026-02-01']);
  expect([readDay('05-foo-2026'), readDay('05-ju-2026')]).toEqual([null, null]);
});

test('EXP-05 EXP-02 files are named in English, whatever language the screens have', async () => {
  await choose('de');
  expect(datedFileName('Audit_Trail', '2026-12-05')).toBe('Audit_Trail_2026-Dec-05.csv');
});

test('a language that nobody knows leaves the months in English', async () => {
  await choose('de');
  await choose('xx');
  expect(asDay('2026-12-05')).toBe('05-Dec-2026');
});
