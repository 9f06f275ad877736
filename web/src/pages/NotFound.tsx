import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Notice } from '#kit/Notice.tsx';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';

/** RTE-42, for who is not signed in. */
export default function NotFound() {
  return (
    <OpenFrame>
      <NothingHere hasStart />
    </OpenFrame>
  );
}

/**
 * The page that led here may have said what to do instead. It stands in the page: the frame of somebody who is signed in takes away
 * the notices of the page before. `hasStart` false is a person whose company has none of the parts that a start page belongs to (RTE-36).
 */
export function NothingHere({ hasStart, inside = false }: { hasStart: boolean; inside?: boolean }) {
  const advice = useLocation({ select: ({ state }) => (state as { advice?: string }).advice });
  return (
    <Stack gap="md">
      <Title order={inside ? 2 : 1}>Page not found</Title>
      {advice && <Notice tone="warning">{advice}</Notice>}
      <Text>404: The page you are looking for does not exist.</Text>
      {hasStart ? (
        <Anchor component={Link} to="/">
          Go to the start page
        </Anchor>
      ) : (
        <Text>
          Your company has no start page yet. Choose a page from the menu, or ask an administrator of your company which
          parts of the portal you can use.
        </Text>
      )}
    </Stack>
  );
}
