import { Text, UnstyledButton } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { GridPrice } from '@portal/contract/pricing/set-up-endpoints.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import { supplyProblem } from '@portal/contract/products/rules.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { ListEnd } from '#kit/ListEnd.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { asDay } from '#kit/today.ts';
import { asMoney, perUnit } from './money.ts';
import classes from './PriceGrid.module.css';
import { useFreshness, useGridPrices } from './queries.ts';
import { kindWord } from './words.ts';

const PricesDialog = lazyDialog(() => import('./PricesDialog.tsx'), 'PricesDialog');

/** A row for each, with a cell for each partner: so many at first, and with each press. */
const page = 100;

/** What every partner charges for every product, gaps included; a press opens the prices of the two. */
export function PriceGrid({ group, products }: { group: CareGroup; products: readonly Product[] }) {
  useFreshness();
  const grid = useGridPrices(group.gId);
  const [shown, show] = useState(page);
  const [open, setOpen] = useState<{ product: Product; cell: GridPrice } | null>(null);
  if (grid.isError && !grid.data)
    return <Failed message={sentenceOf(grid.error)} onRetry={() => void grid.refetch()} />;
  if (!grid.data) return <Loading label="Loading prices" />;
  const cells = new Map(grid.data.map((cell) => [keyOf(cell.productId, cell.partnerId), cell]));
  const unitOf = new Map(grid.data.map((cell) => [cell.productId, cell.quantityUnit]));
  const partners = [...new Map(grid.data.map((cell) => [cell.partnerId, cell])).values()].toSorted(asNamed);
  if (partners.length === 0) return <Empty message="No partner is connected yet." />;
  return (
    <>
      <div className={classes.around}>
        <table className={classes.grid} aria-label={`Prices at ${group.displayName}`}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {partners.map(({ partnerId, partnerName, partnerType }) => (
                <th key={partnerId} scope="col">
                  {partnerName}
                  <Text size="xs" c="gray.7">
                    {kindWord[partnerType]}
                  </Text>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.slice(0, shown).map((product) => (
              <tr key={product.productId}>
                <th scope="row">
                  {product.drugName}
                  <Text size="xs" c="gray.7">
                    {product.dosageForm}
                  </Text>
                  <UnitOfRow unit={unitOf.get(product.productId)} />
                </th>
                {partners.map(({ partnerId }) => {
                  const cell = cells.get(keyOf(product.productId, partnerId));
                  return (
                    <td key={partnerId}>
                      {cell && <Cell cell={cell} product={product} onOpen={() => setOpen({ product, cell })} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ListEnd
        shown={Math.min(shown, products.length)}
        things="products"
        others="more"
        beyond={{ more: shown < products.length, isLoading: false, load: async () => show(shown + page) }}
      />
      {open && (
        <PricesDialog
          group={group}
          kind={open.cell.partnerType}
          partner={{ partnerId: open.cell.partnerId, name: open.cell.partnerName }}
          product={open.product}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** As the prices were read with, whatever the list of products says. */
const UnitOfRow = ({ unit }: { unit: string | undefined }) =>
  unit !== undefined && (
    <Text size="xs" c="gray.7">
      Price {perUnit(unit)}
    </Text>
  );

/** Not in the order of the cells: what was asked for of a partner may be of a later product alone. */
const asNamed = (one: GridPrice, other: GridPrice) =>
  one.partnerType.localeCompare(other.partnerType, 'en') ||
  one.partnerName.localeCompare(other.partnerName, 'en') ||
  one.partnerId - other.partnerId;

const keyOf = (productId: number, partnerId: number) => `${productId} ${partnerId}`;

/** What was asked for is invoiced, so its prices are reached whether the partner still supplies it or not; and so is a price that comes. */
function Cell({ cell, product, onOpen }: { cell: GridPrice; product: Product; onOpen: () => void }) {
  const { current, ofSponsor, next, nextOfSponsor, isSupplier, wasAsked = false } = cell;
  const isPriced = current !== null || ofSponsor !== null;
  const why = whyNot(cell, product);
  if (why.isForGood && !isPriced && !next && !nextOfSponsor && !wasAsked)
    return (
      <Text span size="xs" c="gray.7">
        {why.word}
      </Text>
    );
  const isMissing = isSupplier && !isPriced;
  return (
    <UnstyledButton className={isMissing ? `${classes.cell} ${classes.missing}` : classes.cell} onClick={onOpen}>
      {current && <span>{asMoney(current.amount, current.currency)}</span>}
      {ofSponsor && <span className={classes.more}>Sponsor: {asMoney(ofSponsor.amount, ofSponsor.currency)}</span>}
      {isMissing && (
        <span>
          <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
          No price
        </span>
      )}
      {!isSupplier && <span className={classes.more}>{why.word}</span>}
      {next && (
        <span className={classes.more}>
          {asMoney(next.amount, next.currency)} from {asDay(next.effectiveDate)}
        </span>
      )}
      {nextOfSponsor && (
        <span className={classes.more}>
          Sponsor: {asMoney(nextOfSponsor.amount, nextOfSponsor.currency)} from {asDay(nextOfSponsor.effectiveDate)}
        </span>
      )}
    </UnstyledButton>
  );
}

/** Why a partner does not supply the product; for good where it cannot be made to. */
function whyNot(
  { partnerType, isConnected = true }: GridPrice,
  product: Product,
): { word: string; isForGood: boolean } {
  if (!isConnected) return { word: 'Not connected', isForGood: false };
  if (!supplyProblem(partnerType, product)) return { word: 'Not supplied', isForGood: false };
  if (!product.pharmacySupplied && !product.wholesalerSupplied) return { word: 'No supplier type', isForGood: true };
  return { word: `Not for ${partnerType === 'pharmacy' ? 'pharmacies' : 'wholesalers'}`, isForGood: true };
}
