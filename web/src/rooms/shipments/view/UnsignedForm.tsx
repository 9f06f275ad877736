import { Anchor, Text } from '@mantine/core';
import { isPartner } from '@portal/contract/access.ts';
import { unsignedFormText } from '@portal/contract/shipments/rules.ts';
import { Link } from '@tanstack/react-router';
import { useViewer } from '#api/viewer.ts';
import type { Row } from '../sides.ts';

/** It holds nothing up, so it is said wherever a request is looked at or taken on; the site is led to where it is signed. */
export function UnsignedForm({ request }: { request: Pick<Row, 'status' | 'unsignedFormCount'> }) {
  const viewer = useViewer();
  const text = unsignedFormText(request);
  if (!text) return null;
  return (
    <Text size="sm" fw={500} c="var(--portal-amber)">
      {text}{' '}
      {!isPartner(viewer.type) && (
        <Anchor fz="inherit" renderRoot={(props) => <Link {...props} to="/document" />}>
          {request.unsignedFormCount === 1 ? 'Sign it' : 'Sign them'} under Documents
        </Anchor>
      )}
    </Text>
  );
}
