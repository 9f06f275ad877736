import { Button, Group } from '@mantine/core';

export interface Pressable {
  key: string;
  /** What it is called, such as "Processing". */
  label: string;
  /** Left out where nobody has counted them. */
  count?: number;
  pressed: boolean;
  /** What is late or wrong. */
  loud?: boolean;
}

/** Buttons that narrow a list, each with how many there are. */
export function PressedButtons({
  label,
  of,
  onPress,
}: {
  label: string;
  of: readonly Pressable[];
  onPress: (key: string) => void;
}) {
  return (
    <Group gap={6} role="group" aria-label={label}>
      {of.map(({ key, label: word, count, pressed, loud }) => (
        <Button
          key={key}
          size="compact-sm"
          radius="xl"
          variant={pressed ? 'filled' : 'default'}
          c={pressed ? undefined : loud && count ? 'red.9' : undefined}
          aria-pressed={pressed}
          onClick={() => onPress(key)}
        >
          {word} {count?.toLocaleString('en')}
        </Button>
      ))}
    </Group>
  );
}
