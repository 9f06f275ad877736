import { room } from '../room.ts';
import { messages } from './rules.ts';

export const signing = room({
  pages: ['/acknowledgment-form'],
  failures: {
    'signing.wrong_credentials': { status: 400, message: messages.wrongCredentials },
    'signing.not_own': { status: 400, message: messages.onlyOwn },
    'signing.locked': { status: 429, message: messages.wrongCredentials },
    'signing.not_signer': { status: 403, message: 'Only people who were asked to sign this document can do this.' },
    'signing.not_turn': { status: 409, message: 'It is not your turn to sign this document.' },
    'signing.left_site': {
      status: 403,
      message:
        'You no longer see the site of this order form, so you cannot sign it. Until the pharmacy starts processing the request, the site can cancel it and place it again.',
    },
    'signing.no_prescriber': {
      status: 403,
      message:
        'You no longer prescribe at the site of this order form, so you cannot sign it. Until the pharmacy starts processing the request, the site can cancel it and place it again.',
    },
    'signing.no_administrator': {
      status: 403,
      message:
        'You no longer administer the group of this report, so you cannot sign it. One of its administrators can make it again.',
    },
    'signing.other_sponsor': {
      status: 403,
      message: 'The trial of this report no longer belongs to your sponsor, so you cannot sign it.',
    },
    'signing.other_type': { status: 403, message: 'You can no longer sign this document.' },
    'signing.ended': { status: 409, message: 'This document has been signed, rejected or withdrawn.' },
    'signing.requested': { status: 409, message: 'Signatures were already requested for this document.' },
    'signing.no_proof': { status: 400, message: 'Please sign in again to sign this field.' },
    'signing.not_drawn': { status: 400, message: 'Please sign in one of your signature fields before you submit.' },
    'signing.no_place': { status: 400, message: 'This document has no signature field for you.' },
    'signing.empty': { status: 400, message: messages.emptyPad },
    'signing.differs': {
      status: 400,
      message: 'The document was changed outside your own fields.',
    },
    'signing.incomplete': { status: 400, message: 'Please fill in every required field.' },
    'signing.order': { status: 400, message: 'Signers must be numbered from 1, without gaps or duplicates.' },
    'training.not_signed': { status: 409, message: 'The training form has not been signed yet.' },
    'signing.is_form': {
      status: 409,
      message:
        'Others sign copies of this form, so the form itself cannot be signed. Please upload it again as a Read-Only PDF.',
    },
    'signing.no_fields': { status: 400, message: 'The document does not have a field for every signer.' },
  },
  records: {
    signing_request: {
      words: 'Signature request',
      key: 'signing_request_id',
      uuid: { field: 'srUuid', column: 'sr_uuid' },
    },
  },
  actions: {
    'signing.requested': 'Asked for signatures',
    'signing.signed': 'Signed a document',
    'signing.completed': 'Completed the signatures of a document',
    'signing.rejected': 'Rejected a document',
    'signing.withdrawn': 'Withdrew a request for signatures',
    'signing.sealed': 'Sealed a signed document',
    'training.acknowledged': 'Acknowledged a training',
    'signing.found_altered': 'Found a signed document altered',
  },
  events: {
    'signing.changed': { hears: ['people'] },
  },
});
