import { Anchor, Text } from '@mantine/core';
import { unsignedFormText } from '@portal/contract/shipments/rules.ts';
import { Link } from '@tanstack/react-router';
import type { Row } from '../sides.ts';
import { toSign } from '../to-sign.ts';

/** It holds nothing up, so it is said wherever a request is looked at or taken on; whose turn it is to sign is led there. */
export function UnsignedForm(props: {
  request: Pick<Row, 'status' | 'unsignedFormCount' | 'deletedFormCount' | 'formToSign'>;
}) {
  const { request } = props;
  const { formToSign } = request;
  const text = unsignedFormText(request);
  if (!text) return null;
  return (
    <Text size="sm" fw={500} c="var(--portal-amber)">
      {text}{' '}
      {formToSign !== null && (
        <Anchor fz="inherit" renderRoot={(props) => <Link {...props} {...toSign(formToSign)} />}>
          {request.unsignedFormCount === 1 ? 'Sign it' : 'Sign the next one'}
        </Anchor>
      )}
    </Text>
  );
}
