/** Assessments for tests of the builder. */
import type { SurveyDetail } from '@portal/contract/assessments/endpoints.ts';
import type { Edge, Graph, Node, QuestionType } from '@portal/contract/assessments/flow.ts';

export const aNode = (n: number, type: QuestionType = 'MC', over: Partial<Node> = {}): Node => ({
  id: `n${n}`,
  position: { x: 0, y: n * 200 },
  questionNum: n,
  questionType: { label: type === 'MC' ? 'Multiple Choice' : type, value: type },
  question: `Text of ${n}`,
  additionalInfo: '',
  ...over,
});

export const anEdge = (source: string, target: string, label = '', flagged = ''): Edge => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label, flagged },
});

/** Well leads to the end, ill to a text. */
export const checkUp: Graph = {
  nodes: [aNode(1, 'MC', { question: 'How are you?' }), aNode(2, 'TextInput', { question: 'What hurts?' })],
  edges: [anEdge('n1', 'Finished', 'Well,Very well', 'false,false'), anEdge('n1', 'n2', 'Ill', 'true')],
};

const timeCreated = new Date('2026-11-12T10:00:00Z');
export const aSurvey = (over: Partial<SurveyDetail> = {}, graph: Graph = checkUp): SurveyDetail => ({
  surveyId: 7,
  surveyName: 'Check-up',
  timeCreated,
  hasQuestionGraph: 'true',
  hasQuestions: true,
  defaultRecurrence: 0,
  isUsable: true,
  version: 3,
  questionsGraph: JSON.stringify(graph),
  definition: 1,
  definitions: [{ definition: 1, timeCreated, isSent: false, isUsable: true }],
  ...over,
});
