import { Text } from '@mantine/core';
import { canMove } from '@portal/contract/shipments/rules.ts';
import { Notice } from '#kit/Notice.tsx';
import { addressLine } from '#shared/address-form.ts';
import { shipmentTypeWords } from '../sentences.ts';
import { useDesk, type WholeRequest } from '../sides.ts';

/** A request keeps the address that it was placed with, so both sides are told where another one is on record by now. */
export function OutdatedAddress({ request }: { request: WholeRequest }) {
  const desk = useDesk();
  if (!request.isAddressOutdated) return null;
  const whose = request.toParticipant ? 'participant' : 'trial site';
  return (
    <Notice tone="warning" title={`The address of the ${whose} on record has changed since.`}>
      {desk === 'site' && (
        <Text size="sm">
          {request.isAtAnotherSite
            ? 'It is on record at another site of this trial, to which the participant has moved.'
            : `On record now: ${addressLine(request.addressNow ?? null) || 'none'}`}
        </Text>
      )}
      <Text size="sm">
        This request keeps the address that it was placed with.{' '}
        {desk === 'site' ? wayOfSite(request) : 'Ask the trial site in a comment before it is shipped.'}
      </Text>
    </Notice>
  );
}

function wayOfSite(request: WholeRequest): string {
  const partner = shipmentTypeWords[request.shipmentType].toLowerCase();
  if (!canMove(request, 'cancelled', 'site')) return `Ask the ${partner} in a comment what can still be done.`;
  return request.isAtAnotherSite
    ? 'If it is not to be sent there, cancel this request. The other site can order then.'
    : 'To have it sent to the one on record, cancel this request and order again.';
}
