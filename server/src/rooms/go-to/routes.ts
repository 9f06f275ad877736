import { meets } from '@portal/contract/access.ts';
import * as api from '@portal/contract/go-to/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { Room } from '#platform/http/calls.ts';
import { participantsByNumber, requestsByNumber } from './queries.ts';

export const goTo: Room = ({ route }) => {
  route(api.findByNumber, async ({ viewer, query: { number }, tx, logRead }) => {
    const found = await Promise.all([
      requestsByNumber(tx, viewer, number)?.execute() ?? [],
      meets(listParticipants.access, viewer) ? participantsByNumber(tx, viewer, number).execute() : [],
    ]);
    const [requests, participants] = [found[0].slice(0, api.mostFound), found[1].slice(0, api.mostFound)];
    logRead(
      'participant',
      participants.map(({ participantId }) => participantId),
    );
    return {
      requests: requests.map(({ status, ...row }) => ({ ...row, status: status as ShipmentStatus })),
      participants,
      more: found.some((all) => all.length > api.mostFound),
    };
  });
};
