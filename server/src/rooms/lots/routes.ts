import * as api from '@portal/contract/lots/endpoints.ts';
import { mostTraced } from '@portal/contract/lots/rules.ts';
import { sql } from 'kysely';
import { groupsOf } from '#platform/audit/places.ts';
import type { Room } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';
import { presentAsked } from '#rooms/participants/door.ts';
import { addLot } from './add-lot.ts';
import { correctExpiry } from './correct-expiry.ts';
import * as queries from './queries.ts';
import { recallLot } from './recall-lot.ts';

export const lots: Room = ({ lies, route, clock }) => {
  lies({
    lot: (viewer) => sql`select lot_id from lot join product using (product_id) where trial_id = ${groupsOf(viewer)}`,
  });
  route(api.listLots, async ({ viewer, query, tx }) => {
    const { search = '', expiry, recalled, page = 1, pageSize = 25 } = query;
    const asked = { search, expiry, recalled, today: clock.today(), page, size: pageSize };
    const rows = await queries.page(tx, viewer, asked).execute();
    return { lots: rows.slice(0, pageSize), more: rows.length > pageSize };
  });

  route(api.traceLot, async ({ viewer, query, tx, logRead, list }) => {
    const [lot, rows, corrections, recalls, sameNumber, mayCorrect] = await Promise.all([
      queries.findLot(tx, viewer, query.lotId),
      queries.trace(tx, viewer, query.lotId).execute(),
      list(queries.correctionsOf(tx, query.lotId)),
      list(queries.recallsOf(tx, query.lotId)),
      list(queries.sameNumberAs(tx, viewer, query.lotId)),
      queries.mayCorrect(tx, viewer, query.lotId),
    ]);
    if (!lot) throw fail('not_found');
    const shipments = rows.slice(0, mostTraced).map(({ participants, ...shipment }) => ({
      ...shipment,
      participants: participants.map(({ siteNow, ...asked }) => ({
        ...presentAsked(asked),
        ...(siteNow !== null && { siteNow }),
      })),
    }));
    logRead('participant', [
      ...new Set(shipments.flatMap(({ participants }) => participants.flatMap((one) => one.participantId ?? []))),
    ]);
    return { lot, shipments, more: rows.length > mostTraced, corrections, recalls, sameNumber, mayCorrect };
  });

  route(api.correctLotExpiry, async ({ act, body }) => {
    const { lotId, expirationDate: expiresOn, reason, version } = body;
    return {
      message: 'Expiration date corrected.',
      lotId,
      version: await correctExpiry(act, { lotId, expiresOn, reason, version }),
    };
  });

  route(api.recallLot, async ({ act, body }) => ({
    message: body.recalled ? 'Lot recalled.' : 'Recall taken back.',
    lotId: body.lotId,
    version: await recallLot(act, body),
  }));

  route(api.addLot, async ({ act, body: { productId, lotNumber, expirationDate: expiresOn } }) => ({
    message: 'Lot recorded.',
    lotId: await addLot(act, { productId, lotNumber, expiresOn }),
  }));
};
