import { room } from '../room.ts';

export const userReports = room({
  failures: {
    'user_report.too_early': { status: 400, message: 'The date is before that of the last report.' },
    'user_report.in_future': { status: 400, message: 'The date is in the future.' },
    'user_report.exists': { status: 409, message: 'This document is a user management report already.' },
    'user_report.in_group': {
      status: 409,
      message: 'This document is in a care group already. Please upload the report anew.',
    },
    'user_report.not_all_signed': { status: 409, message: 'The report has not been signed by everybody yet.' },
    'user_report.decided': { status: 409, message: 'The report has been accepted or rejected already.' },
  },
  actions: {
    'user_report.saved': 'Saved a user management report',
    'user_report.rejected': 'Rejected a user management report',
  },
});
