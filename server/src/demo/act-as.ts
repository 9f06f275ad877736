import type { Act } from '#platform/act/act.ts';
import type { Actor } from '../platform/security/viewer.ts';

/** The act of one of the demo's people: all of them in the one transaction, by the one clock. */
export type ActAs = <Who extends Actor>(who: Who) => Act<Who>;
