import { room } from '../room.ts';

export const subscriptions = room({
  actions: {
    'participant.resubscribed': 'Resubscribed to emails',
    'participant.unsubscribed': 'Unsubscribed from emails',
  },
});
