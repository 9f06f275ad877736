import { room } from '../room.ts';

export const documents = room({
  pages: ['/document', '/management/documents'],
  failures: {
    'document.too_large': { status: 413, message: 'File size is greater than 50MB' },
    'document.not_pdf': { status: 400, message: 'The file is not a PDF, or it is damaged.' },
    'document.encrypted': {
      status: 400,
      message: 'The PDF is protected with a password. Please upload it without one.',
    },
    'document.active': {
      status: 400,
      message:
        'The PDF contains scripts, embedded files or actions and was not accepted. Please upload it without them.',
    },
    'document.already_attached': { status: 409, message: 'The document is already in this care group.' },
    'document.not_for_order_forms': {
      status: 400,
      message: 'An order form needs a trial with shipping requests.',
    },
    'document.order_form_exists': {
      status: 409,
      message: 'An order form already exists for this trial. Do you want to replace it?',
    },
    'document.no_user_types': { status: 400, message: 'Please choose who has to acknowledge it.' },
    'document.unknown_user_type': { status: 400, message: 'One of the user types is not known.' },
    'document.cannot_be_signed': {
      status: 400,
      message:
        'The document has no open signature field for signer 1, so administrators could never get past this training. Please upload it with one.',
    },
    'document.not_in_module': { status: 403, message: 'Acknowledgment forms need the module TrialCard.' },
    'document.holds_others': {
      status: 403,
      message:
        'Acknowledgment forms for anyone but site users also apply to people outside your care groups. An administrator of the whole company can add them.',
    },
    'document.in_use': { status: 409, message: 'The document is used by a care group.' },
    'document.asked_to_sign': {
      status: 409,
      message:
        'People were asked to sign this document, so others cannot sign copies of it. Please upload the empty form.',
    },
    'document.not_ended': {
      status: 409,
      message: 'A new document can correct only one that everybody signed, or that was rejected.',
    },
    'document.corrects_elsewhere': {
      status: 400,
      message:
        'This document corrects a document of a shipment request. Please add it to the site of that request, or to a care group above or below it.',
    },
    'document.corrects_of_patient': {
      status: 400,
      message:
        "This document corrects a document in a patient's record. It belongs in that record, and in no care group.",
    },
    'document.corrected_in_group': {
      status: 409,
      message:
        'A later document that corrects this one is in a care group. Please remove it from there first, or ask an administrator of the whole company to.',
    },
    'document.correction_goes_first': {
      status: 409,
      message:
        'A later document corrects this one. Please add that to the record first, or ask an administrator who sees the whole company to.',
    },
    'document.signed': { status: 409, message: 'A signed document cannot be changed.' },
  },
  records: {
    document: {
      words: 'Document',
      key: 'document_id',
      pointers: ['document_id', 'order_form_template_id', 'template_id', 'corrects_id'],
    },
  },
  actions: {
    'document.found_damaged': 'Found a stored document damaged',
    'document.kept': 'Stored a document',
    'document.replaced': 'Replaced the content of a document',
    'document.attached': 'Added a document to a care group',
    'document.detached': 'Removed a document from a care group',
    'document.removed': 'Deleted a document',
    'document.exported': 'Exported a document',
    'document.signers_set': 'Said who signs copies of a document',
    'document.order_form_replaced': 'Replaced the order form of a trial',
  },
  events: {
    'document.changed': { hears: ['careGroup'] },
    // Whatever their groups: the workflow of any group takes from the library.
    'library.changed': { hears: ['administrators'] },
  },
});
