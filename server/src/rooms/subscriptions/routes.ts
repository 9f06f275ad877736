import * as api from '@portal/contract/subscriptions/endpoints.ts';
import { sentences } from '@portal/contract/subscriptions/rules.ts';
import { momentOf } from '#platform/act/act.ts';
import type { Room } from '#platform/http/calls.ts';
import { openCaptcha } from '#platform/http/captcha.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { limitPerAddress } from '#platform/security/limit.ts';
import { chooseEmails } from './choose-emails.ts';

export const subscriptions: Room = (house) => {
  const { env, clock, database, openRoute } = house;
  const captcha = openCaptcha(house);
  const [puzzles, choices] = ['puzzles', 'choices of e-mails'].map((name) =>
    limitPerAddress(house, name, env.openCallsPerAddress, 15 * 60_000),
  );
  /** SEC-36. */
  const count = async (limit: typeof puzzles, address: string) => {
    const refused = await limit?.take(address);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };

  openRoute(api.askForPuzzle, async ({ address }) => {
    await count(puzzles, address);
    return { challenge: await captcha.challenge() };
  });

  openRoute(api.chooseEmails, async ({ body, address, host, brand, requestId }) => {
    await count(choices, address);
    // Before anything is looked up: without an answer nobody learns whether an address is known.
    if (!(await captcha.accepts(body.token))) throw fail('captcha.refused');
    const choice = { email: body.email, wantsEmails: body.notificationPreference };
    await database.asSystem((tx) => chooseEmails(momentOf(tx, clock), { host, requestId, brand: brand.shown }, choice));
    return { message: choice.wantsEmails ? sentences.resubscribed : sentences.unsubscribed };
  });
};
