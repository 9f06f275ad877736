import { room } from '../room.ts';

export const pricing = room({
  failures: {
    'product_price.same_day': { status: 400, message: 'Must invalidate pricing with the same effective date first.' },
  },
  records: {
    product_price: { words: 'Price', key: 'price_id' },
  },
  actions: {
    'product_price.invalidated': 'Invalidated a price',
    'product_price.set': 'Set a price',
  },
  events: {
    'price.changed': { hears: ['careGroup', 'partner', 'people'], notSponsors: true },
  },
});
