import { statusOf as statusOfState } from '@portal/contract/providers/user-rules.ts';
import * as api from '@portal/contract/user-reports/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Room } from '#platform/http/calls.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { inSight } from '#rooms/care-groups/door.ts';
import { peopleOfGroups, type PersonOfGroups as Person } from '#rooms/providers/door.ts';
import { decideReport } from './decide-report.ts';
import { reportsOf } from './queries.ts';
import { refuseOtherDays } from './refuse-other-days.ts';
import { saveReport } from './save-report.ts';

export const userReports: Room = ({ route, clock }) => {
  route(api.listPeopleOfGroups, async ({ viewer, query, tx, list, logRead }) => {
    const asked = await groupsInSight(tx, viewer, [query.g_id].flat());
    const people = await list(peopleOfGroups(tx, asked, { since: null }));
    logRead('provider', idsOf(people));
    return { careProviders: people.map(present) };
  });

  route(api.listChangedPeople, async ({ viewer, query, tx, list, logRead }) => {
    const [careGroupId, changesSince] = [query.g_id, query.changes_since];
    const asked = await groupsInSight(tx, viewer, [careGroupId]);
    await refuseOtherDays(tx, { careGroupId, changesSince, today: clock.today() });
    const since = new Date(`${changesSince}T00:00:00Z`);
    const people = await list(peopleOfGroups(tx, asked, { since }));
    logRead('provider', idsOf(people));
    return { careProviders: people.map(present) };
  });

  route(api.listUserReports, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (query.g_id !== undefined) await groupsInSight(tx, viewer, [query.g_id]);
    const rows = await list(reportsOf(tx, { careGroupIds: viewer.careGroupIds, among: query.g_id }));
    return {
      reports: rows.map((row) => ({
        document_ID: row.documentId,
        g_id: row.careGroupId,
        friendlyName: row.friendlyName,
        changes_since_date: row.changesSince,
        dateCreated: row.createdAt.toISOString().slice(0, 10),
        is_rejected: row.state === 'completed' ? false : row.state === 'rejected' ? true : null,
      })),
    };
  });

  route(api.saveUserReport, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    await saveReport(act, {
      documentId: body.document_ID,
      careGroupId: body.g_id,
      changesSince: body.changes_since_date,
    });
    return { message: 'Report saved.' };
  });

  route(api.decideUserReport, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { document_ID: documentId, is_rejected: isRejected, reason } = body;
    await decideReport(act, { documentId, isRejected, reason });
    return { message: isRejected ? 'Report rejected.' : 'Report accepted.' };
  });
};

/** All of them, or none: a group out of sight is a 404 like an unknown one. */
async function groupsInSight(tx: Tx, viewer: Viewer, careGroupIds: readonly number[]): Promise<readonly number[]> {
  const found = await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', anyOf(careGroupIds))
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'care_group_id'))
    .execute();
  if (found.length < new Set(careGroupIds).size) throw fail('not_found');
  return careGroupIds;
}

const idsOf = (people: readonly Person[]) => people.map(({ cpID }) => cpID);

/** USR-02, USR-04. */
const present = ({ adminRights, isActive, isPending, isPrescriber, ...person }: Person) => ({
  ...person,
  status: statusOf({ ...person, adminRights, isActive, isPending }),
  prescriber: isPrescriber,
});

const statusOf = ({
  adminRights,
  isActive,
  isPending,
  recentlyRemoved,
}: Pick<Person, 'adminRights' | 'isActive' | 'isPending' | 'recentlyRemoved'>) =>
  statusOfState(!isActive || recentlyRemoved ? 'deactivated' : isPending ? 'pending' : 'active', adminRights);
