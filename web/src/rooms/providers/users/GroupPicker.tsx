import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type Branch, foundIn, idsIn, treeOf } from './groups.ts';
import classes from './GroupPicker.module.css';

/** Care groups to tick, as they stand below each other. There may be thousands, so their parts are plain. */
export function GroupPicker(props: {
  groups: readonly CareGroup[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  disabled?: boolean;
  /** Why there is nothing to choose, or nothing more. */
  description?: ReactNode;
  /** It is what the dialog around is about. */
  isFirst?: boolean;
  /** What stands beside a group that is chosen. */
  beside?: (group: CareGroup) => ReactNode;
}) {
  const { groups, chosen, onChange, disabled = false, description, isFirst, beside } = props;
  const [text, setText] = useState('');
  const id = useId();
  const tree = useMemo(() => treeOf(groups), [groups]);
  const shown = useMemo(() => foundIn(tree, text), [tree, text]);
  const change = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const gId of ids) {
      if (isChosen) next.add(gId);
      else next.delete(gId);
    }
    onChange(next);
  };
  const all = groups.map(({ gId }) => gId);
  const count = all.filter((gId) => chosen.has(gId)).length;
  // What is not in sight is neither given nor taken by one press.
  const found = shown.flatMap(idsIn);
  const hasFound = found.length > 0 && found.every((gId) => chosen.has(gId));
  const isNarrowed = text.trim() !== '' && found.length > 0;
  const counted = isNarrowed ? `${found.length.toLocaleString('en')} found` : '';
  const branch = (one: Branch) => {
    const { group, below } = one;
    const { gId, displayName, groupType } = group;
    const within = idsIn(one);
    const hasAll = within.every((inner) => chosen.has(inner));
    return (
      <li key={gId}>
        <div className={classes.line}>
          <label className={classes.name}>
            <input
              type="checkbox"
              checked={chosen.has(gId)}
              disabled={disabled}
              onChange={(event) => change([gId], event.currentTarget.checked)}
            />
            <span>
              {displayName} <span className={classes.type}>{groupType}</span>
            </span>
          </label>
          {chosen.has(gId) && beside?.(group)}
          {below.length > 0 && !disabled && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`${hasAll ? 'Clear' : 'Select'} all below ${displayName}`}
              onClick={() => change(within, !hasAll)}
            >
              {hasAll ? 'Clear all below' : 'Select all below'}
            </Button>
          )}
        </div>
        {below.length > 0 && <ul>{below.map(branch)}</ul>}
      </li>
    );
  };
  return (
    <Stack gap={6} role="group" aria-labelledby={id} aria-disabled={disabled || undefined}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="span" required id={id}>
          Care groups
        </Input.Label>
        <Text size="xs" c="gray.7" role="status">
          {count.toLocaleString('en')} of {all.length.toLocaleString('en')} chosen
        </Text>
      </Group>
      {description && (
        <Text size="sm" c="gray.7">
          {description}
        </Text>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          aria-label="Search care groups"
          placeholder="Search care groups"
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          flex={1}
          data-autofocus={isFirst || undefined}
          disabled={disabled}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" disabled={disabled || found.length === 0} onClick={() => change(found, !hasFound)}>
          {hasFound ? `Clear ${counted || 'all'}` : `Select all ${counted}`.trim()}
        </Button>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes.box} role="group" aria-label="Care groups to choose" tabIndex={0}>
        {shown.length > 0 ? (
          <ul>{shown.map(branch)}</ul>
        ) : (
          <Text size="sm" c="gray.7">
            {groups.length === 0 ? 'There are no care groups to choose.' : 'No care group matches.'}
          </Text>
        )}
      </div>
    </Stack>
  );
}
