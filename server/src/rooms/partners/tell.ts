import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { peopleOfSites } from '#rooms/care-groups/door.ts';

/**
 * Tells of a partner its own people, and once for each trial those of the trial and of its sites that the partner is connected to: of
 * many sites nobody hears as many times. A partner gets no number of a trial.
 */
export async function tellOfPartner(
  act: Pick<Act<Actor>, 'tx' | 'now' | 'announce'>,
  partnerId: number,
): Promise<void> {
  const connected = sql`from site_partner link join care_group site on site.care_group_id = link.site_id
    where link.partner_id = ${partnerId} and link.removed_at is null`;
  const { rows: trials } = await sql<{ id: number }>`
    select distinct site.parent_id as id ${connected} order by 1`.execute(act.tx);
  const partner = { type: 'partner.changed', id: partnerId } as const;
  const ofTrials = [];
  for (const { id } of trials) {
    const people = await peopleOfSites(act, sql`select link.site_id ${connected} and site.parent_id = ${id}`);
    ofTrials.push({ ...partner, careGroupId: id, people });
  }
  await act.announce({ ...partner, partnerId }, ...ofTrials);
}
