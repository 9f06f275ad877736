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
  not_encrypted: { status: 400, message: 'This portal answers over encrypted connections only. Please use https.' },
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
  // The act says which one is open.
  'invitation.another_open': { status: 400 },
  'invitation.inviter_gone': {
    status: 403,
    message: 'Whoever invited you may not invite any more. Please ask for a new invitation.',
  },
  'invitation.not_this_email': { status: 400, message: 'The invitation is for another email.' },
  UNAVAILABLE: { status: 503, message: 'Unable to sign in' },

  'notification.none': { status: 404, message: 'No notifications to manage' },

  'care_group.name_taken': { status: 400, message: 'Care Group name already exists.' },
  'care_group.name_taken_below': { status: 400, message: 'Care Group name already exists in this parent care group.' },
  'care_group.trial_not_configured': { status: 400, message: 'Trials should be configured before card' },
  'care_group.wrong_place': {
    status: 400,
    message: 'A trial stands alone, a trial site below a trial, and a care group alone or below a care group.',
  },
  // OPS-28: they complete "Could not delete care group at this time as".
  'care_group.has_sub_groups': { status: 400, message: 'it has sub groups' },
  'care_group.has_participants': { status: 400, message: 'it has participants' },
  'care_group.has_shipments': { status: 400, message: 'it has shipment requests' },
  'care_group.nothing_to_copy': { status: 400, message: 'This care group has no sub groups.' },
  // SEC-36: the numbers stand in the rules of care groups.
  'care_group.too_many_copied': {
    status: 400,
    message: 'One copy makes at most 500 care groups. Please copy the sub groups one after another.',
  },
  'care_group.too_many': {
    status: 400,
    message: 'A company has at most 5,000 care groups. Please delete those that nobody needs.',
  },
  'care_group.too_deep': { status: 400, message: 'Care groups stand at most 10 levels deep.' },
  // OPS-33, OPS-34: the screen knows them by "shipping" and "card".
  'trial.ships': { status: 400, message: 'This trial has active shipping requests.' },
  'trial.card_issued': { status: 400, message: 'This trial has participants who hold a card.' },
  'trial.mask_in_use': {
    status: 400,
    message:
      'This trial has participants with subject numbers in its present format. In another format nothing could be ordered for them.',
  },

  'sponsor.name_taken': { status: 400, message: 'Sponsor name already exists.' },
  // OPS-39
  'sponsor.assigned': { status: 400, message: 'You cannot delete a sponsor that is assigned to a trial.' },

  'participant.subject_taken': { status: 400, message: 'Subject number already exists.' },
  'participant.not_active': { status: 409, message: 'This participant is deactivated.' },
  'participant.site_not_ready': { status: 400, message: 'This trial site is not fully configured.' },

  // ERR-31: a card save answers 400 whatever is refused.
  'card.too_large': { status: 400, message: 'The logos are too large.' },
  // PCO-09: all of them show the sentence of the call.
  'card.outreach_off': { status: 400 },
  'card.no_address': { status: 400 },
  'card.unsubscribed': { status: 400 },

  'captcha.refused': { status: 400 },

  // OPS-44
  'product.in_use': {
    status: 400,
    message: 'This product is part of an active shipment request and cannot be deleted.',
  },
  // OPS-40
  'product_supply.priced': { status: 400, message: 'Must invalidate pricing before removing this supplier.' },
  'product_price.same_day': { status: 400, message: 'Must invalidate pricing with the same effective date first.' },

  'partner.has_requests': { status: 400, message: 'This partner has active shipment requests of this trial site.' },

  // OPS-47
  'delegate.listed': { status: 400, message: 'This email has been invited already.' },
  'delegate.not_pending': { status: 409, message: 'Only a pending delegate can be invited again.' },
  'delegate.deactivated': { status: 409, message: 'This delegate is deactivated.' },
  'delegate_npi.taken': { status: 400, message: 'NPI is already in the table' },
  // PHY-09: an invite needs one, so a delegate keeps one.
  'delegate_npi.last': { status: 400 },
  'delegate_npi.read_only': { status: 400, message: 'This NPI was assigned by the physician and cannot be changed.' },

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

  'report.none': { status: 404, message: 'No report found.' },
  'report.too_long': {
    status: 400,
    message: 'The report would be too long. Please choose a trial site instead of the trial.',
  },

  'medication_list.exists': { status: 400, message: 'Your company has a medication list already.' },

  'lot.other_expiry': { status: 400, message: 'This lot is on record with another expiration date.' },

  'shipment.cannot_move': { status: 409, message: 'Invalid status change.' },
  'shipment.already_moved': { status: 409, message: 'Somebody else has already changed this request.' },
  'shipment.expired': { status: 409, message: 'What has expired cannot be confirmed as received.' },
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
