import { productName } from '@portal/contract/products/product-name.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { lineAs } from '#shared/way-on.ts';
import { draftFrom, presentOf } from './draft.ts';
import { PriceDialog } from './PriceDialog.tsx';
import { useChangePrice, usePrices } from './queries.ts';

/** What a partner charges for a product, set at once, wherever one was told that there is no price yet. */
export function SetPrice(props: {
  kind: PartnerKind;
  partner: { partnerId: number; name: string };
  product: { productId: number; drugName: string; dosageForm: string };
  onClose: () => void;
}) {
  const { kind, partner, product, onClose } = props;
  const parties = { kind, partnerId: partner.partnerId, productId: product.productId, sponsorId: null };
  const prices = usePrices(parties);
  const { set } = useChangePrice(parties);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  if (!prices.data)
    return (
      <Dialog opened title="Update price" onClose={onClose}>
        {prices.isLoadingError ? (
          <Failed message={sentenceOf(prices.error)} onRetry={() => void prices.refetch()} />
        ) : (
          <Loading label="Loading prices" />
        )}
      </Dialog>
    );
  return (
    <PriceDialog
      opened
      about={`${partner.name}, ${productName(product)}`}
      start={draftFrom(prices.data)}
      present={presentOf(prices.data)}
      unit={prices.data.quantityUnit}
      others={[...prices.data.prices, ...prices.data.ended]}
      refused={refused}
      busy={busy}
      onClose={onClose}
      onSend={async (price) => {
        setBusy(true);
        setRefused(null);
        try {
          toastSuccess((await set(price)).message);
          onClose();
        } catch (failure) {
          if (!(failure instanceof CallFailure) || failure.status !== 401)
            setRefused(lineAs(failure, { of: 'The price was', done: 'set', press: 'Update' }));
        } finally {
          setBusy(false);
        }
      }}
    />
  );
}
