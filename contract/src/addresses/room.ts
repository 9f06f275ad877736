import { room } from '../room.ts';

export const addresses = room({
  fields: {
    zip: 'ZIP',
  },
});
