import * as api from '@portal/contract/conversations/patient-endpoints.ts';
import { messagePage } from '@portal/contract/conversations/rules.ts';
import { Failed } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import { type Limit, limitPer, limitPerAddress } from '#platform/security/limit.ts';
import { endsLinksOfPatients, sendsLinksAnew } from '#rooms/patients/door.ts';
import { hashOfCode } from '#rooms/responses/door.ts';
import {
  chooseOwnTexts,
  lookAtConversation,
  openConversation,
  openOwnDocument,
  readOwnMessages,
  sendOwnMessage,
} from './talk.ts';
import { endLinksOf, tellAnew } from './tell-patients.ts';

const windowMs = 15 * 60_000;
/** Their page looks for news every 15 seconds. */
const readsPerCode = 600;
/** Nobody writes more by hand. */
const sendsPerCode = 60;

/** The calls of the patient's own page (SEC-36: links and dates of birth cannot be tried out). */
export function patientRoutes(house: House): void {
  const { env, openRoute } = house;
  endsLinksOfPatients(house, endLinksOf);
  sendsLinksAnew(house, tellAnew);
  const looks = limitPerAddress(house, 'links of conversations', env.openCallsPerAddress, windowMs);
  // Many patients may sit behind one address.
  const reads = limitPerAddress(house, 'conversations of patients', 20 * env.openCallsPerAddress, windowMs);
  const ofCode = limitPer(house, 'reads of a link', readsPerCode, windowMs);
  const sent = limitPer(house, 'messages of a link', sendsPerCode, windowMs);
  const count = async (limit: Limit, key: string) => {
    const refused = await limit.take(key);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };
  const countUse = async (address: string, code: string, limit = ofCode) => {
    await count(reads, address);
    await count(limit, hashOfCode(code).toString('base64url'));
  };

  openRoute(api.lookAtConversation, async ({ body, address, brand }) => {
    await count(looks, address);
    return { isOpen: true as const, triesLeft: await lookAtConversation(house, { brand }, body.code) };
  });
  openRoute(api.openConversation, async ({ body, ...from }) => {
    await count(looks, from.address);
    return openConversation(house, from, body.code, body.birthDate);
  });
  openRoute(api.readOwnMessages, async ({ body, ...from }) => {
    await countUse(from.address, body.code);
    const { msg_start: start = 0, msg_limit: limit = messagePage.usual, seenTo } = body;
    return readOwnMessages(house, from, body, { start, limit, seenTo });
  });
  openRoute(api.sendOwnMessage, async ({ body, ...from }) => {
    await countUse(from.address, body.code, sent);
    const given = { text: body.message, clientKey: body.clientKey };
    return { message: await sendOwnMessage(house, from, body, given) };
  });
  openRoute(api.openOwnDocument, async ({ body, ...from }) => {
    await countUse(from.address, body.code);
    return openOwnDocument(house, from, body, body.docId);
  });
  openRoute(api.chooseTexts, async ({ body, ...from }) => {
    await countUse(from.address, body.code);
    await chooseOwnTexts(house, from, body, body.takesTexts);
    return { takesTexts: body.takesTexts };
  });
}
