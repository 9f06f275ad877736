/**
 * Every way a call can fail. A code without a sentence shows the endpoint's `failure`. Rooms declare theirs in `room.ts`.
 * Statuses: 400 bad input or a refused rule; 401 no session; 403 a right is missing; 404 unknown or out of sight;
 * 409 an illegal step or a stale version; 422 a key used for another body; 429 too many; 503 the database is away.
 */
import { type Failure, fold, type Keys } from './room.ts';
import { rooms } from './rooms.ts';

const ofThePlatform = {
  invalid: { status: 400 },
  unauthenticated: { status: 401, message: 'Request Denied' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'Not found.' },
  /** Of this server: one of another release may have it. */
  no_such_call: { status: 404, message: 'Not found.' },
  stale: { status: 409, message: 'Someone else has changed this in the meantime. Please look at it again.' },
  records_held: {
    status: 409,
    message: 'Records are on hold. Somebody who is deactivated cannot be removed until the hold ends.',
  },
  first_try_done: {
    status: 409,
    message:
      'Your first try went through after all, with what you had entered then. Please check it first: if you press again, this is done as well.',
  },
  given_up: { status: 422, message: 'Another try has replaced this one. Nothing was done.' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  too_large: { status: 413, message: 'The request is too large.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  unsupported_media: { status: 415, message: 'The request must be JSON.' },
  too_slow: { status: 408, message: 'The request took too long to arrive.' },
  too_many: { status: 429, message: 'Too many requests. Please wait and try again.' },
  unknown_host: { status: 421, message: 'This portal does not serve that host.' },
  not_encrypted: { status: 400, message: 'This portal answers over encrypted connections only. Please use https.' },
  mode_not_named: {
    status: 403,
    message:
      'This portal was started only for use on its own machine, but this call came from elsewhere or through a proxy. To serve others, start it with PORTAL_MODE.',
  },
  foreign_origin: { status: 403, message: 'This call is not allowed from another site.' },
  unavailable: { status: 503, message: 'The service is not available at the moment. Please try again.' },
  unexpected: { status: 500 },
  'captcha.refused': { status: 400 },
  'image.too_large': { status: 413, message: 'The image is larger than 2 MB.' },
  'image.too_many_pixels': { status: 400, message: 'The image is larger than 4096 by 4096 pixels.' },
  'image.not_accepted': { status: 400, message: 'Only PNG, JPEG and WebP images can be uploaded.' },
  'image.damaged': { status: 400, message: 'The image is damaged.' },
  'image.more_than_image': {
    status: 400,
    message: 'The file contains more than an image. Please save the image again and upload the new file.',
  },
} as const satisfies Record<string, Failure>;

export type FailureCode = keyof typeof ofThePlatform | Keys<(typeof rooms)[number], 'failures'>;
export const failures: Record<FailureCode, Failure> = { ...ofThePlatform, ...fold(rooms, 'failures') };

/** The body of every failure. `fields` names each wrong field by its path and says what is wrong with it. */
export interface FailureBody {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
  fields?: Record<string, string>;
}
