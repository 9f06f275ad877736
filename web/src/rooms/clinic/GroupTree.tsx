import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import classes from './clinic.module.css';
import { type Branch, branchesOf, shownIn, wayTo } from './tree.ts';

/**
 * The care groups below each other, folded (CDB-11, TRE-01). What is open stays so in this browser. The keys are those of every
 * tree: up and down, left folds and right unfolds, Home, End, and Enter chooses. All of a thousand may be shown, so its parts are plain.
 */
export function GroupTree(props: {
  groups: readonly CareGroup[];
  chosen: number | null;
  onChoose: (gId: number) => void;
}) {
  const { groups, chosen, onChoose } = props;
  const [open, fold] = useOpen(groups, chosen);
  const [focused, setFocused] = useState<number | null>(null);
  const root = useRef<HTMLUListElement>(null);
  const branches = branchesOf(groups);
  const shown = shownIn(branches, open);
  // One of them is reached by Tab, the others from there.
  const stop = [focused, chosen].find((gId) => shown.some((one) => one.group.gId === gId)) ?? shown[0]?.group.gId;

  const go = (to: Branch | undefined) => {
    if (!to) return;
    setFocused(to.group.gId);
    root.current?.querySelector<HTMLElement>(`[data-group="${to.group.gId}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, branch: Branch) => {
    const at = shown.indexOf(branch);
    const isOpen = open.has(branch.group.gId);
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(shown[at + 1]),
      ArrowUp: () => go(shown[at - 1]),
      Home: () => go(shown[0]),
      End: () => go(shown.at(-1)),
      ArrowRight: () => {
        if (branch.below.length === 0) return;
        if (isOpen) go(branch.below[0]);
        else fold(branch.group.gId, true);
      },
      ArrowLeft: () => {
        if (isOpen && branch.below.length > 0) fold(branch.group.gId, false);
        else go(shown.find(({ below }) => below.includes(branch)));
      },
      Enter: () => onChoose(branch.group.gId),
      ' ': () => onChoose(branch.group.gId),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <div className={classes.tree}>
      <ul role="tree" aria-label="Care groups" ref={root}>
        {shown.map((branch) => {
          const { group, below, level } = branch;
          const isOpen = open.has(group.gId);
          return (
            // Side by side: within each other the name of one would have to hold those of all below it.
            <li
              key={group.gId}
              role="treeitem"
              data-group={group.gId}
              className={classes.node}
              style={{ paddingInlineStart: `${(level - 1) * 16}px` }}
              aria-level={level}
              aria-selected={group.gId === chosen}
              aria-expanded={below.length > 0 ? isOpen : undefined}
              tabIndex={group.gId === stop ? 0 : -1}
              onKeyDown={(event) => onKey(event, branch)}
              onFocus={() => setFocused(group.gId)}
            >
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the item around it has the keys */}
              <span className={classes.fold} data-fold onClick={() => fold(group.gId, !isOpen)}>
                {below.length > 0 && <IconChevronDown size={16} aria-hidden data-closed={!isOpen || undefined} />}
              </span>
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above */}
              <span className={classes.label} onClick={() => onChoose(group.gId)}>
                {group.displayName}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Which groups are unfolded, for this person in this browser; the way to the chosen one is unfolded when it is chosen. */
function onlyTop(groups: readonly CareGroup[]): number[] {
  const top = groups.filter(({ parentId }) => !groups.some(({ gId }) => gId === parentId));
  return top.length === 1 ? top.map(({ gId }) => gId) : [];
}

function useOpen(groups: readonly CareGroup[], chosen: number | null) {
  const key = `portal.clinic-tree.${useViewer().cpId}`;
  // What lies below the only one at the top is in sight at once.
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([...readOpen(key), ...onlyTop(groups)]));
  const way = wayTo(groups, chosen).join(' ');
  const [lastWay, setLastWay] = useState('');
  if (way !== lastWay) {
    setLastWay(way);
    setOpen(new Set([...open, ...way.split(' ').filter(Boolean).map(Number)]));
  }
  const fold = (gId: number, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(gId);
    else next.delete(gId);
    setOpen(next);
    try {
      localStorage.setItem(key, [...next].join(' '));
    } catch {
      // A browser without room for it begins folded next time.
    }
  };
  return [open, fold] as const;
}

const readOpen = (key: string): ReadonlySet<number> =>
  new Set((localStorage.getItem(key) ?? '').split(' ').filter(Boolean).map(Number));
