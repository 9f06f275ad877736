import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentList } from './ShipmentList.tsx';

/** SHP-05: what is on its way and awaits that somebody confirms its delivery. */
export function CompletedShipments(props: ListProps) {
  return (
    <ShipmentList
      {...props}
      title="Partner-Completed Shipments"
      hint="awaiting confirmation"
      empty="No shipments to confirm"
      days={[dayColumn('dateRequired', 'Need By'), dayColumn('dateShipped', 'Shipped On')]}
      hasStatus={false}
    />
  );
}
