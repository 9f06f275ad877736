import type { FailureBody } from '@portal/contract/errors.ts';

/** API-04, SER-20: what a person reads when no usable answer came. */
export const unableToMakeRequest = 'Unable to make request';

/** Every way a call can fail, with one sentence to show. A status of 0 means that no answer came at all. */
export class CallFailure extends Error {
  override name = 'CallFailure';
  status: number;
  code: string;
  fields: Record<string, string>;
  detail: Record<string, unknown>;
  /** How long it took to fail. */
  tookMs = 0;
  /** An earlier try of the same, or one whose place this takes, got no answer, and this failure tells nothing of it. */
  isAfterLost = false;

  constructor(status: number, body: Partial<FailureBody> = {}) {
    // Whoever stands between may answer in JSON of another shape.
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unexpected';
    this.fields = body.fields ?? {};
    this.detail = body.detail ?? {};
  }
}

/** The sentence of any failure, also of those that are none of ours. */
export const sentenceOf = (failure: unknown): string =>
  (failure instanceof CallFailure && failure.message) || unableToMakeRequest;

/** Of what was asked for the portal has said nothing: something in between answered, or a server that has no such call. */
export const saysNothing = ({ code }: CallFailure): boolean =>
  ['unexpected', 'unreachable', 'no_such_call'].includes(code);

/** The portal has said that what was asked for is not there. */
export const isNotThere = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.status === 404 && !saysNothing(failure);
/** CLN-09: what is not there is an empty list. */
export const isEmptyList = isNotThere;

/** REL-07: a stale version that one's own earlier try has passed, which got no answer. */
export const isOwnChange = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'stale' && failure.detail['isOwn'] === true;
