import { Text } from '@mantine/core';
import { canMove } from '@portal/contract/shipments/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { inactiveOf, shipmentTypeWords } from '../sentences.ts';
import { type Row, useDesk } from '../sides.ts';

/** A request goes on when somebody whom it is for is deactivated or moves away, so both sides are told before it is shipped. */
export function InactiveParticipants({ request }: { request: Asked }) {
  const desk = useDesk();
  if (!request.isForInactive) return null;
  return (
    <Notice tone="warning" title={inactiveOf(request)}>
      <Text size="sm">
        {desk === 'site' ? wayOfSite(request) : 'Ask the trial site in a comment before it is shipped.'}
      </Text>
    </Notice>
  );
}
type Asked = Pick<Row, 'isForInactive' | 'participants' | 'status' | 'toParticipant' | 'shipmentType'>;

const wayOfSite = (request: Asked): string =>
  canMove(request, 'cancelled', 'site')
    ? 'If it is not to be sent, cancel this request.'
    : `If it is not to be sent, tell the ${shipmentTypeWords[request.shipmentType].toLowerCase()} in a comment.`;
