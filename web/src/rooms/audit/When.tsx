import { Text, Tooltip } from '@mantine/core';
import { serverNow } from '#api/clock.ts';
import { ago } from '#kit/ago.ts';
import { asUtc } from './values.ts';

/** How long ago it was, with the exact time by pointer and by keyboard. */
export function When({ at }: { at: Date }) {
  return (
    <Tooltip label={asUtc(at)} events={{ hover: true, focus: true, touch: true }}>
      <Text size="sm" component="time" dateTime={at.toISOString()} tabIndex={0}>
        {ago(at, serverNow())}
      </Text>
    </Tooltip>
  );
}
