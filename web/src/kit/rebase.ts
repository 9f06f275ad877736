/** A form that was open while somebody else changed what it shows (REL-07). */

export interface Difference {
  label: string;
  theirs: string;
  /** Ours was changed too and stays in the field. */
  kept: boolean;
}

/** The fields of a draft: what they are called, how a value is shown, and when two values are the same. */
export interface DraftFields<Draft> {
  labels: Readonly<Record<keyof Draft, string>>;
  /** What is missing where it is not the field alone, such as one of two. */
  missing?: Partial<Record<keyof Draft, string>>;
  shown: (draft: Draft, field: keyof Draft) => string;
  same?: (one: Draft[keyof Draft], other: Draft[keyof Draft]) => boolean;
  /** What becomes of a field that both have changed, where both changes can stand; without it ours stays. */
  joined?: {
    [Field in keyof Draft]?: (before: Draft[Field], mine: Draft[Field], theirs: Draft[Field]) => Draft[Field];
  };
}

/** Takes over what someone else has changed, except where the person has typed something, and says what that was. */
export function rebase<Draft extends object>(
  before: Draft,
  mine: Draft,
  theirs: Draft,
  { labels, shown, same = Object.is, joined = {} }: DraftFields<Draft>,
): { draft: Draft; differences: Difference[] } {
  const draft = { ...mine };
  const differences: Difference[] = [];
  for (const field of Object.keys(labels) as (keyof Draft)[]) {
    if (same(before[field], theirs[field])) continue;
    const kept = !same(before[field], mine[field]) && !same(mine[field], theirs[field]);
    draft[field] = kept ? (joined[field]?.(before[field], mine[field], theirs[field]) ?? mine[field]) : theirs[field];
    differences.push({ label: labels[field], theirs: shown(theirs, field), kept });
  }
  return { draft, differences };
}
