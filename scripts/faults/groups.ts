/** An administrator who makes groups and copies others into them. */
import { setTimeout as pause } from 'node:timers/promises';
import { addCareGroup, copyCareGroups } from '@portal/contract/care-groups/change-endpoints.ts';
import { audits, type Crew, events } from './crew.ts';
import type { Work } from './ledger.ts';

const copied = 4;
const madeBy = (action: string) => audits('care_group', 'g.care_group_id', `'care_group.${action}'`);
const made = `care_group g where g.company_id = $1 and g.name like 'PLACE-%'`;
const copies = `care_group g join care_group place on place.care_group_id = g.parent_id and place.name like 'PLACE-%' where g.company_id = $1`;

export const groups: Crew = {
  marks: {
    'group added': `select name as mark, count(*) as times from ${made} group by 1`,
    'groups copied': `select place.care_group_id as mark, count(*) filter (where g.name = 'Part 1') as times from ${copies} group by 1`,
  },
  halves: {
    'copies of a part of the groups': `select 1 from ${made} and (select count(*) from care_group below where below.parent_id = g.care_group_id) not in (0, ${copied})`,
    'groups whose audit entries do not add up': `select 1 from ${made} and ${madeBy('added')} <> 1`,
    'copies whose audit entries do not add up': `select 1 from ${copies} and ${madeBy('copied')} <> 1`,
    'copies whose events do not add up': `select 1 from ${copies} and ${events('care_group.changed', 'g.care_group_id')} <> 1`,
  },
  hire: async ({ world, companyId }) => {
    const token = await world.tokenFor(await world.aPerson('Admin', { company_id: companyId }));
    const [source] = await world.rows<{ id: number }>(
      `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Source', 'Source', now()) returning care_group_id as id`,
      [companyId],
    );
    await world.rows(
      `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
       select $1::int, $2::int, 'group', 'Part ' || n, 'Part ' || n, now() from generate_series(1, ${copied}) n`,
      [companyId, source?.id],
    );
    const copying = async ({ next, ask }: Work) => {
      const name = `PLACE-${next()}`;
      const body = { gId: 0, groupName: name, description: 'A place', type: 'careGroup', companyId };
      const added = await ask({ kind: 'group added', mark: name, endpoint: addCareGroup, token, body });
      const parentId = added.answer?.body['gId'];
      if (added.outcome !== 'acknowledged') return;
      await ask({
        kind: 'groups copied',
        mark: String(parentId),
        endpoint: copyCareGroups,
        token,
        body: { companyId, gId: source?.id, parentId, copyAllSubgroups: 1 },
      });
      // A company has 5,000 groups at most.
      await pause(200);
    };
    return { workers: [copying] };
  },
};
