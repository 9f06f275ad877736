import { Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { statusText } from '@portal/contract/care-groups/rules.ts';
import classes from './care-groups.module.css';
import { useBrands } from './queries.ts';

/** What is known of a group, for reading (CGW-24, OPS-94). */
export function OverviewTab({ group, groups }: { group: CareGroup; groups: readonly CareGroup[] }) {
  const brands = useBrands();
  const brand = brands.data?.find(({ brandId }) => brandId === group.brandId);
  const parent = groups.find(({ gId }) => gId === group.parentId);
  const facts = [
    ['Name', group.groupName],
    ['Display Name', group.displayName],
    ['Description', group.description || '–'],
    ['Parent', parent?.groupName ?? 'None'],
    ['Type', group.groupType],
    ['Status', statusText(group) || '–'],
    ['Brand', group.brandId === null ? 'None' : (brand?.companyName ?? '…')],
    ['Sub groups', String(groups.filter(({ parentId }) => parentId === group.gId).length)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" c="gray.7">
            {name}
          </Text>
          <Text component="dd" size="sm">
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
