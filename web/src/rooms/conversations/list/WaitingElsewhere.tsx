import { Button, Group } from '@mantine/core';
import { most } from '@portal/contract/conversations/rules.ts';
import { filters, type Look } from '../look.ts';
import { useWaiting } from '../queries.ts';

const isCounted = (filter: string): filter is keyof ReturnType<typeof useWaiting> =>
  filter === 'unread' || filter === 'unanswered' || filter === 'unassigned';

/** How many conversations wait under another filter than the one that is shown, each leading there. */
export function WaitingElsewhere(props: {
  shown: (typeof filters)[number]['value'];
  onShow: (filter: Pick<Look, 'scope' | 'state'>) => void;
}) {
  const waiting = useWaiting();
  const elsewhere = filters.flatMap((filter) => {
    const count = isCounted(filter.value) ? waiting[filter.value] : 0;
    return filter.value !== props.shown && count > 0 ? [{ ...filter, count }] : [];
  });
  if (elsewhere.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Waiting conversations">
      {elsewhere.map(({ value, label, scope, state, count }) => (
        <Button key={value} variant="light" size="compact-sm" onClick={() => props.onShow({ scope, state })}>
          {count < most.counted ? count : '99+'} {label.toLowerCase()}
        </Button>
      ))}
    </Group>
  );
}
