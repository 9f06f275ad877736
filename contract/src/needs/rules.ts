/** What waits for whom. */
import { isPartner, meets, type Person } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';

/** Whose work a person is told of: a site's, their partner's, their sponsor's, or that of the trials they run. */
export type Work = 'site' | 'partner' | 'sponsor' | 'trials';
export function workOf(person: Person): Work[] {
  if (isPartner(person.type)) return ['partner'];
  if (person.type === 'Sponsor') return ['sponsor'];
  return [
    // An administrator sees every site, and works at none.
    ...(person.type === 'Admin' ? [] : ['site' as const]),
    ...(meets(trialAdministrators, person) ? ['trials' as const] : []),
  ];
}
