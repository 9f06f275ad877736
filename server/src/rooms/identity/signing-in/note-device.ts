import { notifications } from '@portal/contract/providers/rules.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import { hashOf } from '#platform/security/viewer-of.ts';
import { newDeviceValue } from './device-cookie.ts';
import { deviceOf } from '../sessions/device-words.ts';
import type { Entrance } from './entrance.ts';
import { newDevice } from '../letters.ts';
import { wantsNotice } from '../notices.ts';
import type { Person } from '../people.ts';

/**
 * Remembers the browser of a sign-in by its cookie, and tells the owner by mail when it is one more than before; of the
 * very first there is nobody to tell, and who has switched it off is not told (ACC-05). The person is held by then, so that two at
 * once see each other. Gives the cookie's value.
 */
export async function noteDevice(moment: Moment, person: Person, from: Entrance): Promise<string> {
  const { tx, sendMail } = moment;
  const now = moment.now();
  const value = from.device ?? newDeviceValue();
  const hash = hashOf(value);
  const { known, others } = await tx
    .selectFrom('known_device')
    .select([
      sql<boolean>`coalesce(bool_or(device_hash = ${hash}), false)`.as('known'),
      sql<boolean>`coalesce(bool_or(device_hash <> ${hash}), false)`.as('others'),
    ])
    .where('provider_id', '=', person.providerId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('known_device')
    .values({
      provider_id: person.providerId,
      device_hash: hash,
      company_id: person.companyId,
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'device_hash']).doUpdateSet({ last_seen_at: now }))
    .execute();
  if (!known && others && (await wantsNotice(tx, person.providerId, 'security'))) {
    const what = { at: now, device: deviceOf(from.userAgent), address: from.address };
    await sendMail({
      ...newDevice(from.brand.for(person.companyId), person, what),
      topic: notifications.security.topic,
    });
  }
  return value;
}
