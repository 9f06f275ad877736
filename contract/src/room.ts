/** What the rest of the house must know of a room besides its calls: every list that the platform keeps is folded from these. */

export interface Failure {
  status: number;
  message?: string;
  /** Its 403 or 404 tells how things stand, such as an empty list: nobody lacked a right or sight (PRV-01). */
  isNoRefusal?: true;
}

/** A kind of record, as the audit trail and the alarms know it. */
export interface RecordKind {
  /** What the audit trail calls it. */
  words: string;
  /** Its number in the database; the table has the name of the kind where `table` names no other. */
  key?: string;
  table?: string;
  /** Calls name it by a UUID instead, in this field, and it stands in this column. */
  uuid?: { field: string; column: string };
  /** It has a name to show beside its number; these fields of changes hold numbers of it, as the trail spells them. */
  pointers?: readonly string[];
  /** It goes by the number of this kind: an account by its person's, a card by its trial's. */
  goesBy?: string;
}

/**
 * Who hears that something changed, besides Admins: the people of its `careGroup`, those of its `partner`, the `people` that it
 * names, whoever has `rootAccess`, whatever the group, all `administrators` and nobody else, the `administratorsOfGroups` who see
 * one of its `careGroupIds` or the whole company and nobody else, the `members` that it names and nobody else, or everybody of the
 * `company`.
 */
export type Hearer =
  | 'careGroup'
  | 'partner'
  | 'people'
  | 'rootAccess'
  | 'administrators'
  | 'administratorsOfGroups'
  | 'members'
  | 'company';
/** What is stored with an event besides whom it concerns: a type alone, since it goes through the database as JSON. */
export interface Carried<T> {
  readonly type?: T;
}
export const carries = <T extends object>(): Carried<T> => ({});

export interface EventKind {
  hears: readonly Hearer[];
  payload?: Carried<object>;
  /** Sponsors may not read it, such as the data of participants, and get no word of it either. */
  notSponsors?: true;
}

export interface Room {
  /** The addresses of its pages. */
  pages?: readonly `/${string}`[];
  failures?: Readonly<Record<string, Failure>>;
  records?: Readonly<Record<string, RecordKind>>;
  /** What acts say of themselves, "noun.verb" in the past, in the words of the audit trail (P11-14). */
  actions?: Readonly<Record<string, string>>;
  /** Those of the actions with which somebody else gets, loses or keeps rights: security events as well (SEC-39). */
  changesRights?: readonly string[];
  /** Fields of changes whose words are not made from their names. */
  fields?: Readonly<Record<string, string>>;
  /**
   * By which its mails are taken back: once they are refused, which nobody needs to use the portal (PRV-08), or their reader lost access.
   * Of what people switch off by themselves `notifications` of the providers says so; else it is the room's to do.
   */
  topics?: readonly string[];
  events?: Readonly<Record<string, EventKind>>;
}

export const room = <const R extends Room>(declared: R & { changesRights?: readonly (keyof R['actions'])[] }): R =>
  declared;

type Part = Exclude<keyof Room, 'changesRights' | 'pages' | 'topics'>;
/** The names that rooms declare in one part, such as every code of a failure. */
export type Keys<R, P extends Part> = R extends { [p in P]: infer T } ? keyof T & string : never;

/** The actions that rooms declare to change rights. */
export type ChangesRights<R> = R extends { changesRights: readonly (infer A)[] } ? A : never;

/** One part of all rooms together. A name that two rooms declare is a mistake. */
export function fold<const R extends Room, P extends Part>(
  rooms: readonly R[],
  part: P,
): Record<Keys<R, P>, NonNullable<Room[P]>[string]> {
  const folded: Record<string, unknown> = {};
  for (const one of rooms)
    for (const [name, declared] of Object.entries(one[part] ?? {})) {
      if (Object.hasOwn(folded, name)) throw new Error(`two rooms declare ${part} ${name}`);
      folded[name] = declared;
    }
  return folded as never;
}
