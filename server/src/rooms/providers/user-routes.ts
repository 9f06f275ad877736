/** The people of a company, as its administrators look after them. */
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { messages } from '@portal/contract/providers/user-rules.ts';
import { mustSetUpMfa } from '@portal/contract/identity/rules.ts';
import type { House } from '#platform/http/calls.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { limitPer } from '#platform/security/limit.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { momentOf } from '#platform/act/act.ts';
import { identityOf, listSessions } from '#rooms/identity/door.ts';
import { noteTakenEmails, notingTakenEmail } from './inviting/note-taken-emails.ts';
import { addGroups, removeGroups, showInTheirGroups } from './managing/change-groups.ts';
import { changePerson } from './managing/change-person.ts';
import { deactivatePerson, reactivatePerson, removePerson } from './managing/end-access.ts';
import { endSessionsOfPerson } from './managing/end-sessions.ts';
import { factsOf } from './managing/facts.ts';
import { readPerson } from './managing/hold-person.ts';
import { invitationStateOf } from './managing/invitation-state.ts';
import { invitePeople } from './managing/invite-people.ts';
import { invitePerson } from './managing/invite-person.ts';
import { present } from './managing/present.ts';
import * as queries from './managing/queries.ts';
import { reinvitePerson } from './managing/reinvite-person.ts';
import { tellingOfRevoked } from './managing/telling-of-revoked.ts';

const windowMs = 15 * 60_000;
/** Of files with up to 200 people: nobody has more to send, and each tells which of its e-mails are used (SEC-36). */
const mostFilesSent = 30;

export function userRoutes(house: House): void {
  const { route, preparedRoute, openRoute, database, clock, activity, sessionEnds, security } = house;
  const identity = identityOf(house);
  const parts = { database, clock, sessionEnds, identity };

  route(api.listUsers, async ({ tx, viewer, query, list, logRead }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (query.status === 'all' && !viewer.adminRights) throw fail('forbidden');
    const rows = await list(queries.people(tx, viewer, query));
    logRead(
      'provider',
      rows.map(({ cpID }) => cpID),
    );
    return { careProviders: rows.map((row) => present(viewer, row)) };
  });

  route(api.listGroupsOfUser, async ({ tx, viewer, query, logRead }) => {
    refuseOtherCompany(viewer, query.company_id);
    await readPerson(tx, viewer, query.cp_id);
    logRead('provider', [query.cp_id]);
    const groups = await queries.groupsOf(tx, viewer, query.cp_id).execute();
    return { providerGroups: groups.map(({ gId, public: isPublic }) => ({ gId, public: isPublic })) };
  });

  route(api.addGroupsOfUser, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const groups = body.groupsToAdd.map(({ gId, public: isPublic }) => ({ careGroupId: gId, isPublic }));
    await addGroups(act, { cpId: body.cp_id, groups });
    return { message: 'Care groups added.' };
  });

  route(api.showInGroupsOfUser, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const groups = body.groupsToShow.map(({ gId, public: isPublic }) => ({ careGroupId: gId, isPublic }));
    await showInTheirGroups(act, { cpId: body.cp_id, groups });
    return { message: 'Care groups changed.' };
  });

  route(api.removeGroupsOfUser, async ({ act, viewer, query }) => {
    refuseOtherCompany(viewer, query.company_id);
    await removeGroups(act, { cpId: query.cp_id, careGroupIds: [query.g_id].flat() });
    return { message: 'Care groups removed.' };
  });

  route(api.inviteUser, async ({ act, viewer, body, tx, http }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { gIds: careGroupIds, providerType: type, prescriber: isPrescriber } = body;
    const { email, defaultListing, adminRights, sponsorId } = body;
    const given = { email, type, careGroupIds, defaultListing, adminRights, isPrescriber, sponsorId };
    const cpID = await invitePerson(act, { ...given, brand: http.request.brand })
      .catch(notingTakenEmail(security, viewer, api.inviteUser, email))
      .catch(tellingOfRevoked(tx, viewer, email));
    return { message: messages.invited, cpID };
  });

  const filesSent = limitPer(house, 'files of invitations sent by a person', mostFilesSent, windowMs);
  preparedRoute(
    api.inviteUsers,
    async ({ isDryRun }, { viewer }) => {
      const refused = isDryRun ? null : await filesSent.take(String(viewer.providerId));
      if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
    },
    async ({ act, viewer, body, http }) => {
      refuseOtherCompany(viewer, body.companyId);
      const { rows, isDryRun } = body;
      const { invited, problems, taken } = await invitePeople(act, { rows, isDryRun, brand: http.request.brand });
      if (!isDryRun) noteTakenEmails(security, viewer, api.inviteUsers, taken);
      return { message: wordsOf(invited, problems.length), invited, problems };
    },
  );

  route(api.reinviteUser, async ({ act, viewer, body, http }) => {
    refuseOtherCompany(viewer, body.company_id);
    await reinvitePerson(act, { cpId: body.cp_id, brand: http.request.brand });
    return { message: messages.reinvited };
  });

  // Rights and sessions of people are written by the system alone, before the call's own transaction begins.
  preparedRoute(
    api.changeUser,
    (body, { viewer }) => {
      refuseOtherCompany(viewer, body.companyId);
      return changePerson(parts, viewer, { cpId: body.cpId, rights: body.careProviderData, version: body.version });
    },
    (_, version) => ({ message: 'Saved.', version }),
  );
  preparedRoute(
    api.removeUser,
    (_, { viewer, query }) => {
      const ending = { cpId: query.cp_id, reason: query.reason };
      return query.removal_type === 'remove'
        ? removePerson(parts, viewer, ending)
        : deactivatePerson(parts, viewer, ending);
    },
    ({ query }) => ({ message: query.removal_type === 'remove' ? 'User removed.' : 'Access revoked.' }),
  );
  preparedRoute(
    api.reactivateUser,
    ({ cp_id: cpId }, { viewer }) => reactivatePerson(parts, viewer, cpId),
    () => ({ message: 'Access allowed.' }),
  );
  preparedRoute(
    api.endSessionsOfUser,
    ({ cp_id: cpId, reason }, { viewer }) => endSessionsOfPerson(parts, viewer, { cpId, reason }),
    () => ({ message: 'Sessions ended.' }),
  );

  openRoute(api.readUser, async ({ query: { cp_id: cpId }, logRead, ...call }) => {
    const viewer = (await call.viewer()) as Viewer;
    const { person, groups, facts, invitationState } = await database.readInCompany(viewer.companyId, async (tx) => ({
      person: await readPerson(tx, viewer, cpId),
      groups: await queries.groupsOf(tx, viewer, cpId).execute(),
      facts: await factsOf(tx, viewer, cpId, clock.now()),
      invitationState: await invitationStateOf(house, tx, viewer, { personId: cpId, now: clock.now() }),
    }));
    const { companyRequiresMfa, mustSetUpFactor, ...told } = facts;
    const factor = person.state === 'pending' ? 'none' : await identity.factorOf(person.email);
    const isRequired = mustSetUpFactor || mustSetUpMfa(person.type, companyRequiresMfa);
    const sessions = await database.asSystem((tx) => listSessions(momentOf(tx, clock), activity, { providerId: cpId }));
    logRead(viewer, 'provider', [cpId]);
    return {
      person: {
        ...present(viewer, person),
        ...told,
        ...(invitationState && { invitationState }),
        groups,
        factor: factor === 'none' && isRequired ? ('required' as const) : factorWords[factor],
        sessions: sessions.map(({ sessionId, device, host, address, createdAt, lastInputAt }) => ({
          sessionId,
          device,
          host,
          address,
          createdAt,
          lastInputAt,
        })),
      },
    };
  });
}

const factorWords = { totp: 'app', sms: 'text', none: 'none' } as const;

function wordsOf(invited: number, problems: number): string {
  if (problems > 0) return problems === 1 ? 'There is 1 problem.' : `There are ${problems} problems.`;
  if (invited === 0) return 'There are no problems.';
  return invited === 1 ? messages.invited : `${invited} invitations sent.`;
}
