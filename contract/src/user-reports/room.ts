import { room } from '../room.ts';

export const userReports = room({
  failures: {
    'user_report.too_early': { status: 400, message: 'The date is before that of the last report.' },
    'user_report.in_future': { status: 400, message: 'The date is in the future.' },
    'user_report.exists': { status: 409, message: 'This document is already a user management report.' },
    'user_report.in_group': {
      status: 409,
      message: 'This document is already in a care group. Please upload the report again.',
    },
    'user_report.not_all_signed': { status: 409, message: 'Not everyone has signed the report yet.' },
    'user_report.decided': { status: 409, message: 'The report has already been accepted or rejected.' },
  },
  actions: {
    'user_report.saved': 'Saved a user management report',
    'user_report.rejected': 'Rejected a user management report',
  },
});
