export interface RowAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
  /** What usually comes next: it has a button of its own in the row, too. */
  isNextStep?: boolean;
  hidden?: boolean;
  disabled?: boolean;
  /** Why it cannot be done now: it stays in reach, so that the reason can be read, and does nothing. */
  hint?: string | undefined;
}
