import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';

/** RTE-42, for who is not signed in. */
export default function NotFound() {
  return (
    <OpenFrame>
      <NothingHere hasStart />
    </OpenFrame>
  );
}

/** `hasStart` false is a person whose company has none of the parts that a start page belongs to (RTE-36). */
export function NothingHere({ hasStart, inside = false }: { hasStart: boolean; inside?: boolean }) {
  return (
    <Stack gap="md">
      <Title order={inside ? 2 : 1}>Page not found</Title>
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
