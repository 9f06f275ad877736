/** The life of what is asked over a socket: as that of a call, one after another, each in the viewer's own right at that moment. */
import { meets } from '@portal/contract/access.ts';
import type { SocketCall } from '@portal/contract/socket-call.ts';
import { failures } from '@portal/contract/errors.ts';
import { z } from 'zod';
import { actOf } from '#platform/act/act.ts';
import type { AccessLog } from '#platform/audit/access-log.ts';
import { brandFor } from '#platform/core/brands.ts';
import { callerIs } from '#platform/core/context.ts';
import { bodyOf, Failed, fail } from '#platform/core/fail.ts';
import type { Events } from '#platform/events/events.ts';
import type { House } from '#platform/http/calls.ts';
import { decoded } from '#platform/http/decode.ts';
import type { Asked, TakenCall } from '#platform/http/duties.ts';
import { failedFrom, traceOf } from '#platform/http/http.ts';
import { noteRefusals } from '#platform/http/refusals.ts';
import { isTooMany } from '#platform/http/security-events-of-calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { viewerOf } from '#platform/security/viewer-of.ts';
import type { Connected } from './connected.ts';

type Ground = Omit<House, 'route' | 'preparedRoute' | 'openRoute'>;
type From = Pick<Viewer, 'host' | 'address' | 'requestId'>;

/** So many wait for the one before them on a socket; a database that stands still does not make them pile up (REL-05). */
const mostWaiting = 40;

/** Gives a socket what the rooms take. A refusal is acknowledged as `{ error }` and sent as `conversation-error` too (OPC-73). */
export function serveSocketCalls(
  house: Ground,
  accessLog: Pick<AccessLog, 'add'>,
  events: Pick<Events, 'written'>,
  fromOf: (one: Connected) => From,
): (one: Connected) => void {
  const { database, clock, log, contained } = house;

  const viewerFor = async (one: Connected, { call }: TakenCall, asked: unknown): Promise<Viewer> => {
    const viewer = await viewerOf(house, one.token, fromOf(one));
    if (!viewer) throw fail('unauthenticated');
    callerIs(viewer);
    if (meets(call.access, viewer)) return viewer;
    const refusal = fail('forbidden');
    noteRefusal(call, viewer, asked, refusal);
    throw refusal;
  };
  const noteRefused = noteRefusals({ accessLog, alarms: house.alarms, clock });
  const noteRefusal = (call: SocketCall, viewer: Viewer, asked: unknown, error: unknown) => {
    const brand = brandFor(house.brands, house.brands.of(viewer.host) ?? house.brands.all[0]!, viewer.companyId);
    noteRefused({ brand, viewer, endpoint: asEndpoint(call), call: nameOf(call), asked: [asked] }, error);
  };

  const answer = async (one: Connected, taken: TakenCall, asked: unknown): Promise<unknown> => {
    const { call, handle } = taken;
    const viewer = await viewerFor(one, taken, asked);
    const seen: { kind: string; ids: readonly number[] }[] = [];
    try {
      const body = decoded(call.body, asked, 'body');
      const result = await database.inCompany(viewer.companyId, (tx) => {
        const act = actOf(tx, clock, viewer, { logRead: (kind, ids) => void seen.push({ kind, ids }) });
        return handle({ act, viewer, body } as Asked<never>);
      });
      for (const { kind, ids } of seen)
        accessLog.add({ at: clock.now(), viewer, call: nameOf(call), kind, ids, outcome: 'read' });
      events.written();
      return z.encode(call.reply, result as never);
    } catch (error) {
      if (isTooMany(error)) house.security.tooMany(nameOf(call), viewer, viewer);
      noteRefusal(call, viewer, asked, error);
      throw error;
    }
  };

  const refuse = ({ socket }: Connected, { call }: TakenCall, error: unknown): { error: string } => {
    const failed = failedFrom(error);
    if (!failed) log.error('unexpected', { socket: socket.id, call: nameOf(call), error: traceOf(error) });
    const sentence = failed ? bodyOf(failed, undefined).message : 'Unable to make request';
    const isOurs = !failed || failures[failed.code].status >= 500;
    socket.emit(isOurs ? 'error' : call.refusedAs, sentence);
    return { error: sentence };
  };

  return (one) => {
    const { socket, sight } = one;
    // What is sent first is stored first.
    let last: Promise<void> = Promise.resolve();
    let waiting = 0;
    for (const taken of house.duties.takes)
      socket.on(taken.call.name, (asked: unknown, acknowledge: unknown) => {
        const reply = (said: unknown) => {
          if (typeof acknowledge === 'function') (acknowledge as (said: unknown) => void)(said);
        };
        if (waiting >= mostWaiting) return reply(refuse(one, taken, new Failed('unavailable', { retryAfter: 2 })));
        waiting += 1;
        last = last
          .then(() =>
            contained({ companyId: sight.companyId, providerId: sight.providerId }, () => answer(one, taken, asked)),
          )
          .then(reply, (error: unknown) => reply(refuse(one, taken, error)))
          .finally(() => {
            waiting -= 1;
          });
      });
  };
}

const nameOf = ({ name }: SocketCall): string => `SOCKET ${name}`;
/** As the alarms of foreign numbers know calls. */
const asEndpoint = (call: SocketCall) =>
  ({
    method: 'POST',
    path: `/socket/${call.name}`,
    summary: call.name,
    access: call.access,
    body: call.body,
    reply: call.reply,
  }) as const;
