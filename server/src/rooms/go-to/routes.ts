import { meets } from '@portal/contract/access.ts';
import * as api from '@portal/contract/go-to/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { participantsByName, participantsByNumber, requestsByNumber } from './queries.ts';

/** What has a digit is taken for a number. */
const participantsFrom = (tx: Tx, viewer: Viewer, begins: string) =>
  /\d/.test(begins) ? participantsByNumber(tx, viewer, begins) : participantsByName(tx, viewer, begins);

export const goTo: Room = ({ route }) => {
  route(api.findPlaces, async ({ viewer, query: { begins }, tx, logRead }) => {
    const found = await Promise.all([
      requestsByNumber(tx, viewer, begins)?.execute() ?? [],
      meets(listParticipants.access, viewer) ? participantsFrom(tx, viewer, begins).execute() : [],
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
