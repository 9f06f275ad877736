import { room } from '../room.ts';

export const pricing = room({
  failures: {
    'product_price.same_day': { status: 400, message: 'Must invalidate pricing with the same effective date first.' },
    'product_price.replaced': {
      status: 409,
      message: 'Another price took its place. Please end that one, or invalidate this one.',
    },
    'product_price.not_begun': { status: 409, message: 'This price has not begun yet. Please invalidate it instead.' },
  },
  records: {
    product_price: { words: 'Price', key: 'price_id' },
  },
  actions: {
    'product_price.ended': 'Ended a price',
    'product_price.invalidated': 'Invalidated a price',
    'product_price.set': 'Set a price',
  },
  events: {
    'price.changed': { hears: ['careGroup', 'partner', 'people'], notSponsors: true },
  },
});
