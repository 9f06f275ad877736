/** The server's side of the password rule, asked wherever one is set (SEC-14): what the contract says, and nothing easy to guess. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fitsPasswordRule, passwordMessage } from '@portal/contract/identity/password.ts';
import type { Brand } from '#platform/core/brands.ts';
import { Failed } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';

/** Whose password it will be, as far as that is known. */
export interface Owner {
  email: string;
  names: readonly string[];
  brands: readonly Pick<Brand, 'name'>[];
}

const tooCommon =
  'This password is too easy to guess: it is a common one, or a common one with a few characters added.';
const isOwn = 'The password must not contain your name or your email address.';
const isBrand = 'The password must not contain the name of the portal.';

/** What is wrong with a password that somebody wants to have; undefined when nothing is. */
export async function passwordProblem(password: string, owner: Owner): Promise<string | undefined> {
  if (!fitsPasswordRule(password)) return passwordMessage;
  const readings = readingsOf(password);
  if (holds(readings, ownWords(owner))) return isOwn;
  if (holds(readings, owner.brands.flatMap(brandWords))) return isBrand;
  return (await isCommon(readings)) ? tooCommon : undefined;
}

/** The refusal of such a password; `field` is its name on the wire. */
export const passwordRefused = (sentence: string, field: string): Failed =>
  new Failed('PASSWORD_POLICY', { sentence, fields: { [field]: sentence } });

/** What a company calls itself before its people, whether or not one of these brands has a host. */
export const brandsOfCompany = (tx: Tx, companyId: number): Promise<Pick<Brand, 'name'>[]> =>
  tx.selectFrom('company_brand').select('company_name as name').where('company_id', '=', companyId).execute();

export async function refuseWeakPassword(password: string, owner: Owner, field = 'password'): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem) throw passwordRefused(problem, field);
}

/** Signs that stand for a letter; `1` is read both ways. */
const letterOf: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '6': 'g',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
const swapped = (text: string, one: 'i' | 'l'): string =>
  [...text].map((sign) => (sign === '1' ? one : (letterOf[sign] ?? sign))).join('');

/** The password as somebody who guesses would read it: without what was put around it, and with letters for signs. */
function readingsOf(password: string): Set<string> {
  const whole = plain(password);
  const withoutHead = whole.replace(/^\P{L}+/u, '');
  const withoutTail = whole.replace(/\P{L}+$/u, '');
  const cut = [whole, withoutHead, withoutTail, withoutHead.replace(/\P{L}+$/u, '')];
  return new Set(cut.flatMap((text) => [text, swapped(text, 'i'), swapped(text, 'l')]));
}

/** Small letters without accents, so that every spelling of a name is the same. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const lettersOf = (text: string): string => plain(text).replace(/\P{L}/gu, '');

/** Short words count only when they are all there is: three letters turn up anywhere. */
const shortestInside = 4;
const holds = (readings: ReadonlySet<string>, words: readonly string[]): boolean => {
  const letters = [...readings].map(lettersOf);
  return words.some(
    (word) => readings.has(word) || (word.length >= shortestInside && letters.some((text) => text.includes(word))),
  );
};

/** The names and their parts; of the e-mail what stands before the @, and the domain without its last label. */
function ownWords({ email, names }: Owner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [...names, local].flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)]);
  return [...parts, ...domain.split('.').slice(0, -1)].map(lettersOf).filter((word) => word.length > 1);
}

/** The whole name and its first word: the others, such as a continent, are nobody's own. */
const brandWords = ({ name }: Pick<Brand, 'name'>): string[] =>
  [name, name.split(/\s+/)[0] ?? ''].map(lettersOf).filter((word) => word.length > 1);

const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Whether a reading is among the 49,000 most used passwords. Read anew each time: passwords are seldom set, memory is always held. */
async function isCommon(readings: ReadonlySet<string>): Promise<boolean> {
  const text = await readFile(list, 'utf8');
  return [...readings].some((reading) => reading.length >= shortestInside && text.includes(JSON.stringify(reading)));
}
