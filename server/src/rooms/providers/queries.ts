import { type DateLanguage, notifications } from '@portal/contract/providers/rules.ts';
import { sql } from 'kysely';
import { handlesRequests } from './handlers.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** A person's notifications are theirs alone; of shipments only people hear who handle some (ACC-02). */
export const ownNotifications = (tx: Tx, viewer: Pick<Viewer, 'providerId'>) =>
  tx
    .selectFrom('notification_preference')
    .select(['notification_id', 'name', 'description', 'enabled'])
    .where('provider_id', '=', viewer.providerId)
    .where((eb) =>
      eb.or([
        eb('name', '<>', notifications.shipments.name),
        sql<boolean>`exists (select from provider person where person.provider_id = ${viewer.providerId} and ${handlesRequests})`,
      ]),
    )
    .orderBy('notification_id');

const details = ['first_name', 'last_name', 'phone', 'preferred_contact', 'date_language', 'version'] as const;

/** What a person may change about themselves. */
export const ownDetails = (tx: Tx, viewer: Pick<Viewer, 'providerId'>) =>
  tx
    .selectFrom('provider')
    .select(details)
    .where('provider_id', '=', viewer.providerId)
    .$narrowType<{ preferred_contact: 0 | 1; date_language: DateLanguage | null }>();

/** The same, held until the transaction ends. */
export const lockOwnDetails = (tx: Tx, viewer: Pick<Viewer, 'providerId'>) =>
  ownDetails(tx, viewer).forNoKeyUpdate().executeTakeFirstOrThrow();
