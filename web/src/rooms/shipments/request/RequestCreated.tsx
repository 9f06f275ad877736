import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { createdText, isSeveral } from '../sentences.ts';
import { linkTo } from '../lists/stay-with-row.ts';
import type { Made } from './after-creating.ts';
import { useView } from '../view/use-view.ts';

/** SHP-13, OPS-69. Afterwards the keyboard is on the new request, else where it says that it is listed. */
export function RequestCreated(props: Made & { onClose: () => void }) {
  const { created, gId } = props;
  const view = useView();
  const onClose = () => {
    const [srId] = created.srIds;
    if (srId !== undefined && !isSeveral(created)) toastSuccess(`Request ${srId} is created.`, view(srId, gId));
    props.onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Request Created"
      returnTo={() => linkTo(created.srIds[0] ?? 0) ?? pendingHeading()}
      confirm="Okay"
      cancel={null}
      onConfirm={onClose}
      onClose={onClose}
    >
      {isSeveral(created) ? createdText(created) : 'Expand the Pending Shipments section to view'}
    </ConfirmDialog>
  );
}

const pendingHeading = () => document.querySelector<HTMLElement>('section[aria-label="Pending Shipments"] h2 button');
