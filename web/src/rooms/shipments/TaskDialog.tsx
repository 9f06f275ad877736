import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useCreated } from './request/after-creating.ts';
import { CancelRequest } from './request/CancelRequest.tsx';
import { CardInfo } from './view/CardInfo.tsx';
import { CommentsDialog } from './comments/CommentsDialog.tsx';
import { ConfirmDelivery } from './receiving/ConfirmDelivery.tsx';
import { ConfirmShipment } from './packing/ConfirmShipment.tsx';
import { DocumentsDialog } from './documents/DocumentsDialog.tsx';
import { MarkAsProcessing } from './packing/MarkAsProcessing.tsx';
import { PackingSlip } from './documents/PackingSlip.tsx';
import { ProofOfDelivery } from './receiving/ProofOfDelivery.tsx';
import { DismissReminder, MoveReminder } from './request/Reminder.tsx';
import { Reorder } from './request/Reorder.tsx';
import { ReportDelivery } from './receiving/ReportDelivery.tsx';
import { RequestCreated } from './request/RequestCreated.tsx';
import { movedText } from './sentences.ts';
import type { Row } from './sides.ts';
import type { Task } from './tasks.ts';
import { useView } from './view/use-view.ts';
import { ViewRequest } from './view/ViewRequest.tsx';

/** The one dialog that is open about a request (SHP-12). */
export function TaskDialog(props: {
  task: Task;
  /** The site that orders; partners have none and never order. */
  site: CareGroup | null;
  begin: (task: Task) => void;
  onClose: () => void;
  /** A request was moved, so that work goes on with the next. */
  onMoved: () => void;
}) {
  const { task, site, begin, onClose } = props;
  const view = useView();
  const onMoved = (to: Row['status']) => {
    toastSuccess(movedText(task.row.srId, to), view(task.row.srId, task.row.gId));
    props.onMoved();
  };
  const [made, onCreated] = useCreated(onClose);
  if (made) return <RequestCreated {...made} onClose={onClose} />;
  switch (task.kind) {
    case 'view':
    case 'view-upcoming':
      return <ViewRequest row={task.row} onClose={onClose} />;
    case 'comments':
      return <CommentsDialog row={task.row} onClose={onClose} />;
    case 'documents':
      return <DocumentsDialog row={task.row} onClose={onClose} />;
    case 'slip':
      return <PackingSlip row={task.row} onClose={onClose} />;
    case 'card':
      return <CardInfo row={task.row} onClose={onClose} />;
    case 'process':
      return <MarkAsProcessing row={task.row} onClose={onClose} onMoved={onMoved} />;
    case 'cancel':
      return <CancelRequest row={task.row} onClose={onClose} onMoved={onMoved} />;
    case 'confirm':
      return <ConfirmShipment row={task.row} onClose={onClose} onMoved={onMoved} />;
    case 'deliver':
      return (
        <ConfirmDelivery
          row={task.row}
          onClose={onClose}
          onMoved={onMoved}
          onProof={() => begin({ kind: 'proof', row: task.row })}
        />
      );
    case 'proof':
      return <ProofOfDelivery row={task.row} onClose={onClose} />;
    case 'report':
      return (
        <ReportDelivery
          row={task.row}
          onClose={onClose}
          onMoved={onMoved}
          // A trial that does not ship any more takes no request.
          onOffer={() => (site?.hasShippingRequest ? begin({ kind: 'rerequest', row: task.row }) : onClose())}
        />
      );
    case 'rerequest':
      return (
        <ConfirmDialog
          opened
          title="Request the products again?"
          confirm="Request again"
          cancel="Not now"
          onConfirm={() => begin({ kind: 'reorder', row: task.row })}
          onClose={onClose}
        >
          A new request opens with the same products. It is sent only when you submit it.
        </ConfirmDialog>
      );
    case 'reorder':
      return site && <Reorder row={task.row} site={site} onClose={onClose} onCreated={onCreated} />;
    case 'dismiss':
      return <DismissReminder row={task.row} onClose={onClose} />;
    case 'remind':
      return <MoveReminder row={task.row} onClose={onClose} />;
  }
}
