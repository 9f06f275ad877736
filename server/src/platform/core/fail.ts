import { type FailureBody, type FailureCode, failures } from '@portal/contract/errors.ts';

/** A call that ends with one of the failures of the contract's table. */
export class Failed extends Error {
  readonly code: FailureCode;
  readonly detail: Record<string, unknown> | undefined;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** What to say instead of the table's sentence, where a row wants another one for the same code. */
  readonly sentence: string | undefined;
  constructor(
    code: FailureCode,
    more: {
      detail?: Record<string, unknown>;
      fields?: Record<string, string>;
      retryAfter?: number;
      sentence?: string;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.detail = more.detail;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.sentence = more.sentence;
  }
}

/** `throw fail('shipment.cannot_move', { from, to })` */
export const fail = (code: FailureCode, detail?: Record<string, unknown>): Failed =>
  new Failed(code, detail ? { detail } : {});

/** REL-07: an older version is refused with the state that is current, as its own read would give it. */
export const failStale = (current: object, sentence?: string): Failed =>
  new Failed('stale', { detail: { current }, ...(sentence && { sentence }) });

/** A refused field: 400 with the sentence as message and the field named (`participants.0.subjectNumber`). */
export const failFields = (fields: Record<string, string>): Failed => new Failed('invalid', { fields });

/** "fname is required", but "Quantity must be between 1 and 12." as it stands. */
const sentenceOf = (field: string, said: string): string => (/^[A-Z]/.test(said) ? said : `${field} ${said}`);

/** Refuses when anything is wrong; the fields are named as on the wire. */
export function refuseProblems(fields: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (wrong.length > 0) throw failFields(Object.fromEntries(wrong));
}

/** What a reply says of a failure. `fallback` is the endpoint's own sentence. */
export function bodyOf(failed: Failed, fallback: string | undefined): FailureBody {
  const first = Object.entries(failed.fields ?? {})[0];
  const message =
    failed.sentence ??
    failures[failed.code].message ??
    (first ? sentenceOf(...first) : (fallback ?? 'Unable to make request'));
  return {
    code: failed.code,
    message,
    ...(failed.detail ? { detail: failed.detail } : {}),
    ...(failed.fields ? { fields: failed.fields } : {}),
  };
}
