import { canMove, offersUpload, sections, sideOf } from '@portal/contract/shipments/rules.ts';
import type { UserType } from '@portal/contract/access.ts';
import type { RowAction } from '#kit/row-action.ts';
import { deskOf, type Row } from './sides.ts';

/** What can be done with one request, each in a dialog of its own (SHP-12). */
export type Task =
  | {
      kind:
        | 'view'
        | 'comments'
        | 'documents'
        | 'slip'
        | 'card'
        | 'process'
        | 'cancel'
        | 'confirm'
        | 'deliver'
        | 'proof'
        | 'report';
      row: Row;
    }
  | { kind: 'view-upcoming' | 'reorder' | 'rerequest'; row: Pick<Row, 'srId' | 'gId'> }
  | { kind: 'remind' | 'dismiss'; row: Pick<Row, 'srId' | 'gId'> & { nextOrderDate: string } };

/** What the dialog about one request gets. */
export interface TaskProps {
  row: Row;
  onClose: () => void;
}

/** What the dialog gets that takes a request to another status. */
export interface MoveProps extends TaskProps {
  /** Says that it is there. */
  onMoved: (to: Row['status']) => void;
}

/** The actions of a row: what the rules allow this person with this request (SST-02 to SST-10, ROL-26 to ROL-28). */
export function actionsFor(row: Row, viewer: { type: UserType }, begin: (task: Task) => void): RowAction[] {
  const side = sideOf(viewer);
  const may = (to: Parameters<typeof canMove>[1]) => canMove(row, to, side);
  return [
    { label: 'View', onClick: () => begin({ kind: 'view', row }) },
    { label: 'Comments', onClick: () => begin({ kind: 'comments', row }) },
    { label: 'Documents', onClick: () => begin({ kind: 'documents', row }) },
    { label: 'Packing slip', onClick: () => begin({ kind: 'slip', row }), hidden: row.parcels.length === 0 },
    {
      label: 'Card info',
      onClick: () => begin({ kind: 'card', row }),
      hidden: deskOf(viewer) !== 'pharmacy' || !row.hasCard,
    },
    {
      label: 'Mark as processing',
      onClick: () => begin({ kind: 'process', row }),
      isNextStep: true,
      hidden: !may('processing'),
    },
    // OPS-82: the call also takes a waiting request, the screen offers it in processing.
    {
      label: 'Confirm shipment',
      onClick: () => begin({ kind: 'confirm', row }),
      isNextStep: true,
      hidden: row.status !== 'processing' || !may('shipped'),
    },
    {
      label: 'Confirm delivery',
      onClick: () => begin({ kind: 'deliver', row }),
      isNextStep: true,
      hidden: !may('received'),
    },
    { label: 'Report delivery', onClick: () => begin({ kind: 'report', row }), hidden: !may('damaged') },
    { label: 'Cancel request', onClick: () => begin({ kind: 'cancel', row }), hidden: !may('cancelled'), danger: true },
  ];
}

/** ROL-25: documents are added to what is in the history, by whom the rule says. */
export const mayUpload = (row: Row, viewer: { type: UserType }): boolean =>
  offersUpload(viewer) && (sections.history as readonly string[]).includes(row.status);

/** SST-17: whom the confirmation of a delivery leads on to its proof. */
export const asksForProof = (row: Row, viewer: { type: UserType }): boolean =>
  viewer.type === 'Pharmacy User' && row.toParticipant;
