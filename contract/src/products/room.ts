import { room } from '../room.ts';

export const products = room({
  pages: ['/settings/product-management'],
  failures: {
    // OPS-44
    'product.in_use': {
      status: 400,
      message: 'This product is part of an active shipment request and cannot be deleted.',
    },
  },
  records: {
    product: {
      words: 'Product',
      key: 'product_id',
      pointers: ['new_product_id', 'old_product_id', 'product_id'],
    },
  },
  actions: {
    'product.added': 'Added a product',
    'product.changed': 'Changed a product',
    'product.removed': 'Removed a product',
  },
  events: {
    'product.changed': { hears: ['careGroup', 'partner', 'people'] },
  },
});
