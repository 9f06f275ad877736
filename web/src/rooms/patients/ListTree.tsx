import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { listsBeside } from './look.ts';
import classes from './patients.module.css';

interface Branch {
  group: CareGroup;
  below: readonly Branch[];
}

interface Props {
  groups: readonly CareGroup[];
  hasRoot: boolean;
  chosen: number | null;
  onChoose: (list: number | null) => void;
}

/**
 * The lists of patients: those beside the care groups, and the portal patients group by group (PCG-03). Where there is little
 * room the browser's own list. All of a thousand groups are shown, so their parts are plain.
 */
export function ListTree(props: Props) {
  const isNarrow = useMediaQuery('(max-width: 61.9375em)', false, { getInitialValueInEffect: false });
  return isNarrow ? <ListSelect {...props} /> : <Tree {...props} />;
}

function Tree({ groups, hasRoot, chosen, onChoose }: Props) {
  const node = (value: number | null, label: string) => (
    <button
      type="button"
      className={classes.node}
      value={value ?? ''}
      aria-current={value === chosen ? 'true' : undefined}
      onClick={() => onChoose(value)}
    >
      {label}
    </button>
  );
  const branch = ({ group, below }: Branch) => (
    <li key={group.gId}>
      {node(group.gId, group.displayName)}
      {below.length > 0 && <ul>{below.map(branch)}</ul>}
    </li>
  );
  const branches = treeOf(groups);
  return (
    <nav aria-label="Patient lists" className={classes.tree}>
      <ul>
        {listsBeside(hasRoot).map(({ value, label }) => (
          <li key={value}>{node(value, label)}</li>
        ))}
        <li>
          {node(null, 'Portal Patients')}
          {branches.length > 0 && <ul>{branches.map(branch)}</ul>}
        </li>
      </ul>
    </nav>
  );
}

function ListSelect({ groups, hasRoot, chosen, onChoose }: Props) {
  const lines = ({ group, below }: Branch, depth: number): { value: string; label: string }[] => [
    { value: String(group.gId), label: `${'\u2003'.repeat(depth)}${group.displayName}` },
    ...below.flatMap((one) => lines(one, depth + 1)),
  ];
  return (
    <NativeSelect
      label="Patient list"
      data={[
        ...listsBeside(hasRoot).map(({ value, label }) => ({ value: String(value), label })),
        { value: '', label: 'Portal Patients' },
        ...treeOf(groups).flatMap((one) => lines(one, 1)),
      ]}
      value={chosen === null ? '' : String(chosen)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}

/** A group whose parent is not among them stands at the top. */
function treeOf(groups: readonly CareGroup[]): Branch[] {
  const known = new Set(groups.map(({ gId }) => gId));
  const byParent = new Map<number | null, CareGroup[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null;
    const there = byParent.get(parent);
    if (there) there.push(group);
    else byParent.set(parent, [group]);
  }
  const branchesOf = (parent: number | null): Branch[] =>
    (byParent.get(parent) ?? []).map((group) => ({ group, below: branchesOf(group.gId) }));
  return branchesOf(null);
}
