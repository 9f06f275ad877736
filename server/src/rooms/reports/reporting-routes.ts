import * as api from '@portal/contract/reports/reporting-endpoints.ts';
import { monthsUntil } from '@portal/contract/reports/reporting-rules.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { Room } from '#platform/http/calls.ts';
import { countWaitingRecoveries } from '#rooms/identity/door.ts';
import * as queries from './reporting-queries.ts';

export const reportingRoutes: Room = ({ route, clock }) => {
  /** What was counted, with the months in which there was nothing. */
  const everyMonth = <Counted extends { month: string }, Shown>(
    counted: readonly Counted[],
    show: (month: string, found: Counted | undefined) => Shown,
  ): Shown[] =>
    monthsUntil(clock.today()).map((month) =>
      show(
        month,
        counted.find((one) => one.month === month),
      ),
    );
  const period = (): queries.Period => {
    const months = monthsUntil(clock.today());
    return { first: months[0] as string, last: months.at(-1) as string };
  };

  route(api.countShipments, async ({ viewer, tx }) => {
    const counted = await queries.shipmentsByMonth(tx, viewer, period()).execute();
    return {
      months: everyMonth(counted, (month, found) => {
        const { month: _, medianDays = null, ninetiethDays = null, ...byStatus } = found ?? { month };
        return { month, medianDays, ninetiethDays, byStatus: someOf(byStatus) };
      }),
    };
  });

  route(api.listReportedShipments, async ({ viewer, query, tx, list }) => ({
    shipments: await list(queries.shipmentRows(tx, viewer, query.month, query.status)),
  }));

  route(api.countOutreach, async ({ viewer, tx }) => {
    const counted = await queries.outreachByMonth(tx, viewer, period()).execute();
    return { months: everyMonth(counted, (month, found) => found ?? { month, email: 0, sms: 0 }) };
  });

  route(api.listReportedOutreach, async ({ viewer, query, tx, list, logRead }) => {
    const rows = await list(queries.outreachRows(tx, viewer, query.month, query.channel));
    logRead('participant', [...new Set(rows.map(({ participantId }) => participantId))]);
    return { outreach: rows.map(({ participantId: _participantId, ...row }) => row) };
  });

  route(api.listAccessReviews, async ({ viewer, tx, list }) => ({
    sites: await list(queries.sitesByReport(tx, viewer, clock.today())),
    recoveriesWaiting: await countWaitingRecoveries(tx, viewer),
  }));
};

/** The statuses that there are. */
const someOf = (counts: Partial<Record<ShipmentStatus, number>>): Partial<Record<ShipmentStatus, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
