import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { writeLogEntry } from '#api/log.ts';
import { endSession } from '#api/session.ts';
import { useViewerOrNobody } from '#api/viewer.ts';
import { usePageData } from '#kit/page-data.ts';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';
import { TermsNotice } from '#rooms/identity/signing-in/TermsNotice.tsx';

/** Stands in for a page of the route table that is not built. */
export default function NotAvailable() {
  const { title = '', open } = usePageData();
  const text = <Text>This page is not available yet.</Text>;
  if (!open) return text;
  return (
    <OpenFrame>
      <Title order={1}>{title}</Title>
      {text}
      <WayOut />
      {title === 'Training Acknowledgment' && <TermsNotice />}
    </OpenFrame>
  );
}

/** OPN-12; who must acknowledge a training first can at least sign out (OPN-63). */
function WayOut() {
  const viewer = useViewerOrNobody();
  if (!viewer)
    return (
      <Anchor component={Link} to="/sign-in">
        Back to sign in
      </Anchor>
    );
  const signOut = () => {
    writeLogEntry('sign-out');
    endSession('signed-out');
  };
  return (
    <Button variant="default" onClick={signOut}>
      Sign Out
    </Button>
  );
}
