import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { overList } from '../asked-request.ts';

/** A request's number, which opens it beside its list, or in a tab of its own. */
export const RequestLink = ({ srId }: { srId: number }) => (
  <Anchor
    fz="inherit"
    aria-label={`View request ${srId}`}
    renderRoot={(props) => <Link {...props} {...overList(srId)} />}
  >
    {srId}
  </Anchor>
);
