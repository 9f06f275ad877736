import { Badge } from '@mantine/core';
import classes from './StatusBadge.module.css';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';

/** The word of each status; a colour never stands alone. */
export const statusWords: Record<ShipmentStatus, string> = {
  preprocessing: 'Preprocessing',
  processing: 'Processing',
  shipped: 'Shipped',
  received: 'Received',
  missing: 'Missing',
  damaged: 'Damaged',
  other: 'Other',
  cancelled: 'Cancelled',
};

const colours: Record<ShipmentStatus, string> = {
  preprocessing: 'yellow',
  processing: 'blue',
  shipped: 'violet',
  received: 'green',
  missing: 'red',
  damaged: 'red',
  other: 'orange',
  cancelled: 'gray',
};

/** Where a shipment request stands. */
export function StatusBadge({ status }: { status: ShipmentStatus }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} style={{ background: `var(--mantine-color-${colours[status]}-6)` }} aria-hidden />
      {statusWords[status]}
    </span>
  );
}

/** A word with a colour of its own, for any other state. Dark on a pale ground: each pair has a contrast above 4.5. */
export function WordBadge({ colour, children }: { colour: string; children: string }) {
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      fw={500}
      miw="max-content"
      c="var(--mantine-color-text)"
      bg={`${colour}.1`}
      style={{ border: `1px solid var(--mantine-color-${colour}-4)` }}
    >
      {children}
    </Badge>
  );
}
