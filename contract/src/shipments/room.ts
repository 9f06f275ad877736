import { carries, room } from '../room.ts';

/** What was done, by whom, and on which host. */
interface ToldByMail {
  mail: { step: string; by: number; host: string };
}

export const shipments = room({
  topics: ['to partners', 'shipment updates'],
  pages: ['/shipment-request'],
  failures: {
    'shipment.cannot_move': { status: 409, message: 'Invalid status change.' },
    'shipment.already_moved': { status: 409, message: 'Someone else has already changed this request.' },
    'shipment.expired': { status: 409, message: 'Expired items cannot be confirmed. Report them instead.' },
    'shipment.same_product': { status: 400, message: 'Request contains the same product as an active shipment.' },
    'shipment.cannot_be_fulfilled': { status: 400, message: 'Request cannot be fulfilled.' },
    'shipment.zero_participant': { status: 400, message: 'duplicate zero participant request' },
    'shipment.site_not_ready': { status: 400, message: 'This trial site is not fully configured.' },
    'shipment.shipping_off': { status: 400, message: 'Shipping is off for this trial.' },
    'shipment.too_many_rows': { status: 400, message: 'The report would be too long. Please choose a shorter period.' },
    'shipment.order_form_unusable': { status: 409, message: 'The order form of this trial cannot be used.' },
    'shipment.order_form_changed': {
      status: 409,
      message: 'The order form, or what it says, has just changed. Please submit again.',
    },
    'shipment.wrong_line': { status: 400, message: 'A package names a product that is not part of this request.' },
  },
  records: {
    shipment_request: { words: 'Shipment request', key: 'request_id' },
  },
  actions: {
    'shipment.commented': 'Commented on a shipment request',
    'shipment.comments_read': 'Read comments on a shipment request',
    'shipment.created': 'Created a shipment request',
    'shipment.document_uploaded': 'Uploaded a document to a shipment request',
    'shipment.items_arrived': 'Said how the items of a shipment arrived',
    'shipment.moved': 'Changed the status of a shipment request',
    'shipment.order_form_made': 'Made an order form of a shipment request',
    'shipment.participant_known': 'Found the participant of a shipment request by the subject number',
    'shipment.reminder_dismissed': 'Dismissed a reminder to reorder',
    'shipment.reminder_set': 'Set a reminder to reorder',
    'shipment.shipped': 'Shipped a shipment request',
  },
  fields: {
    is_batch: 'Batch shipment',
    required_on: 'Need by date',
    reminder_on: 'Reminder on',
    short: 'Packed short',
    early: 'Expires too early',
    double: 'Also in another shipment under way',
    address_outdated: 'Sent to an address that was outdated',
    inactive: 'Sent although no longer active at the site',
  },
  events: {
    'shipment.changed': { hears: ['careGroup', 'partner'], notSponsors: true, payload: carries<Partial<ToldByMail>>() },
    'comment.added': { hears: ['careGroup', 'partner'], notSponsors: true, payload: carries<ToldByMail>() },
  },
});
