import { meets } from '@portal/contract/access.ts';
import { trialAdministrators } from '@portal/contract/care-groups/access.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import { holdsSomething } from '#kit/stay.ts';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import classes from './care-groups.module.css';
import { typesAt } from './tree/draft.ts';
import { GroupTree } from './tree/GroupTree.tsx';
import { NewGroup } from './tree/NewGroup.tsx';
import { useHeldGroup } from './held-group.ts';
import { useGroups } from './queries.ts';
import type { Shown } from './selection.ts';
import { Workflow } from './Workflow.tsx';

/** The tree of groups, and what belongs to the selected one (CGW-01 to CGW-05). */
export function ManagementScreen(props: {
  shown: Shown;
  onShow: (shown: Shown) => void;
  /** What a trial still needs, for who sets trials up. */
  setUpOf?: (trial: CareGroup, groups: readonly CareGroup[]) => ReactNode;
  /** The documents of a group's workflow. */
  documentsOf?: (group: CareGroup) => ReactNode;
  assessmentsOf?: (group: CareGroup) => ReactNode;
  /** What a group's workflow has, in the overview (OPS-94). */
  factsOf?: (group: CareGroup) => ReactNode;
}) {
  const { shown: asked, onShow, setUpOf, documentsOf, assessmentsOf, factsOf } = props;
  const groups = useGroups();
  const group = useHeldGroup(groups.data, asked.group, holdsSomething()) ?? null;
  const viewer = useViewer();
  const isOfTrials = meets(trialAdministrators, viewer);
  if (groups.isError && groups.data === undefined)
    return <Failed message="There was a problem loading care groups" onRetry={() => void groups.refetch()} />;
  if (!groups.data) return <Loading />;
  const all = groups.data;
  // Below a site stands nothing, whatever the address says.
  const shown = { ...asked, isNew: asked.isNew && (!group || typesAt(group, isOfTrials).length > 0) };
  const select = (next: Pick<Shown, 'group' | 'isNew'>) => onShow({ ...next, tab: 'configuration' });
  const isAtTop = shown.isNew && shown.group === null && viewer.seesWholeCompany;
  // CGW-04: with another key nothing of what was being edited stays.
  const key = `${shown.group} ${shown.isNew}`;
  return (
    <div className={classes.columns}>
      <GroupTree groups={all} selection={shown} isOfTrials={isOfTrials} onSelect={select} />
      <section className={classes.card} aria-label="Care group">
        {(group || isAtTop) && (
          <Workflow
            key={key}
            group={shown.isNew ? null : group}
            groups={all}
            tab={shown.tab}
            isOfTrials={isOfTrials}
            setUp={isOfTrials && group?.type === 'clinicalTrial' ? setUpOf?.(group, all) : undefined}
            documents={group && documentsOf?.(group)}
            assessments={group && assessmentsOf?.(group)}
            facts={group && factsOf?.(group)}
            onTab={(tab) => onShow({ ...shown, tab })}
            onRemoved={() => select({ group: group?.parentId ?? null, isNew: false })}
            newGroup={
              <NewGroup
                parent={group}
                groups={all}
                isOfTrials={isOfTrials}
                onAdded={(gId) => select({ group: gId, isNew: false })}
              />
            }
          />
        )}
        {!group && !isAtTop && (
          <Empty
            message={
              all.length > 0 ? 'Choose a care group to see what belongs to it.' : 'There are no care groups yet.'
            }
          />
        )}
      </section>
    </div>
  );
}
