import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { addDays } from '#platform/core/clock.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { lateShipments, needsOf } from './queries.ts';

export const needs: Room = ({ route, clock }) => {
  /** Where somebody sits it may be tomorrow already. With a later day a sponsor would read every open shipment as a late one. */
  const refuseLaterDay = (today: string) => {
    if (today > addDays(clock.today(), 1)) throw failFields({ today: 'must be no later than tomorrow' });
  };

  route(listNeeds, async ({ viewer, query: { today }, tx, list, isCutOff }) => {
    refuseLaterDay(today);
    const found = needsOf(tx, viewer, { today, portalToday: clock.today(), now: clock.now() });
    if (!found) {
      isCutOff(null);
      return { needs: [] };
    }
    return { needs: await list(found) };
  });

  route(listLateShipments, async ({ viewer, query: { g_id, today }, tx, list }) => {
    refuseLaterDay(today);
    const trialId = await trialOf(tx, viewer, g_id);
    if (trialId === undefined) throw fail('not_found');
    const part = { trialId, siteId: trialId === g_id ? null : g_id };
    const rows = await list(lateShipments(tx, viewer, today, part));
    return {
      shipments: rows.map(({ shipmentType, status, ...row }) => ({
        ...row,
        shipmentType: shipmentType as PartnerKind,
        status: status as ShipmentStatus,
      })),
    };
  });
};
