import { Section } from '#kit/Section.tsx';
import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentTable } from './ShipmentTable.tsx';

/** SHP-04: what awaits the partner. */
export function PendingShipments(props: ListProps) {
  return (
    <Section
      title="Pending Shipments"
      hint="awaiting partner approval"
      count={props.loading ? undefined : props.rows.length}
    >
      <ShipmentTable
        {...props}
        label="Pending Shipments"
        empty="No pending shipments"
        days={[dayColumn('dateRequired', 'Need By')]}
      />
    </Section>
  );
}
