import { room } from '../room.ts';

export const drugs = room({
  failures: {
    NDC_LIMIT: { status: 409, message: 'An NDC has at most 9 digits here.' },
    'drugs.away': {
      status: 503,
      message: 'The drug directory cannot be reached at the moment. Please try again, or type the medication yourself.',
    },
    'drugs.none': {
      status: 409,
      message: 'This portal has no drug directory set up. Please type the medication yourself.',
    },
    INVALID_NDC: { status: 410, message: 'An NDC is made of digits.' },
  },
});
