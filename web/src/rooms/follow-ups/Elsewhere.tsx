import { Button, Group, Stack, Text } from '@mantine/core';
import { type Look, type OnLook, type View, whose } from './look.ts';
import { useOthers } from './queries.ts';

interface Days {
  date?: string;
  sDate?: string;
  eDate?: string;
  state?: 'overdue';
}

interface Props {
  look: Look;
  view: View;
  /** What the list shows, beside whose: days of this clock, or what is overdue. */
  days: Days;
  onLook: OnLook;
}

/**
 * Above a list that has some: what waits of people who have no access, or do not see the patient, any more, and would stand in nobody's
 * own list. A calendar neither says which these are nor takes them over, so it leads to the list of its days.
 */
export function OfInactive({ look, view, days, onLook }: Props) {
  const { ofInactive = 0 } = useOthers({ ...whose(look), ...days }, !look.isAll) ?? {};
  if (ofInactive === 0) return null;
  return (
    <Way
      words={`Care providers who are no longer active, or no longer see the patient, have ${countOf(ofInactive, view === 'overdue')}${when(view, look)}.`}
      button="Show all providers"
      onPress={() => showAll({ look, view, days, onLook }, view === 'calendar')}
    />
  );
}

function showAll({ look, days, onLook }: Props, inList: boolean): void {
  const { sDate = look.start, eDate = look.end } = days;
  if (inList) onLook({ ...look, isAll: true, start: sDate, end: eDate, isToday: false }, 'list');
  else onLook({ ...look, isAll: true });
}

/** Under a list that has nothing: what others have, which the number in the menu counts too, and the way there. */
export function Elsewhere(props: Props & { onView: (view: View) => void }) {
  const { look, view, days, onView } = props;
  const {
    others = 0,
    overdue = 0,
    ofInactive = 0,
  } = useOthers({ ...whose(look), ...days }, !look.isAll || view !== 'overdue') ?? {};
  // Of all there are no others.
  const left = look.isAll ? 0 : others;
  const isToTell = overdue > 0 && view !== 'overdue';
  if (left === 0 && !isToTell) return null;
  return (
    <Stack gap="xs">
      {left > 0 && (
        <Way
          words={`Other care providers have ${countOf(left, view === 'overdue')}${when(view, look)}.`}
          button="Show all providers"
          onPress={() => showAll(props, view === 'calendar' && ofInactive > 0)}
        />
      )}
      {isToTell && (
        <Way
          words={`There ${overdue === 1 ? 'is' : 'are'} ${countOf(overdue, true)} of all care providers.`}
          button="Show overdue"
          onPress={() => onView('overdue')}
        />
      )}
    </Stack>
  );
}

const countOf = (count: number, isOverdue: boolean): string =>
  `${count.toLocaleString('en')} ${isOverdue ? 'overdue ' : ''}${count === 1 ? 'follow-up' : 'follow-ups'}`;

const when = (view: View, { isToday }: Look): string =>
  ({
    list: isToday ? ' today' : ' on these days',
    overdue: '',
    past: ' in the year before today',
    calendar: ' in this month',
  })[view];

function Way({ words, button, onPress }: { words: string; button: string; onPress: () => void }) {
  return (
    <Group gap="sm" justify="center">
      <Text size="sm" ta="center">
        {words}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onPress}>
        {button}
      </Button>
    </Group>
  );
}
