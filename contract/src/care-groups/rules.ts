/** Care groups: what is configured of a trial and of a site, the words for it, and what stands below what. */

type Configured = 'configured' | 'not configured';

/** The kinds of groups, and how `groupType` says the same (CGP-13, TRE-03). */
export const groupLabels = { clinicalTrial: 'Trial', trialSite: 'Trial Site', careGroup: 'Care Group' } as const;
export const groupTypes = ['clinicalTrial', 'trialSite', 'careGroup'] as const satisfies (keyof typeof groupLabels)[];
export type GroupType = (typeof groupTypes)[number];

/** What may be made below a group of this type; null is at the top. Nothing stands below a site. */
export const typesBelow = (parent: GroupType | null): readonly GroupType[] =>
  (
    ({
      '': ['clinicalTrial', 'careGroup'],
      clinicalTrial: ['trialSite'],
      trialSite: [],
      careGroup: ['careGroup'],
    }) as const
  )[parent ?? ''];

/** The longest name of a group, as people read it in tables and pickers. */
export const longestGroupName = 100;
export const longestDescription = 2_000;
/** How many characters the texts of a configuration can have. */
export const longest = { subjectMask: 30, pdmiNumber: 50, sponsorName: 100, studyContact: 100, notes: 2_000 } as const;

/** So many groups a company has at most, which one list shows; so many of them one copy makes, with so many documents and assessments; and so deep they stand (SEC-36). */
export const mostGroups = 5_000;
export const mostCopied = 500;
export const mostPartsCopied = 2_000;
export const deepestLevel = 10;

/** TRC-04: groups of X with single hyphens between them. */
export const isSubjectMask = (mask: string): boolean => /^X+(-X+)*$/.test(mask);
export const subjectMaskMessage = 'Invalid Subject Format';

/** What the status of a trial or of a site is made from. */
export interface Configuration {
  type: GroupType;
  hasCard: boolean;
  hasShippingRequest: boolean;
  orderFormTemplate: number | null;
  trialSiteCount: number | null;
  trialConfigured: Configured;
  siteConfigured: Configured;
  cardConfigured: Configured;
  shippingConfigured: Configured;
}

/** The words of the Status column; a clinic's group has none. */
export function statusText(group: Configuration): string {
  if (group.type === 'careGroup') return '';
  if (group.type === 'trialSite')
    return group.siteConfigured === 'configured' ? 'Fully configured' : 'Site not configured';
  const missing = missingParts(group);
  if (missing.length > 0) return `${listed(missing)} not configured`;
  return group.trialSiteCount ? 'Fully configured' : 'No Trial Sites';
}

/** The parts of a trial that are asked for and not there yet, in the order they are named. */
function missingParts(group: Configuration): string[] {
  const parts: [string, boolean][] = [
    ['Trial', group.trialConfigured !== 'configured'],
    ['Card', group.hasCard && group.cardConfigured !== 'configured'],
    ['Order form', group.hasShippingRequest && group.orderFormTemplate === null],
    ['Shipping', group.hasShippingRequest && group.shippingConfigured !== 'configured'],
  ];
  return parts.filter(([, isMissing]) => isMissing).map(([name]) => name);
}

/** "a", "a & b", "a, b & c" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} & ${words.at(-1)}`;

/** OPS-24: only the mask is stored; its length is its number of X. */
export const subjectNumberLength = (mask: string | null): number | null => (mask ? mask.split('X').length - 1 : null);
