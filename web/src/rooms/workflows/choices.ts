/** What can be added to a workflow, as its picker says it. */
export interface Choice {
  id: number;
  name: string;
  /** What tells it from another one of its name. */
  apart?: string | undefined;
  /** What is to know before it is chosen, in a word or two. */
  note?: string | undefined;
  /** The same as a sentence, once it is chosen. */
  warning?: string | undefined;
}

/** Equals are told apart by what is known of them, and where that is equal too by their numbers. */
export function labelsOf(choices: readonly Choice[]): string[] {
  const told = whereAlike(choices.map(({ name, apart }) => ({ label: name, more: apart })));
  const numbered = whereAlike(choices.map(({ id }, at) => ({ label: told[at] ?? '', more: `number ${id}` })));
  return choices.map(({ note }, at) => (note ? `${numbered[at]} (${note})` : (numbered[at] ?? '')));
}

function whereAlike(labels: readonly { label: string; more: string | undefined }[]): string[] {
  const times = new Map<string, number>();
  for (const { label } of labels) times.set(label, (times.get(label) ?? 0) + 1);
  return labels.map(({ label, more }) => (more && (times.get(label) ?? 0) > 1 ? `${label}, ${more}` : label));
}
