import { room } from '../room.ts';

/** What the platform itself records, beside what the rooms do. */
export const audit = room({
  records: {
    job: { words: 'Background job' },
  },
  actions: {
    'job.retried': 'Tried a failed background job again',
  },
});
