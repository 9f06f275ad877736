import { dueColumn } from './columns.tsx';
import { rowDaysLate } from './late.ts';
import { type ListProps, ShipmentList } from './ShipmentList.tsx';

const mostUrgentFirst = { accessor: 'dateRequired', down: false };

/** SHP-04: what awaits the partner. */
export function PendingShipments(props: ListProps) {
  return (
    <ShipmentList
      {...props}
      title="Pending Shipments"
      hint="awaiting partner approval"
      empty="No pending shipments"
      order={mostUrgentFirst}
      days={[dueColumn('dateRequired', 'Need By', rowDaysLate)]}
    />
  );
}
