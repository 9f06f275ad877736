/** What is told of the number by which a shipment was asked for somebody: `subject` in SQL, with `participant` joined to it. */
import { sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';

/** OPS-68: what was asked for by a number alone is nobody's for sure once whoever was given it has another one. */
export const isTheirs = sql<boolean>`(not subject.is_by_number or subject.subject_number = participant.subject_number)`;

/** SEC-23: the number that somebody has at another site than that of the request is told only to whoever has that other site in sight. */
export function askedNumber(site: string, sight: Sight = { careGroupIds: [] }) {
  const isTold = sql<boolean>`(participant.site_id = ${sql.ref(site)} or ${inSight(sight, 'participant.site_id')})`;
  return [
    sql<number | null>`case when ${isTheirs} then participant.participant_id end`.as('participantId'),
    sql<boolean>`coalesce(participant.subject_number <> subject.subject_number and not (${isTheirs} and ${isTold}), false)`.as(
      'isUncertain',
    ),
    sql<string>`subject.subject_number`.as('subjectNumber'),
    sql<string | null>`case when ${isTheirs} and ${isTold}
      then nullif(participant.subject_number, subject.subject_number) end`.as('numberNow'),
  ] as const;
}

interface Asked {
  isUncertain: boolean;
  numberNow: string | null;
}
/** As the wire has it, which says nothing where there is nothing to say. */
export const presentAsked = <Row extends Asked>({ isUncertain, numberNow, ...one }: Row) => ({
  ...one,
  ...(numberNow !== null && { numberNow }),
  ...(isUncertain && { isUncertain: true as const }),
});
