export interface Step {
  daysAgo: number;
  run: () => Promise<void>;
}
