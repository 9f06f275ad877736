/** Background work, declared as values by the rooms that do it. */
import type { z } from 'zod';

/** Runs by the clock, or when a transaction asked for it: it looks for itself what is due, and may run twice. */
export interface TimedJob {
  name: string;
  /** When it runs without being asked: minute, hour, day, month, weekday in UTC. */
  at: string;
}

export interface Retry {
  /** So often a run that failed is tried again. */
  limit: number;
  /** Before the first of them; each later one waits about twice as long as the one before. */
  delaySeconds: number;
}

/**
 * Left behind by an act with what it needs to know, which should be ids rather than content. It runs once it is committed, and
 * again where its process dies at the end of it, so its work asks what is done already.
 */
export interface QueuedJob<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  retry: Retry;
}

export function job<P extends z.ZodType>(declared: { name: string; payload: P; retry?: Retry }): QueuedJob<P>;
export function job(declared: TimedJob): TimedJob;
export function job(declared: TimedJob | { name: string; payload: z.ZodType; retry?: Retry }): TimedJob | QueuedJob {
  return 'payload' in declared ? { retry: { limit: 5, delaySeconds: 30 }, ...declared } : declared;
}
