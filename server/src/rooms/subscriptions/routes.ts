import * as api from '@portal/contract/subscriptions/endpoints.ts';
import { sentences } from '@portal/contract/subscriptions/rules.ts';
import type { Room } from '#platform/http/calls.ts';
import { openCaptcha } from '#platform/http/captcha.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { limitPerAddress } from '#platform/core/limit.ts';
import { chooseEmails } from './choose-emails.ts';

export const subscriptions: Room = (house) => {
  const { env, clock, database, openRoute } = house;
  const captcha = openCaptcha(house);
  const [puzzles, choices] = [1, 2].map(() => limitPerAddress(clock, env.openCallsPerAddress, 15 * 60_000));
  /** SEC-36. */
  const count = (limit: typeof puzzles, address: string) => {
    const refused = limit?.take(address);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };

  openRoute(api.askForPuzzle, async ({ address }) => {
    count(puzzles, address);
    return { challenge: await captcha.challenge() };
  });

  openRoute(api.chooseEmails, async ({ body, address, host, requestId }) => {
    count(choices, address);
    // Before anything is looked up: without an answer nobody learns whether an address is known.
    if (!(await captcha.accepts(body.token))) throw fail('captcha.refused');
    const choice = { email: body.email, wantsEmails: body.notificationPreference };
    await database.asSystem((tx) => chooseEmails(tx, clock, { host, requestId }, choice));
    return { message: choice.wantsEmails ? sentences.resubscribed : sentences.unsubscribed };
  });
};
