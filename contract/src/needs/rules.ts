/** What waits for whom. */
import { isPartner, meets, type Person } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';
import { conversationAccess } from '../conversations/rules.ts';

/** Whose work a person is told of: a site's, their partner's, their sponsor's, that of the trials they run, or their own in conversations. */
export type Work = TrialWork | 'conversations';
type TrialWork = 'site' | 'partner' | 'sponsor' | 'trials';
export const workOf = (person: Person): Work[] => [
  ...(person.modules.includes('TrialCard') ? trialWorkOf(person) : []),
  ...(meets(conversationAccess, person) ? ['conversations' as const] : []),
];

function trialWorkOf(person: Person): TrialWork[] {
  if (isPartner(person.type)) return ['partner'];
  if (person.type === 'Sponsor') return ['sponsor'];
  return [
    // An administrator sees every site, and works at none.
    ...(person.type === 'Admin' ? [] : ['site' as const]),
    ...(meets(trialAdministrators, person) ? ['trials' as const] : []),
  ];
}
