import type { Question } from '@portal/contract/assessments/flow.ts';

/** How many questions there are from one on, itself included, on the longest way. */
export function longestFrom(questions: readonly Question[], questionNum: number): number {
  const known = new Map<number, number>();
  const lengthOf = (from: number, seen: ReadonlySet<number>): number => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const question = questions.find((one) => one.questionNum === from);
    if (!question || seen.has(from)) return 0;
    const on = new Set(seen).add(from);
    const length = 1 + Math.max(0, ...question.actions.map((to) => (typeof to === 'number' ? lengthOf(to, on) : 0)));
    known.set(from, length);
    return length;
  };
  return lengthOf(questionNum, new Set());
}
