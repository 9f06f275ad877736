import { room } from '../room.ts';

export const drugs = room({
  failures: {
    NDC_LIMIT: { status: 409, message: 'An NDC has at most 9 digits here.' },
    INVALID_NDC: { status: 410, message: 'An NDC is made of digits.' },
  },
});
