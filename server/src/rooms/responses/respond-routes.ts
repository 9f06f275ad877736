import * as api from '@portal/contract/responses/respond-endpoints.ts';
import { Failed } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import { type Limit, limitPer, limitPerAddress } from '#platform/security/limit.ts';
import { hashOfCode } from './link-codes.ts';
import { chooseOwnTexts, keepOwnDraft, lookAtCode, openAssessment, sendOwnResponse } from './respond.ts';

const windowMs = 15 * 60_000;
/** Whoever fills in a long assessment has it kept after each answer. */
const writesPerCode = 600;

/** The calls of the patient's own page (SEC-36: links and dates of birth cannot be tried out). */
export function respondRoutes(house: House): void {
  const { env, openRoute } = house;
  const looks = limitPerAddress(house, 'links of assessments', env.openCallsPerAddress, windowMs);
  // Many patients may sit behind one address, each with many answers.
  const writes = limitPerAddress(house, 'answers of patients', 20 * env.openCallsPerAddress, windowMs);
  const ofCode = limitPer(house, 'answers of a link', writesPerCode, windowMs);
  const count = async (limit: Limit, key: string) => {
    const refused = await limit.take(key);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };
  const countWrite = async (address: string, code: string) => {
    await count(writes, address);
    await count(ofCode, hashOfCode(code).toString('base64url'));
  };

  openRoute(api.lookAtCode, async ({ body, address, brand }) => {
    await count(looks, address);
    return { isOpen: true as const, triesLeft: await lookAtCode(house, { brand }, body.code) };
  });
  openRoute(api.openAssessment, async ({ body, ...from }) => {
    await count(looks, from.address);
    return openAssessment(house, from, body.code, body.birthDate);
  });
  openRoute(api.keepOwnDraft, async ({ body, ...from }) => {
    await countWrite(from.address, body.code);
    return { savedAt: await keepOwnDraft(house, from, body, body) };
  });
  openRoute(api.sendOwnResponse, async ({ body, address, ...from }) => {
    await countWrite(address, body.code);
    const given = { answers: body.answers, claimedAt: body.time_completed };
    await sendOwnResponse(house, from, body, given);
    return { message: 'Thank you. Your answers have been sent.' };
  });
  openRoute(api.chooseTexts, async ({ body, address, ...from }) => {
    await countWrite(address, body.code);
    await chooseOwnTexts(house, from, body, body.takesTexts);
    return { takesTexts: body.takesTexts };
  });
}
