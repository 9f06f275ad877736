import { Anchor, Group, Text } from '@mantine/core';
import { otherLists, type PatientList } from './look.ts';
import { useMatchesIn } from './queries.ts';

/** A search looks in the chosen list alone (PCG-04); whom it finds in the others is told beside it, and is a press away. */
export function OtherLists(props: {
  sought: string;
  list: PatientList;
  hasRoot: boolean;
  /** What the chosen list has is known: it is asked for first. */
  isWanted: boolean;
  onChoose: (list: number | null) => void;
}) {
  const { sought, list, hasRoot, isWanted, onChoose } = props;
  const found = useMatchesIn(otherLists(list, hasRoot), sought, isWanted);
  return (
    <Group component="output" gap="xs" display={found.length > 0 ? 'flex' : 'none'}>
      {found.length > 0 && <Text size="sm">In other lists:</Text>}
      {found.map(({ list: { value, label }, count }) => (
        <Anchor key={label} component="button" type="button" size="sm" onClick={() => onChoose(value)}>
          {count} in {label}
        </Anchor>
      ))}
    </Group>
  );
}
