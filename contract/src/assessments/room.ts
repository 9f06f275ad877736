import { room } from '../room.ts';

export const assessments = room({
  pages: ['/manage-surveys', '/management/assessments'],
  failures: {
    'survey.refused': { status: 400 },
  },
  records: {
    survey: { words: 'Assessment', key: 'survey_id', pointers: ['survey_id'] },
  },
  actions: {
    'survey.created': 'Created an assessment',
    'survey.saved': 'Saved an assessment',
  },
  events: {
    'survey.changed': { hears: ['company'], notSponsors: true },
  },
});
