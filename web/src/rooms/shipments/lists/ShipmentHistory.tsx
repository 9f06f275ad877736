import type { Beyond } from '#kit/ListEnd.tsx';
import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentList } from './ShipmentList.tsx';

/** SHP-06: what has ended, one way or another. */
export function ShipmentHistory(props: ListProps & { older: Beyond }) {
  return (
    <ShipmentList
      {...props}
      title="Shipment History"
      empty="No past shipments"
      days={[dayColumn('dateOfStatusChange', 'Status Date')]}
    />
  );
}
