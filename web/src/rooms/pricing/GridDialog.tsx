import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { sentenceOf } from '#api/failure.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { PriceGrid } from './PriceGrid.tsx';
import { useProducts } from './queries.ts';

/** All prices of a trial over another page. */
export function GridDialog({ group, onClose }: { group: CareGroup; onClose: () => void }) {
  const products = useProducts(group.gId);
  return (
    <Dialog opened title={`Prices of ${group.displayName}`} size="62rem" onClose={onClose}>
      {products.data ? (
        <PriceGrid group={group} products={products.data} />
      ) : products.isLoadingError ? (
        <Failed message={sentenceOf(products.error)} onRetry={() => void products.refetch()} />
      ) : (
        <Loading label="Loading products" />
      )}
    </Dialog>
  );
}
