/** One row of the table of budgets. */
export interface Row {
  what: string;
  value: number;
  unit: string;
  target: { atLeast: number } | { atMost: number } | null;
  /** What the value was made of. */
  from: Record<string, number>;
}
