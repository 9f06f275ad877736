import { Button, Group } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './PressedButtons.module.css';

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

/** Buttons that narrow a list, each with how many rows it leaves. */
export function PressedButtons({
  label,
  of,
  isFixed = false,
  onPress,
}: {
  label: string;
  of: readonly Pressable[];
  /** One of them is always pressed, and none moves away under the finger. */
  isFixed?: boolean;
  onPress: (key: string) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const pressed = of
    .filter((one) => one.pressed)
    .map(({ key }) => key)
    .join();
  // On a phone those that are pressed come first in a line that is scrolled.
  useLayoutEffect(() => {
    if (root.current) root.current.scrollLeft = 0;
  }, [pressed]);
  return (
    <Group
      ref={root}
      gap={6}
      className={classes.root}
      data-fixed={isFixed || undefined}
      role="group"
      aria-label={label}
    >
      {of.map(({ key, label: word, count, pressed: isPressed, loud }) => (
        <Button
          key={key}
          size="compact-sm"
          radius="xl"
          variant={isPressed ? 'filled' : 'default'}
          c={isPressed ? undefined : loud && count ? 'red.9' : undefined}
          aria-pressed={isPressed}
          onClick={() => onPress(key)}
        >
          {word}
          {count !== undefined && ` ${count.toLocaleString('en')}`}
        </Button>
      ))}
    </Group>
  );
}
