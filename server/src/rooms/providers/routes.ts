import * as api from '@portal/contract/providers/endpoints.ts';
import { changeOwnDetails as changeOwn } from '@portal/contract/providers/own-endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { partnerOfKind, type Viewer } from '#platform/security/viewer.ts';
import { modulesOf, peopleWithin, trainingOf } from '../identity/door.ts';
import { changeOwnDetails } from './change-own-details.ts';
import { endEmergencyAccesses, endEmergencyAccessesDue } from './emergency-access/emergency-access.ts';
import { giveSwitches, giveSwitchesDue } from './give-switches.ts';
import { invitationsInGroups, preferencesInGroups } from './in-groups.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { ownDetails, ownNotifications } from './queries.ts';
import { setNotification } from './set-notification.ts';
import { userRoutes } from './user-routes.ts';

/** An id that says who the caller is must be the caller's. */
const mustBeSelf = (viewer: Viewer, providerId: number) => {
  if (providerId !== viewer.providerId) throw fail('forbidden');
};

export const providers: Room = (house) => {
  const { route } = house;
  house.lies({
    invitation: invitationsInGroups,
    notification_preference: preferencesInGroups,
    provider: peopleWithin,
  });
  house.work(endEmergencyAccesses, () => endEmergencyAccessesDue(house));
  house.work(giveSwitches, () => giveSwitchesDue(house));

  route(api.readProvider, async ({ viewer, query, tx }) => {
    mustBeSelf(viewer, query.cp_id);
    const { trainingDocId } = await trainingOf(tx, viewer);
    const own = await ownDetails(tx, viewer).executeTakeFirstOrThrow();
    return {
      provider: {
        cpId: viewer.providerId,
        companyId: viewer.companyId,
        fName: viewer.firstName,
        lName: viewer.lastName,
        type: viewer.type,
        phone: viewer.phone,
        email: viewer.email,
        adminRights: viewer.adminRights,
        modules: await modulesOf(tx, viewer.companyId),
        ppId: partnerOfKind(viewer, 'pharmacy'),
        wpId: partnerOfKind(viewer, 'wholesaler'),
        trainingDocId,
        preferredContact: own.preferred_contact,
        dateLanguage: own.date_language,
        version: own.version,
      },
    };
  });

  route(changeOwn, async ({ act, viewer, body }) => {
    mustBeSelf(viewer, body.cp_id);
    const { cp_id: _, fName: firstName, lName: lastName, ...rest } = body;
    return { message: 'Saved.', version: await changeOwnDetails(act, { firstName, lastName, ...rest }) };
  });

  route(api.listNotifications, async ({ viewer, query, tx }) => {
    mustBeSelf(viewer, query.cp_id);
    const rows = await ownNotifications(tx, viewer).execute();
    if (rows.length === 0) throw fail('notification.none');
    return {
      notificationPreferences: rows.map((row) => ({
        notifId: row.notification_id,
        notifName: row.name,
        notifDescription: row.description,
        notifEnabled: row.enabled,
      })),
    };
  });

  route(api.setNotification, async ({ act, viewer, body }) => {
    mustBeSelf(viewer, body.cp_id);
    await setNotification(act, body.notificationId, body.notificationEnabled);
    return { message: 'Saved.' };
  });

  route(api.trainingAcknowledgement, async ({ viewer, query, tx }) => {
    mustBeSelf(viewer, query.cp_id);
    return { acknowledgementForm: await trainingOf(tx, viewer) };
  });

  invitationRoutes(house);
  userRoutes(house);
};
