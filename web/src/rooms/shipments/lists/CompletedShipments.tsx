import { Section } from '#kit/Section.tsx';
import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentTable } from './ShipmentTable.tsx';

/** SHP-05: what is on its way and awaits that somebody confirms its delivery. */
export function CompletedShipments(props: ListProps) {
  return (
    <Section
      title="Partner-Completed Shipments"
      hint="awaiting confirmation"
      count={props.loading ? undefined : props.rows.length}
    >
      <ShipmentTable
        {...props}
        label="Partner-Completed Shipments"
        empty="No shipments to confirm"
        days={[dayColumn('dateRequired', 'Need By'), dayColumn('dateShipped', 'Shipped On')]}
        hasStatus={false}
      />
    </Section>
  );
}
