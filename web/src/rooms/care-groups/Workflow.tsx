import '#kit/later-styles.ts';
import { Tabs, Title } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { ReactNode } from 'react';
import { Empty } from '#kit/States.tsx';
import { BrandTab } from './BrandTab.tsx';
import { ConfigurationTab } from './configuration/ConfigurationTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { type Tab, tabs } from './selection.ts';

const labels: Record<Tab, string> = {
  configuration: 'Configuration',
  overview: 'Overview',
  brand: 'Brand',
  documents: 'Documents',
  assessments: 'Assessments',
};

/** What belongs to a group, in five tabs; a new one has its configuration alone (CGW-02, CGW-03). */
export function Workflow(props: {
  /** Null is a new one. */
  group: CareGroup | null;
  newGroup: ReactNode;
  groups: readonly CareGroup[];
  tab: Tab;
  isOfTrials: boolean;
  setUp?: ReactNode;
  documents?: ReactNode;
  assessments?: ReactNode;
  facts?: ReactNode;
  onTab: (tab: Tab) => void;
  onRemoved: () => void;
}) {
  const { group, newGroup, groups, tab, isOfTrials, setUp, documents, assessments, facts, onTab, onRemoved } = props;
  const shown = group ? tab : 'configuration';
  return (
    <>
      <Title order={2} mb="md">
        {group ? group.displayName : 'New care group'}
      </Title>
      <Tabs
        value={shown}
        onChange={(next) => onTab(tabs.find((one) => one === next) ?? 'configuration')}
        keepMounted={false}
      >
        <Tabs.List aria-label="Care group" mb="lg">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} disabled={!group && one !== 'configuration'}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Kept beside the others: who looks something up there finds what they typed as they left it. */}
        <Tabs.Panel value="configuration" keepMounted>
          {group ? (
            <ConfigurationTab group={group} groups={groups} isOfTrials={isOfTrials} onRemoved={onRemoved} />
          ) : (
            newGroup
          )}
        </Tabs.Panel>
        {group && shown !== 'configuration' && <Tabs.Panel value={shown}>{panelOf(group)}</Tabs.Panel>}
      </Tabs>
    </>
  );

  function panelOf(one: CareGroup) {
    if (shown === 'overview') return <OverviewTab group={one} groups={groups} setUp={setUp} facts={facts} />;
    if (shown === 'brand') return <BrandTab group={one} />;
    if (shown === 'documents' && documents) return documents;
    if (shown === 'assessments' && assessments) return assessments;
    return <Empty message={`${labels[shown]} of a care group are not available yet.`} />;
  }
}
