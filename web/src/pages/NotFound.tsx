import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';

/** RTE-42. */
export default function NotFound() {
  return (
    <OpenFrame>
      <Title order={1}>Page not found</Title>
      <Text>404: The page you are looking for does not exist.</Text>
      <Anchor component={Link} to="/">
        Go to the start page
      </Anchor>
    </OpenFrame>
  );
}
