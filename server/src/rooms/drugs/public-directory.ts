/**
 * The public directory of medications, asked in the way of openFDA's list of NDCs. It is told the words or digits that are looked for
 * and nothing else (PRV-12); nobody else than the configured address is asked, and nothing it says is believed for longer than its form
 * (SEC-33).
 */
import type { Drug } from '@portal/contract/drugs/endpoints.ts';
import { z } from 'zod';
import { fail } from '#platform/core/fail.ts';
import type { Log } from '#platform/core/log.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { readBounded } from './read-bounded.ts';
import type { DrugDirectory } from './directory.ts';

interface Given {
  url: string;
  key: string | undefined;
  log: Pick<Log, 'warn'>;
  limitMs?: number;
}

/** A page of ten products has some 30 KB. */
const largestAnswer = 1_000_000;
/** What was found is looked for again with the next letter and back. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 500;
/** Of a prefix the directory finds what is no product of ours to show; so many are looked through. */
const asked = 50;

const said = z.string().max(2_000).catch('');
const answer = z.object({
  results: z
    .array(
      z.object({
        product_ndc: z.string().max(20),
        brand_name: said.optional(),
        generic_name: said.optional(),
        dosage_form: said.optional(),
        active_ingredients: z
          .array(z.object({ name: said.optional(), strength: said.optional() }).loose())
          .max(200)
          .catch([])
          .optional(),
      }),
    )
    .max(asked),
});

export function publicDirectory({ url, key, log, limitMs = 5_000 }: Given): DrugDirectory {
  // Whoever waits for a directory that stands still takes no place from other calls.
  const places = makeSemaphore({
    most: 16,
    mostWaiting: 64,
    longestWaitMs: limitMs,
    refusal: () => fail('drugs.away'),
  });
  const remembered = new Map<string, { drugs: readonly Drug[]; until: number }>();
  const ask = async (search: string): Promise<readonly Drug[]> => {
    const at = new URL(url);
    at.searchParams.set('search', search);
    at.searchParams.set('limit', String(asked));
    const response = await fetch(at, {
      headers: {
        accept: 'application/json',
        ...(key ? { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } : {}),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    // It says 404 where it found nothing.
    if (response.status === 404) {
      await response.body?.cancel();
      return [];
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    return answer.parse(JSON.parse(await readBounded(response, largestAnswer))).results.map(asDrug);
  };
  return {
    search: async ({ field, term, limit }) => {
      const search = field === 'ndc' ? ofDigits(term) : ofWords(term);
      if (search === null) return [];
      const known = remembered.get(search);
      const now = performance.now();
      const drugs =
        known && known.until > now
          ? known.drugs
          : await places.run(() =>
              ask(search).catch((error: unknown) => {
                log.warn('drug directory away', { problem: problemOf(error) });
                throw fail('drugs.away');
              }),
            );
      remembered.delete(search);
      remembered.set(search, { drugs, until: known && known.until > now ? known.until : now + rememberedMs });
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
      const fits = ({ ndc }: Drug) => field === 'name' || ndc.replaceAll('-', '').startsWith(term);
      return drugs.filter(fits).slice(0, limit);
    },
  };
}

/** Each word somewhere in the brand name, or each in the generic one. What its language reads as more than a word is left out. */
function ofWords(term: string): string | null {
  const words = term
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const within = (name: string) => `(${words.map((word) => `${name}:*${word}*`).join(' AND ')})`;
  return `${within('brand_name')} OR ${within('generic_name')}`;
}

/** A labeler has four to six digits, of which nobody knows who has typed none of the hyphens. */
function ofDigits(digits: string): string {
  const forms = [4, 5, 6].filter((at) => digits.length > at).map((at) => `${digits.slice(0, at)}-${digits.slice(at)}`);
  const whole = digits.length <= 6 ? [digits] : [];
  return [...whole, ...forms].map((form) => `product_ndc.exact:${form}*`).join(' OR ');
}

const mostShown = 1_000;
/** As the screen shows it: one line without what turns or hides letters. What is cut says so, since half of a number is another one. */
const shown = (text: string | undefined): string => {
  const line = (text ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= mostShown ? line : `${line.slice(0, mostShown - 1)}…`;
};

/** Of several ingredients each says whose strength it is: the directory has them in another order than the name of the product. */
const strengthOf = (ingredients: readonly { name?: string | undefined; strength?: string | undefined }[]): string => {
  // Names alone are no strength.
  if (!ingredients.some(({ strength }) => strength)) return '';
  const isOfOne = ingredients.length === 1;
  return ingredients
    .map(({ name, strength }) => [!isOfOne && name, strength].filter(Boolean).join(' '))
    .filter(Boolean)
    .join('; ');
};

const asDrug = (one: z.output<typeof answer>['results'][number]): Drug => ({
  brandName: shown(one.brand_name),
  genericName: shown(one.generic_name),
  strength: shown(strengthOf(one.active_ingredients ?? [])),
  dosageForm: shown(one.dosage_form).toLowerCase(),
  ndc: shown(one.product_ndc),
});

/** What went wrong, as a code: what was looked for is not repeated in it (PRV-05). */
function problemOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (name === 'ZodError' || name === 'SyntaxError') return 'EFORM';
  return /^(HTTP \d{3}|ESIZE)$/.test(message ?? '') ? (message as string) : (cause?.code ?? 'ECONNECTION');
}
