import { room } from '../room.ts';

/** What the platform itself records, beside what the rooms do. */
export const audit = room({
  failures: {
    'audit.too_many_accounts': {
      status: 400,
      message: 'The report would be too long. It can have at most 20,000 accounts.',
    },
    'audit.too_many_accesses': {
      status: 400,
      message:
        'The report would be too long. It can have at most 100,000 accesses and 20,000 changes. Choose a shorter period.',
    },
    'audit.trial_copy_too_large': {
      status: 400,
      message: 'This copy would be larger than a browser can take. Make the copy of each site instead.',
    },
    'audit.report_too_large': {
      status: 400,
      message: 'The report would be larger than a browser can take. Choose a shorter period.',
    },
    'audit.copy_too_large': {
      status: 400,
      message:
        'This copy would be larger than a browser can take. Documents that can still be opened can be downloaded one by one.',
    },
  },
  records: {
    job: { words: 'Background job' },
  },
  actions: {
    'job.given_up': 'Gave up a failed background job',
    'job.retried': 'Tried a failed background job again',
  },
});
