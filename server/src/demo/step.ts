export interface Step {
  daysAgo: number;
  /** Inside the fence of which company; where none is said, of the first, which has the trials. */
  companyId?: number;
  run: () => Promise<void>;
}
