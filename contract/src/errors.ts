/**
 * Every way a call can fail. A code without a sentence shows the endpoint's `failure`.
 * Statuses: 400 bad input or a refused rule; 401 no session; 403 a right is missing; 404 unknown or out of sight;
 * 409 an illegal step or a stale version; 422 a key used for another body; 429 too many; 503 the database is away.
 */
export interface Failure {
  status: number;
  message?: string;
}

const table = {
  invalid: { status: 400 },
  unauthenticated: { status: 401, message: 'Request Denied' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'Not found.' },
  stale: { status: 409, message: 'Someone else has changed this in the meantime. Please look at it again.' },
  key_reused: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  too_large: { status: 413, message: 'The request is too large.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  unsupported_media: { status: 415, message: 'The request must be JSON.' },
  too_slow: { status: 408, message: 'The request took too long to arrive.' },
  too_many: { status: 429, message: 'Too many requests. Please wait and try again.' },
  unknown_host: { status: 421, message: 'This portal does not serve that host.' },
  foreign_origin: { status: 403, message: 'This call is not allowed from another site.' },
  unavailable: { status: 503, message: 'The service is not available at the moment. Please try again.' },
  unexpected: { status: 500 },

  // Getting in (SER-01 to SER-12): codes and sentences of the identity calls.
  BAD_CREDENTIALS: { status: 400, message: 'Email or password incorrect.' },
  NOT_CONFIRMED: { status: 400, message: 'User not confirmed.' },
  RESET_REQUIRED: { status: 400, message: 'Password reset required.' },
  LOCKED: { status: 400, message: 'Password attempts exceeded, Please wait and try again' },
  FORBIDDEN_TYPE: { status: 403, message: 'Access forbidden.' },
  CODE_MISMATCH: { status: 400, message: 'Incorrect Code' },
  CHALLENGE_EXPIRED: { status: 400, message: 'Session timed out. Refresh the page to login' },
  MFA_NOT_FOUND: { status: 400, message: 'MFA cannot be enabled on your account.' },
  USER_EXISTS: { status: 400, message: 'An account with the given email already exists.' },
  PASSWORD_POLICY: {
    status: 400,
    message: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol',
  },
  LIMIT: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  // SER-16: the web names the company of the invitation.
  SIGN_UP_FAILED: { status: 503 },
  'recovery.own': { status: 403, message: 'Somebody else has to decide about your own second factor.' },
  'recovery.decided': { status: 409, message: 'This request has been decided already.' },
  'factor.required': { status: 400, message: 'Your account needs a second factor. You can replace it instead.' },
  'invitation.email_taken': { status: 400, message: 'An account with the given email already exists.' },
  'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
  UNAVAILABLE: { status: 503, message: 'Unable to sign in' },

  'notification.none': { status: 404, message: 'No notifications to manage' },

  'care_group.name_taken': { status: 400, message: 'Care Group name already exists.' },
  'care_group.name_taken_below': { status: 400, message: 'Care Group name already exists in this parent care group.' },
  'care_group.trial_not_configured': { status: 400, message: 'Trials should be configured before card' },

  'participant.subject_taken': { status: 400, message: 'Subject number already exists.' },
  'participant.not_active': { status: 409, message: 'This participant is deactivated.' },
  'participant.site_not_ready': { status: 400, message: 'This trial site is not fully configured.' },

  // OPS-40
  'product_price.same_day': { status: 400, message: 'Must invalidate pricing with the same effective date first.' },

  'company_brand.key_taken': { status: 400, message: 'Another brand of the company has this key.' },

  'image.too_large': { status: 413, message: 'The image is larger than 2 MB.' },
  'image.too_many_pixels': { status: 400, message: 'The image is larger than 4096 by 4096 pixels.' },
  'image.not_accepted': { status: 400, message: 'Only PNG, JPEG and WebP images can be uploaded.' },
  'image.damaged': { status: 400, message: 'The image is damaged.' },
  'image.more_than_image': {
    status: 400,
    message: 'The file holds more than an image. Please save the image anew and upload it again.',
  },

  'document.too_large': { status: 413, message: 'File size is greater than 50MB' },
  'document.not_pdf': { status: 400, message: 'The file is not a PDF, or it is damaged.' },
  'document.encrypted': { status: 400, message: 'The PDF is protected with a password. Please upload it without one.' },
  'document.active': {
    status: 400,
    message: 'The PDF holds scripts, embedded files or actions and was not accepted. Please upload it without them.',
  },

  'shipment.cannot_move': { status: 409, message: 'Invalid status change.' },
  'shipment.already_moved': { status: 409, message: 'Somebody else has already changed this request.' },
  'shipment.not_a_step': { status: 400, message: 'Invalid status change.' },
  'shipment.same_product': { status: 400, message: 'Request contains the same product as an active shipment.' },
  'shipment.cannot_be_fulfilled': { status: 400, message: 'Request cannot be fulfilled.' },
  'shipment.zero_participant': { status: 400, message: 'duplicate zero participant request' },
  'shipment.site_not_ready': { status: 400, message: 'This trial site is not fully configured.' },
  'shipment.shipping_off': { status: 400, message: 'This trial does not ship.' },
  'shipment.too_many_rows': { status: 400, message: 'The report would be too long. Please choose a shorter period.' },
  'shipment.wrong_line': { status: 400, message: 'A package names a product that is not part of this request.' },
} as const satisfies Record<string, Failure>;

export type FailureCode = keyof typeof table;
export const failures: Record<FailureCode, Failure> = table;

/** The body of every failure. `fields` names each wrong field by its path and says what is wrong with it. */
export interface FailureBody {
  code: string;
  message: string;
  detail?: Record<string, unknown>;
  fields?: Record<string, string>;
}
