import { dueColumn, shippedColumn } from './columns.tsx';
import { rowDaysLate } from './late.ts';
import { type ListProps, ShipmentList } from './ShipmentList.tsx';

/** SHP-05: what is on its way and awaits that somebody confirms its delivery. */
export function CompletedShipments(props: ListProps) {
  return (
    <ShipmentList
      {...props}
      title="Partner-Completed Shipments"
      hint="awaiting confirmation"
      empty="No shipments to confirm"
      days={[dueColumn('dateRequired', 'Need By', rowDaysLate), shippedColumn]}
      hasStatus={false}
    />
  );
}
