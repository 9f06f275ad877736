import { Switch } from '@mantine/core';
import { useOwnChoice } from '#shared/own-choice.ts';

const name = 'Single keys act on lists';

/** WCAG 2.1.4: whoever speaks to their computer can turn off keys that act on their own. */
export function Keys() {
  const [off, turnOff] = useOwnChoice('no-single-keys');
  return (
    <Switch
      // The label element holds the description too, which would become part of the name.
      aria-label={name}
      label={name}
      description="“/” goes to the search field, j and k or the arrow keys move from row to row, and x selects a row. Ctrl+K always works, and so does F8, which goes to the newest message and back."
      checked={!off}
      onChange={({ currentTarget }) => turnOff(!currentTarget.checked)}
    />
  );
}
