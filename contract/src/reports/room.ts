import { room } from '../room.ts';

export const reports = room({
  pages: ['/dashboard', '/trial-dashboard', '/reports'],
  failures: {
    'report.none': { status: 404, message: 'No report found.', isNoRefusal: true },
    'report.too_long': {
      status: 400,
      message: 'The report would be too long. Please choose a trial site instead of the trial.',
    },
  },
});
