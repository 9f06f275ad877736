import * as api from '@portal/contract/cards/endpoints.ts';
import { cardSent, mostCardsSent } from '@portal/contract/cards/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { inGroup } from '#platform/audit/places.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { wantsEmails } from '#rooms/subscriptions/door.ts';
import type { Call, Room } from '#platform/http/calls.ts';
import { waysServed } from '#platform/jobs/services.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { limitPer, limitPerAddress } from '#platform/security/limit.ts';
import { activeCard } from './active-card.ts';
import { openLogos } from './open-logos.ts';
import { presentCard, presentTemplate } from './present.ts';
import { printCard } from './print-card.ts';
import * as queries from './queries.ts';
import { saveCard } from './save-card.ts';
import { sendCard } from './send-card.ts';

const windowMs = 15 * 60_000;

export const cards: Room = (house) => {
  const { route, preparedRoute, env, clock } = house;
  house.lies({ trial_card: inGroup('trial_card', 'care_group_id', 'care_group_id') });
  route(api.readCard, async ({ viewer, query, tx }) => {
    if ((await trialOf(tx, viewer, query.g_id)) !== query.g_id) throw fail('not_found');
    const row = await queries.templateOf(tx, query.g_id);
    return { trialCard: row ? presentTemplate(row) : null };
  });

  const save = async (
    { act, body }: Call<typeof api.addCard> | Call<typeof api.changeCard>,
    logos: Awaited<ReturnType<typeof openLogos>>,
  ) => {
    const { g_id: gId, ...given } = body as Ours<typeof api.addCard.body>;
    return { version: await saveCard(act, gId, { ...given, ...logos }), gId, message: 'Card saved.' };
  };
  preparedRoute(api.addCard, openLogos, save);
  preparedRoute(api.changeCard, openLogos, save);

  const byPerson = limitPer(house, 'cards sent by a person', mostCardsSent, windowMs);
  const byAddress = limitPerAddress(house, 'cards sent from an address', env.openCallsPerAddress, windowMs);

  route(api.readParticipantCard, async ({ viewer, query, tx, logRead }) => {
    const row = await activeCard(tx, viewer, query.g_id, query.participant_id);
    logRead('participant', [query.participant_id]);
    return {
      ...presentCard(row),
      outreachPreference: row.outreachPreference,
      ways: [...waysServed(env)],
      emailUnsubscribed: row.email !== null && !(await wantsEmails(tx, row.email)),
      lastEmail: (await queries.lastSending(tx, query.participant_id, 'email', clock.now())) ?? null,
      lastText: (await queries.lastSending(tx, query.participant_id, 'sms', clock.now())) ?? null,
    };
  });

  // SEC-36
  const countSent = async (_: unknown, { viewer, http }: Pick<Call<typeof api.sendCard>, 'viewer' | 'http'>) => {
    const refused = (await byPerson.take(String(viewer.providerId))) ?? (await byAddress.take(http.request.ip));
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };
  preparedRoute(api.sendCard, countSent, async ({ act, body, http }) => {
    const outreachId = await sendCard(
      act,
      { house, at: http.request.brand },
      {
        participantId: body.participant_id,
        careGroupId: body.g_id,
        contactType: body.contactType,
      },
    );
    return { message: cardSent, outreachId };
  });

  route(api.printCard, async ({ viewer, query, tx, logRead }) => {
    const row = await activeCard(tx, viewer, query.g_id, query.participant_id);
    logRead('participant', [query.participant_id]);
    const pdf = await printCard({ ...presentCard(row), name: `${row.firstName} ${row.lastName}` });
    return {
      filename: `card-${row.ctrxId}.pdf`,
      contentType: 'application/pdf' as const,
      data: Buffer.from(pdf).toString('base64'),
    };
  });
};
