import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { acknowledgmentForm } from '../identity/endpoints.ts';
import { done, flag, id, moduleEntry, recordId, userType } from '../wire.ts';
import { dateLanguages } from './rules.ts';

/** API-33. */
export const readProvider = endpoint({
  method: 'GET',
  path: '/care-providers',
  summary: 'A person reads their own record',
  access: {},
  query: z.strictObject({ cp_id: recordId('provider') }),
  reply: z.object({
    provider: z.object({
      cpId: z.number(),
      companyId: z.number(),
      fName: z.string(),
      lName: z.string(),
      type: userType,
      phone: z.string().nullable(),
      email: z.string(),
      adminRights: flag,
      modules: z.array(moduleEntry),
      ppId: z.number().nullable(),
      wpId: z.number().nullable(),
      trainingDocId: z.number().nullable(),
      /** SCN-04: 0 e-mail, 1 text. */
      preferredContact: z.literal([0, 1]),
      /** Of the months and weekdays on the screens; null is English. */
      dateLanguage: z.enum(dateLanguages).nullable(),
      version: z.number(),
    }),
  }),
});

/** API-36, ACC-02: 404 means none. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/care-providers/notifications',
  summary: 'A person lists their notification preferences',
  access: {},
  query: z.strictObject({ cp_id: recordId('provider') }),
  reply: z.object({
    notificationPreferences: z.array(
      z.object({ notifId: z.number(), notifName: z.string(), notifDescription: z.string(), notifEnabled: flag }),
    ),
  }),
  failure: 'There was a problem fetching notification preferences.',
});

/** API-37, ACC-05. */
export const setNotification = endpoint({
  method: 'PUT',
  path: '/care-providers/notifications',
  summary: 'A person switches one of their notifications on or off',
  access: {},
  body: z.strictObject({ cp_id: recordId('provider'), notificationId: id, notificationEnabled: flag }),
  reply: done,
  failure: 'There was a problem fetching notification preferences.',
});

/** API-28, DAT-04. */
export const trainingAcknowledgement = endpoint({
  method: 'GET',
  path: '/care-provider/training-acknowledgement',
  summary: 'A person reads what training they still have to acknowledge',
  access: { module: 'TrialCard' },
  query: z.strictObject({ cp_id: recordId('provider') }),
  reply: z.object({ acknowledgementForm: acknowledgmentForm }),
});
