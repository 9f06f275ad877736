import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { changeProduct, type Product } from '@portal/contract/products/endpoints.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DiscardQuestion } from '#kit/DiscardQuestion.tsx';
import { Dialog } from '#kit/Dialog.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { isFound } from '#shared/list-search.ts';
import { countOf } from '#shared/narrowed-list.ts';
import { seesTrial } from '#shared/sees-trial.ts';
import classes from './products.module.css';
import { ProductForm } from './ProductForm.tsx';
import { useProducts } from './queries.ts';

/** The products of a trial: a list of them, and the form of one (PRD-02). */
export function ProductDialog(props: {
  group: CareGroup;
  opened: boolean;
  /** A product was what was missing: once it is added, that is done. */
  closesOnAdd?: boolean;
  onClose: () => void;
}) {
  const { group, opened, closesOnAdd = false, onClose } = props;
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} mayClose={!busy} dirty={dirty} size="62rem" title="Product management">
      <Products
        group={group}
        dirty={dirty}
        busy={busy}
        onDirty={setDirty}
        onBusy={setBusy}
        onEnough={closesOnAdd ? onClose : undefined}
      />
    </Dialog>
  );
}

/** Which form is shown: that of a product, or of a new one. A new number makes it anew. */
interface Shown {
  productId: number | null;
  turn: number;
  /** What had the focus is gone with the earlier form, or the form is what was asked for. */
  takesFocus: boolean;
}

function Products(props: {
  group: CareGroup;
  dirty: boolean;
  busy: boolean;
  onDirty: (dirty: boolean) => void;
  onBusy: (busy: boolean) => void;
  /** Closes the dialog once a product is added. */
  onEnough: (() => void) | undefined;
}) {
  const { group, dirty, busy, onDirty, onBusy, onEnough } = props;
  const products = useProducts(group.gId);
  const viewer = useViewer();
  const [shown, setShown] = useState<Shown | null>(null);
  const [asking, setAsking] = useState<{ productId: number | null } | null>(null);
  if (products.isPending) return <Loading label="Loading products" />;
  if (products.isLoadingError)
    return <Failed message={sentenceOf(products.error)} onRetry={() => void products.refetch()} />;

  const list = products.data;
  // Those of the other sites too: who has only some of them looks (SEC-23).
  const mayChange = meets(changeProduct.access, viewer) && seesTrial(viewer, group);
  const at = shown ?? { productId: list[0]?.productId ?? null, turn: 0, takesFocus: true };
  const product = list.find((one) => one.productId === at.productId);
  // What is just being deleted here is no news.
  const isGone = at.productId !== null && !product && !busy;
  /** Once something is done in the first form it stays, whatever is read anew beneath it. */
  const staying = (tell: (is: boolean) => void) => (is: boolean) => {
    if (is && !shown) setShown(at);
    tell(is);
  };
  const show = (productId: number | null, takesFocus = productId === null) => {
    onDirty(false);
    setAsking(null);
    setShown({ productId, turn: at.turn + 1, takesFocus });
  };
  /** The next form starts from what is stored now. */
  const showSaved = async (productId: number | null) => {
    if (!product && onEnough) return onEnough();
    const { data = [] } = await products.refetch();
    show(productId ?? data[0]?.productId ?? null, true);
  };
  /** PRD-11: leaving and resetting ask first when something was typed. */
  const leaveFor = (productId: number | null) => (dirty ? setAsking({ productId }) : show(productId));

  return (
    <>
      <Text c="gray.7" mb="md">
        {group.displayName}
      </Text>
      <div className={classes.columns}>
        <Sidebar
          products={list}
          shown={product?.productId ?? null}
          busy={busy}
          mayChange={mayChange}
          onPick={leaveFor}
        />
        {(product || isGone || mayChange) && (
          <ProductForm
            key={`${at.productId}:${at.turn}`}
            gId={group.gId}
            product={product}
            isGone={isGone}
            mayChange={mayChange}
            onDirty={staying(onDirty)}
            onBusy={staying(onBusy)}
            onReset={() => leaveFor(at.productId)}
            onSaved={showSaved}
            onMissing={() => products.refetch()}
            takesFocus={at.takesFocus}
          />
        )}
      </div>
      <DiscardQuestion
        opened={asking !== null}
        onDiscard={() => show(asking?.productId ?? null)}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

/** So many are seen at a glance. */
const fewProducts = 7;

function Sidebar(props: {
  products: readonly Product[];
  shown: number | null;
  busy: boolean;
  mayChange: boolean;
  onPick: (productId: number | null) => void;
}) {
  const { products, shown, busy, mayChange, onPick } = props;
  const [text, setText] = useState('');
  const found = products.filter(({ drugName, dosageForm }) => isFound(text, [drugName, dosageForm]));
  return (
    <nav className={classes.sidebar} aria-label="Products">
      <Stack gap="sm" className={classes.inSight}>
        {mayChange ? (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={busy}
              onClick={() => onPick(null)}
            >
              Add product
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="gray.7">
            Products are changed by administrators of the whole trial.
          </Text>
        )}
        {products.length === 0 && (
          <Text size="sm" c="gray.7">
            This trial has no products yet.{mayChange && ' Fill in the form to add the first one.'}
          </Text>
        )}
        {products.length > fewProducts && (
          <SearchField
            label="Search products"
            value={text}
            onChange={setText}
            aria-keyshortcuts={undefined}
            rightSection={undefined}
          />
        )}
        {found.length === 0 && text !== '' && (
          <Text size="sm" c="gray.7">
            No product matches “{text.trim()}”.
          </Text>
        )}
        {products.length > 0 && (
          <Text size="sm" c="gray.7" role="status">
            {countOf(found, products)} {products.length === 1 ? 'product' : 'products'}
          </Text>
        )}
        <ul className={classes.list} data-few={found.length <= fewProducts || undefined}>
          {found.map((one) => (
            <li key={one.productId}>
              <UnstyledButton
                className={classes.product}
                aria-current={one.productId === shown}
                disabled={busy}
                onClick={() => one.productId !== shown && onPick(one.productId)}
              >
                {one.drugName}
                <Text size="sm" c="gray.7" fw={400}>
                  {one.dosageForm}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Stack>
    </nav>
  );
}
