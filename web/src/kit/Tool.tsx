import { ActionIcon } from '@mantine/core';
import type { Icon as Picture } from '@tabler/icons-react';

/** A button with a picture alone. It keeps the focus when there is nothing left for it to do: a disabled one would lose it to the page. */
export function Tool(props: {
  label: string;
  /** There is something to do. */
  isReady: boolean;
  onPress: () => void;
  Icon: Picture;
  /** The keys that do the same. */
  keys?: string;
}) {
  const { label, isReady, onPress, Icon, keys } = props;
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={!isReady}
      data-disabled={!isReady || undefined}
      onClick={() => isReady && onPress()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
