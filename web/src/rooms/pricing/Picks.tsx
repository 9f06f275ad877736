import { NativeSelect } from '@mantine/core';
import { productName } from '@portal/contract/products/product-name.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';

/** Chooses a trial or one of its sites (PRC-01). */
export function GroupPick(props: {
  groups: readonly CareGroup[];
  value: number | null;
  onChange: (gId: number) => void;
  loading: boolean;
}) {
  const { groups, value, onChange, loading } = props;
  return (
    <NativeSelect
      label="Trial or trial site"
      data={[...(value === null ? [nothing('Choose trial or trial site')] : []), ...byTrial(groups)]}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      disabled={loading}
      miw={260}
    />
  );
}

/** Chooses a product of the pick (PRC-01). */
export function ProductPick(props: {
  products: readonly Product[];
  value: number | null;
  onChange: (productId: number) => void;
  loading: boolean;
}) {
  const { products, value, onChange, loading } = props;
  return (
    <NativeSelect
      label="Product"
      data={[
        ...(value === null ? [nothing('Choose product')] : []),
        ...products.map((one) => ({ value: String(one.productId), label: productName(one) })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      disabled={loading || products.length === 0}
      miw={260}
    />
  );
}

const nothing = (label: string) => ({ value: '', label, disabled: true });

/** Every trial by name with its sites under it; a site whose trial is out of sight stands with the trials. */
function byTrial(groups: readonly CareGroup[]) {
  const byName = (one: CareGroup, other: CareGroup) => one.displayName.localeCompare(other.displayName, 'en');
  const trials = groups.filter(({ type }) => type === 'clinicalTrial').toSorted(byName);
  const sites = groups.filter(({ type }) => type === 'trialSite').toSorted(byName);
  const known = new Set(trials.map(({ gId }) => gId));
  return [
    ...trials.map((trial) => ({
      group: trial.displayName,
      items: [
        { value: String(trial.gId), label: `${trial.displayName} (trial)` },
        ...sites
          .filter(({ parentId }) => parentId === trial.gId)
          .map((site) => ({ value: String(site.gId), label: site.displayName })),
      ],
    })),
    ...sites
      .filter(({ parentId }) => parentId === null || !known.has(parentId))
      .map((site) => ({ value: String(site.gId), label: site.displayName })),
  ];
}
