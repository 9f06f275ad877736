import { room } from '../room.ts';

export const cards = room({
  pages: ['/discount', '/discount-response'],
  failures: {
    // ERR-31: a card save answers 400 whatever is refused.
    'card.too_large': { status: 400, message: 'The logos are too large.' },
    'card.not_configured': { status: 404, message: 'The card of this trial is not configured yet.', isNoRefusal: true },
    // PCO-09: all of them show the sentence of the call.
    'card.outreach_off': { status: 400 },
    'card.no_service': { status: 400 },
    'card.no_address': { status: 400 },
    'card.unsubscribed': { status: 400 },
  },
  records: {
    trial_card: { words: 'Card', goesBy: 'care_group' },
  },
  actions: {
    'card.saved': 'Saved the card of a trial',
    'card.sent': 'Sent a participant their card',
  },
  events: {
    'card.sent': { hears: ['careGroup'] },
  },
});
