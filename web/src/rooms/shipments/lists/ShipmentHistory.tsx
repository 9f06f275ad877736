import { Section } from '#kit/Section.tsx';
import { dayColumn } from './columns.tsx';
import { type ListProps, ShipmentTable } from './ShipmentTable.tsx';

/** SHP-06: what has ended, one way or another. */
export function ShipmentHistory(props: ListProps) {
  return (
    <Section title="Shipment History" count={props.loading ? undefined : props.rows.length}>
      <ShipmentTable
        {...props}
        label="Shipment History"
        empty="No past shipments"
        days={[dayColumn('dateOfStatusChange', 'Status Date')]}
      />
    </Section>
  );
}
