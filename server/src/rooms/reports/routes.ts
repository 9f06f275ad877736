import * as api from '@portal/contract/reports/endpoints.ts';
import { inviteStatus, isOffered, monthKey, type Report } from '@portal/contract/reports/rules.ts';
import { type Sight, trialOf, trialOrSite } from '#rooms/care-groups/door.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { fail } from '#platform/core/fail.ts';
import * as queries from './queries.ts';
import { clinicReportingRoutes } from './clinic-routes.ts';
import { reportingRoutes } from './reporting-routes.ts';

export const reports: Room = (house) => {
  const { route, clock } = house;
  route(api.countParticipants, async ({ viewer, query, tx }) => {
    const part = await partInSight(tx, viewer, query.g_id);
    const counts = await queries.participantCounts(tx, viewer, part).executeTakeFirstOrThrow();
    return { activeParticipants: counts.active, deactivatedParticipants: counts.deactivated };
  });

  route(api.countEnrollments, async ({ viewer, query, tx }) => {
    const part = await partInSight(tx, viewer, query.g_id);
    const months = await queries.enrollmentCounts(tx, viewer, part).execute();
    return {
      enrollments: Object.fromEntries(months.map((month) => [monthKey(month), { numEnrollments: month.enrolled }])),
    };
  });

  route(api.countCardsSent, async ({ viewer, query, tx }) => {
    const part = await partInSight(tx, viewer, query.g_id);
    const month = monthOf(clock.now());
    const { cards } = await queries.cardsSent(tx, viewer, part, ...month).executeTakeFirstOrThrow();
    return { outreachCount: { totalSent: cards } };
  });

  route(api.countSites, async ({ viewer, query, tx }) => {
    const part = await partInSight(tx, viewer, query.g_id);
    const { sites } = await queries.configuredSites(tx, viewer, part).executeTakeFirstOrThrow();
    return { siteCount: { numConfiguredSites: sites } };
  });

  route(api.trainingReport, async ({ viewer, query, tx }) => {
    const part = await partReported('training', tx, viewer, query.g_id);
    const users = wholly(await queries.usersOf(tx, viewer, part).execute());
    return users.map((user) => ({
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      trialOrSiteName: user.groupName,
      userType: user.type,
      trainingComplete: user.acknowledgedAt !== null,
      timeCompleted: user.acknowledgedAt,
    }));
  });

  route(api.inviteStatusReport, async ({ viewer, query, tx }) => {
    const part = await partReported('inviteStatus', tx, viewer, query.g_id);
    const invitations = wholly(await queries.invitationsTo(tx, viewer, part).execute());
    return {
      inviteStatusReport: invitations.map((invitation) => ({
        trialName: invitation.trialName,
        siteName: invitation.siteName,
        siteUser: invitation.firstName === null ? '' : `${invitation.firstName} ${invitation.lastName}`,
        email: invitation.email,
        status: inviteStatus(invitation, clock.now()),
        inviteSent: invitation.sentAt,
        timeAccepted: invitation.usedAt,
      })),
    };
  });

  route(api.participantReport, async ({ viewer, query, tx, logRead }) => {
    const part = await partReported('participants', tx, viewer, query.g_id);
    const rows = wholly(await queries.participantsReported(tx, viewer, part).execute());
    if (rows.length === 0) throw fail('report.none');
    logRead(
      'participant',
      rows.map(({ participantId }) => participantId),
    );
    return {
      participantReport: rows.map((row) => ({
        trialName: row.trialName,
        siteName: row.siteName,
        subjectNumber: row.subjectNumber,
        ctrxId: row.ctrxId,
        status: row.status,
        enrolled: row.enrolledAt,
        cardsSent: row.cardsSent,
        lastCardSent: row.lastCardSent,
      })),
    };
  });

  reportingRoutes(house);
  clinicReportingRoutes(house);
};

/** The trial or the site of this number, if the viewer may know of it. */
async function partInSight(tx: Tx, viewer: Sight, careGroupId: number): Promise<queries.Part> {
  const trialId = await trialOf(tx, viewer, careGroupId);
  if (trialId === undefined) throw fail('not_found');
  return { trialId, siteId: trialId === careGroupId ? null : careGroupId };
}

/** The same for a report, which is refused where it is not offered to this viewer (SEC-24, TRP-01 to TRP-06). */
async function partReported(report: Report, tx: Tx, viewer: Viewer, careGroupId: number): Promise<queries.Part> {
  const group = await trialOrSite(tx, viewer, careGroupId);
  if (!group) throw fail('not_found');
  if (!isOffered(report, viewer.type, group)) throw fail('forbidden');
  const { gId, parentId } = group;
  return parentId === null ? { trialId: gId, siteId: null } : { trialId: parentId, siteId: gId };
}

/** When the calendar month of this moment begins, and when the next one does (UTC). */
const monthOf = (now: Date): [Date, Date] => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return [new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))];
};

/** Every row there is, or none: a report that was cut short would not look like one. */
function wholly<Row>(rows: Row[]): Row[] {
  if (rows.length > queries.mostRows) throw fail('report.too_long');
  return rows;
}
