import { room } from '../room.ts';

export const subscriptions = room({
  pages: ['/notification-preferences'],
  actions: {
    'participant.resubscribed': 'Resubscribed to emails',
    'participant.unsubscribed': 'Unsubscribed from emails',
    'patient.resubscribed': 'Resubscribed to emails as a patient',
    'patient.unsubscribed': 'Unsubscribed from emails as a patient',
  },
});
