/** What an assessment needs before it can be answered: it is built, and a group asks it. */
import type { Person } from './browser.ts';

type Send = <Reply>(path: string, how: 'GET' | 'POST' | 'PUT' | 'DELETE', what?: object) => Promise<Reply>;

/** Asks calls as the person who is signed in, beside the page. */
export async function sendAs({ page, context }: Person): Promise<Send> {
  const base = new URL(page.url()).origin;
  const headers = { origin: base, 'x-portal': '1' };
  const renewed = await context.request.post(`${base}/api/auth/session`, { data: {}, headers });
  const { accessToken } = (await renewed.json()) as { accessToken: string };
  return async (path, method, what) => {
    const answer = await context.request.fetch(`${base}/api${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
      ...(what && { data: what }),
    });
    if (answer.status() !== 200) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as never;
  };
}

const question = (questionNum: number, label: string, value: string, text: string, additionalInfo = '') => ({
  id: `n${questionNum}`,
  position: { x: 0, y: questionNum * 120 },
  questionNum,
  questionType: { label, value },
  question: text,
  additionalInfo,
});
const edge = (source: number, target: string, label = '', flagged = '') => ({
  id: `${source}-${target}`,
  source: `n${source}`,
  target,
  data: { label, flagged },
});

/** Short of breath (flagged) leads to a number; both ways end with a word of one's own and a table for the clinic. */
export const breath = {
  nodes: [
    question(1, 'Multiple Choice', 'MC', 'Are you short of breath?', 'Ask for the number of pillows'),
    question(2, 'Numeric', 'Numeric', 'How many steps can you climb?'),
    question(3, 'Text Input', 'TextInput', 'Is there anything else we should know?'),
    question(4, 'AdditionalMed', 'AdditionalMed', 'Do you take anything new?'),
  ],
  edges: [
    edge(1, 'n3', 'No', 'false'),
    { ...edge(1, 'n2', 'Yes', 'true'), id: '1-n2' },
    edge(2, 'n3', '0-30', 'false'),
    edge(3, 'n4'),
    edge(4, 'Finished'),
  ],
};

interface Patient {
  u_ID: number;
  name: string;
  dob: string;
  email: string;
  status: string | number;
}

/** Eight questions below each other; every answer but the ordinary one skips some of them. */
const walk = {
  nodes: Array.from({ length: 8 }, (_, i) => ({
    ...question(
      i + 1,
      'Multiple Choice',
      'MC',
      `How far did you walk on day ${i + 1} of the last week without a rest?`,
    ),
    position: { x: 0, y: i * 240 },
  })),
  edges: [
    ...[2, 3, 4, 5, 6, 7, 8].map((next) => edge(next - 1, `n${next}`, 'As usual', 'false')),
    edge(8, 'Finished'),
    edge(1, 'n4', 'Less', 'false'),
    edge(1, 'n8', 'I would rather not say', 'false'),
    edge(3, 'n7', 'Hardly,Not at all', 'true,true'),
    edge(4, 'n6', 'More', 'false'),
    edge(2, 'Finished', 'I have been in hospital', 'true'),
  ],
};

async function makeSurvey(send: Send, surveyName: string, graph: object): Promise<number> {
  const { companyId } = await send<{ companyId: number }>('/auth/me', 'GET');
  const survey = { surveyName, companyId, ...graph };
  return (await send<{ surveyId: number }>('/v2/company/surveys', 'POST', survey)).surveyId;
}
export const makeWalk = (send: Send): Promise<number> => makeSurvey(send, 'Walk check', walk);

/** The group of the clinic asks it every day from now on; tells which group that is. */
async function clinicAsksEveryDay(send: Send, surveyId: number): Promise<number> {
  const { groups } = await send<{ groups: { gId: number; displayName: string; groupName: string }[] }>(
    '/care-groups',
    'GET',
  );
  const gId = groups.find((group) => [group.displayName, group.groupName].includes('Heart Failure Clinic'))
    ?.gId as number;
  const { companyId } = await send<{ companyId: number }>('/auth/me', 'GET');
  await send('/v2/care-groups/assessments', 'POST', {
    gId,
    companyId,
    surveyActivity: { surveyId, triggerType: 'Time', triggerValue: '1d', triggerDescription: 'Every day' },
  });
  return gId;
}

/** Ten words of one's own, one after the other. */
export const tenWords = {
  nodes: Array.from({ length: 10 }, (_, i) => question(i + 1, 'Text Input', 'TextInput', `How was day ${i + 1}?`)),
  edges: Array.from({ length: 10 }, (_, i) => edge(i + 1, i === 9 ? 'Finished' : `n${i + 2}`)),
};

/** A medication, and a word of one's own. */
export const medication = {
  nodes: [
    question(1, 'Medication', 'MedInfo', 'What do you take?'),
    question(2, 'Text Input', 'TextInput', 'How does it do?'),
  ],
  edges: [edge(1, 'n2'), edge(2, 'Finished')],
};

/** The clinic asks it; tells the first active patient who can be written to. */
export async function askEveryDay(
  send: Send,
  surveyName: string,
  graph: object = breath,
): Promise<Patient & { gId: number }> {
  const gId = await clinicAsksEveryDay(send, await makeSurvey(send, surveyName, graph));
  const { patients } = await send<{ patients: Patient[] }>(`/care-groups/patients?g_id[]=${gId}`, 'GET');
  const patient = patients.find(
    ({ status, email }) => /^(1|active)$/i.test(String(status)) && email.endsWith('@mail.example'),
  );
  if (!patient) throw new Error('No active patient of the clinic can be written to.');
  return { ...patient, gId };
}

interface Sent {
  responseId: number;
  sId: number;
  version: number;
  timeCompleted: string;
  flaggedQuestions: number[];
  answers: { questionNum: number; answer: string }[];
}
/** Finishes the review of an assessment that was answered by its longest way, with another answer to one question. */
export async function correctAnswer(
  send: Send,
  of: { u_id: number; survey_event_id: number | undefined },
  questionNum: number,
  answer: string,
): Promise<void> {
  const { cpId } = await send<{ cpId: number }>('/auth/me', 'GET');
  const path = `/survey-responses?u_id=${of.u_id}&survey_event_id=${of.survey_event_id}`;
  const { responses } = await send<{ responses: Sent[] }>(path, 'GET');
  const [{ responseId, sId, version, timeCompleted, flaggedQuestions, answers } = {} as Sent] = responses;
  await send('/survey-responses', 'PUT', {
    ...of,
    responseId,
    version,
    careProviderId: cpId,
    surveyId: sId,
    time_completed: timeCompleted,
    numQuestions: breath.nodes.length,
    flaggedQuestions,
    medications: [],
    answers: answers.map((one) => (one.questionNum === questionNum ? { ...one, answer } : one)),
  });
}
