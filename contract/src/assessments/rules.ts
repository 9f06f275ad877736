/** Who may build assessments, and how large they may be. */
import type { Access } from '../access.ts';
import { clinicalAdministrators } from '../care-groups/access.ts';

/** An assessment belongs to the company, like its library of documents. */
export const builds = { ...clinicalAdministrators, reach: 'company' } as const satisfies Access;
/** Who only reads the definitions may be held to some groups. */
export const readsDefinitions = clinicalAdministrators;

/**
 * So many questions and branches an assessment has at most, and so many options a question that can be answered; the rows name no limit
 * but that of any list (SEC-27).
 */
export const mostOf = { nodes: 500, edges: 1_000, options: 200 } as const;
export const longest = { surveyName: 200, question: 2_000, additionalInfo: 2_000, id: 100, label: 2_000 } as const;

/** CGW-11, OPS-92: -1 comes by import alone, and is not offered to care groups. */
export const isOfferedToGroups = ({ defaultRecurrence }: { defaultRecurrence: number }): boolean =>
  defaultRecurrence !== -1;

/** The newest definition cannot be answered, and patients are asked the last one that can. */
export const isEarlierAsked = (of: { isUsable: boolean; newestIsUsable?: boolean | undefined }): boolean =>
  of.isUsable && of.newestIsUsable === false;
