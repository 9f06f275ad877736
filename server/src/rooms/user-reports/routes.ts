import * as api from '@portal/contract/user-reports/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { groupIsInSight } from '#rooms/care-groups/door.ts';
import { decideReport } from './decide-report.ts';
import { type Person, peopleOfGroups, reportsOf } from './queries.ts';
import { saveReport } from './save-report.ts';

export const userReports: Room = ({ route, clock }) => {
  route(api.listPeopleOfGroups, async ({ viewer, query, tx, list, logRead }) => {
    const asked = await inSight(tx, viewer, [query.g_id].flat());
    const people = await list(peopleOfGroups(tx, asked, { since: null, now: clock.now() }));
    logRead('provider', idsOf(people));
    return { careProviders: people.map(present) };
  });

  route(api.listChangedPeople, async ({ viewer, query, tx, list, logRead }) => {
    const since = new Date(`${query.changes_since}T00:00:00Z`);
    const people = await list(peopleOfGroups(tx, await inSight(tx, viewer, [query.g_id]), { since, now: clock.now() }));
    logRead('provider', idsOf(people));
    return { careProviders: people.map(present) };
  });

  route(api.listUserReports, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (query.g_id !== undefined) await inSight(tx, viewer, [query.g_id]);
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
async function inSight(tx: Tx, viewer: Viewer, careGroupIds: readonly number[]): Promise<readonly number[]> {
  for (const id of new Set(careGroupIds)) if (!(await groupIsInSight(tx, viewer, id))) throw fail('not_found');
  return careGroupIds;
}

const idsOf = (people: readonly Person[]) => people.flatMap(({ cpID }) => cpID ?? []);

/** USR-02, USR-04. */
const present = ({ adminRights, isActive, isPrescriber, trainingDocId, ...person }: Person) => ({
  ...person,
  status: statusOf({ cpID: person.cpID, adminRights, isActive }),
  prescriber: isPrescriber,
  trainingComplete: trainingDocId !== null,
  trainingDocId,
});

function statusOf({ cpID, adminRights, isActive }: Pick<Person, 'cpID' | 'adminRights' | 'isActive'>) {
  if (cpID === null) return 'Pending - Invite sent' as const;
  if (!isActive) return 'Deactivated - Site access revoked' as const;
  return adminRights ? ('Has admin access' as const) : ('Has site access' as const);
}
