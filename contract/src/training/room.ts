import { room } from '../room.ts';

export const training = room({
  failures: {
    'training.not_signed': { status: 409, message: 'The training form has not been signed yet.' },
  },
  actions: {
    'training.acknowledged': 'Acknowledged a training',
  },
});
