import type { Access } from '../access.ts';

/** Documents outside the library are open with either module (decisions, "Who sees what"). */
export const documentAccess = { anyModule: ['TrialCard', 'ClinicalManagement'] } as const satisfies Access;
