import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentList } from './ShipmentList.tsx';

/** SHP-04: what awaits the partner. */
export function PendingShipments(props: ListProps) {
  return (
    <ShipmentList
      {...props}
      title="Pending Shipments"
      hint="awaiting partner approval"
      empty="No pending shipments"
      days={[dayColumn('dateRequired', 'Need By')]}
    />
  );
}
