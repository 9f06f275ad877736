import { Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { trialAdministrators } from '@portal/contract/care-groups/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { statusText } from '@portal/contract/care-groups/rules.ts';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import classes from './care-groups.module.css';
import { useBrands } from './queries.ts';
import { useUnsupplied } from './configuration/set-up-queries.ts';
import { Unsupplied } from './configuration/Unsupplied.tsx';

/** What is known of a group, for reading (CGW-24, OPS-94); below it what a trial still needs. */
export function OverviewTab(props: {
  group: CareGroup;
  groups: readonly CareGroup[];
  setUp?: ReactNode;
  facts?: ReactNode;
}) {
  const { group, groups, setUp, facts: ofWorkflow } = props;
  const brands = useBrands();
  const isSite = group.type === 'trialSite';
  const unsupplied = useUnsupplied(meets(trialAdministrators, useViewer()) && isSite);
  const missing = unsupplied.data?.get(group.gId);
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
    <Stack gap="xl">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <Text component="dt" size="sm" c="gray.7">
              {name}
            </Text>
            <Text component="dd" size="sm">
              {value}
              {name === 'Status' && missing && ' '}
              {name === 'Status' && <Unsupplied missing={missing} />}
            </Text>
          </div>
        ))}
      </dl>
      {ofWorkflow}
      {setUp}
    </Stack>
  );
}
