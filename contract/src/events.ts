/** What is told after commit, and who hears it: declared by the rooms, typed for whoever announces or listens. */
import { type Carried, type EventKind, fold, type Keys } from './room.ts';
import { rooms } from './rooms.ts';

type Rooms = (typeof rooms)[number];
export type EventType = Keys<Rooms, 'events'>;
export const eventKinds: Readonly<Record<EventType, EventKind>> = fold(rooms, 'events');

type HearersOf<E extends EventType> =
  Extract<Rooms, { events: { [e in E]: unknown } }> extends {
    events: { [e in E]: { hears: readonly (infer H)[] } };
  }
    ? H
    : never;

/** What the room says that its event carries; nothing where it says nothing. */
export type PayloadOf<E extends EventType> =
  Extract<Rooms, { events: { [e in E]: unknown } }> extends { events: { [e in E]: { payload: Carried<infer P> } } }
    ? P
    : unknown;

/** That a record changed, told to whoever its kind of event is for. It holds ids, no personal data. */
export type Announcement = {
  [E in EventType]: {
    type: E;
    id: number;
    careGroupId?: 'careGroup' extends HearersOf<E> ? number | null : undefined;
    partnerId?: 'partner' extends HearersOf<E> ? number | null : undefined;
    /** By their numbers as providers. */
    people?: Extract<'people' | 'members', HearersOf<E>> extends never ? undefined : number[];
    /** Those that somebody has, and those that they had until now. */
  } & ('administratorsOfGroups' extends HearersOf<E> ? { careGroupIds: number[] } : unknown) &
    PayloadOf<E>;
}[EventType];
