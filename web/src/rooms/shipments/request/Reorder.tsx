import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { siteRequest } from '../queries.ts';
import { RequestDialog } from './RequestDialog.tsx';
import { type Created, loadFailure } from '../sentences.ts';
import type { Row } from '../sides.ts';

/** SHC-02, REM-04: the same again, from a request read whole. */
export function Reorder(props: {
  row: Pick<Row, 'srId' | 'gId'>;
  site: CareGroup;
  onClose: () => void;
  onCreated: (created: Created, gId: number) => void;
}) {
  const { row, site, onClose, onCreated } = props;
  const { data, isLoadingError, refetch } = useQuery({
    ...siteRequest(row),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  // The dialog below takes the place of the one that was open while the request was read.
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  if (data)
    return (
      <RequestDialog
        opened
        mode="reorder"
        site={site}
        from={data.request}
        returnTo={() => opener}
        onClose={onClose}
        onCreated={onCreated}
      />
    );
  return (
    <Dialog opened onClose={onClose} title="Reorder Shipment" size="xl">
      {isLoadingError ? (
        <Failed message={loadFailure} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the request" />
      )}
    </Dialog>
  );
}
