/** What waits for whom. */
import { isPartner, meets, type Person } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';
import { conversationAccess } from '../conversations/rules.ts';
import { assessmentAccess, patientAccess } from '../patients/access.ts';

/** Whose work a person is told of: a site's, their partner's, their sponsor's, that of the trials they run, a clinic's, its follow-ups, or their own in signing and in conversations. */
export type Work = TrialWork | 'clinic' | 'followUps' | 'signatures' | 'conversations';
type TrialWork = 'site' | 'partner' | 'sponsor' | 'trials';
/** Who has the page of follow-ups, and sees some there (CLN-16). */
const followUpsAccess = { ...patientAccess, module: 'FollowUp' } as const;
export const workOf = (person: Person): Work[] => [
  ...(person.modules.includes('TrialCard') ? trialWorkOf(person) : []),
  ...(meets(assessmentAccess, person) ? ['clinic' as const] : []),
  ...(meets(followUpsAccess, person) ? ['followUps' as const] : []),
  // They are listed where there are trials. A partner signs nothing but the training form, which is asked for by itself.
  ...(person.modules.includes('TrialCard') && !isPartner(person.type) ? ['signatures' as const] : []),
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
