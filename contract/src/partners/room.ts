import { room } from '../room.ts';

export const partners = room({
  pages: ['/settings/ctrx-partner-management'],
  failures: {
    // OPS-40
    'product_supply.priced': { status: 400, message: 'Must invalidate pricing before removing this supplier.' },
    'partner.has_requests': { status: 400, message: 'This partner has active shipment requests of this trial site.' },
  },
  records: {
    partner: { words: 'Partner', key: 'partner_id', pointers: ['partner_id'] },
  },
  actions: {
    'partner.added': 'Added a partner',
    'partner.changed': 'Changed a partner',
    'site.partner_connected': 'Connected a partner to a trial site',
    'site.partner_disconnected': 'Disconnected a partner from a trial site',
    'site.supplier_added': 'Made a partner the supplier of a product',
    'site.supplier_removed': 'Ended the supply of a product by a partner',
  },
  events: {
    'partner.changed': { hears: ['careGroup', 'partner', 'people', 'rootAccess'], notSponsors: true },
  },
});
