import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { IconPlus } from '@tabler/icons-react';
import { useViewer } from '#api/viewer.ts';
import classes from '../care-groups.module.css';
import { typesAt } from './draft.ts';
import type { Selection } from '../selection.ts';

/**
 * The groups as they stand below each other, with the place for a new one under the selected group (CGW-01).
 * All of a thousand are shown, so their parts are plain.
 */
export function GroupTree(props: {
  groups: readonly CareGroup[];
  selection: Selection;
  isOfTrials: boolean;
  onSelect: (selection: Selection) => void;
}) {
  const { groups, selection, isOfTrials, onSelect } = props;
  const { seesWholeCompany } = useViewer();
  const known = new Set(groups.map(({ gId }) => gId));
  const below = new Map<number | null, CareGroup[]>();
  for (const group of groups) {
    const place = group.parentId !== null && known.has(group.parentId) ? group.parentId : null;
    const there = below.get(place);
    if (there) there.push(group);
    else below.set(place, [group]);
  }
  const newNode = (parent: CareGroup | null) => (
    <li key="new">
      <button
        type="button"
        className={classes.node}
        aria-current={selection.isNew && selection.group === (parent?.gId ?? null) ? 'true' : undefined}
        onClick={() => onSelect({ group: parent?.gId ?? null, isNew: true })}
      >
        <IconPlus size={16} aria-hidden />
        {parent ? 'Create new group' : 'Create new group at the top'}
      </button>
    </li>
  );
  const branch = (group: CareGroup) => {
    const children = below.get(group.gId) ?? [];
    const selected = selection.group === group.gId;
    const takesMore = selected && typesAt(group, isOfTrials).length > 0;
    return (
      <li key={group.gId}>
        <button
          type="button"
          className={classes.node}
          aria-current={selected && !selection.isNew ? 'true' : undefined}
          onClick={() => onSelect({ group: group.gId, isNew: false })}
        >
          <span>{group.displayName}</span>
          <span className={classes.type}>{group.groupType}</span>
        </button>
        {(children.length > 0 || takesMore) && (
          <ul>
            {children.map(branch)}
            {takesMore && newNode(group)}
          </ul>
        )}
      </li>
    );
  };
  return (
    <nav aria-label="Care groups" className={classes.tree}>
      <ul>
        {(below.get(null) ?? []).map(branch)}
        {seesWholeCompany && newNode(null)}
      </ul>
    </nav>
  );
}
