/** What later rooms may use of the care groups. */
export { addCareGroup, holdGroups } from './add-care-group.ts';
export { addMember, addToGroups } from './add-member.ts';
export { removeFromGroups } from './remove-member.ts';
export { showInGroups } from './show-member.ts';
export { addSponsor } from './add-sponsor.ts';
export { assignBrand } from './assign-brand.ts';
export { configureSite } from './configure-site.ts';
export { configureTrial } from './configure-trial.ts';
export {
  forGood,
  givenInEmergency,
  refuseInEmergency,
  seenInEmergencyAlone,
  seesGroup,
  seesGroupForGood,
} from './for-good.ts';
export { holdPeople, keepingAnAdministrator } from './keeping-an-administrator.ts';
export { peopleOfSites, peopleOfTrial } from './people-of-sites.ts';
export { prescribesAt } from './prescribers.ts';
export { trialOrSite } from './present.ts';
export { type NewGroup, whenGroupsAreAdded } from './new-groups.ts';
export { whenGroupIsRemoved } from './removed-groups.ts';
export { setOrderForm } from './set-order-form.ts';
export { withdrawMailsOfGroups } from './withdraw-mails.ts';
export { tellOfTrial } from './tell.ts';
export {
  type Breadth,
  countChange,
  groupIsInSight,
  inSight,
  lockGroup,
  lockSite,
  seesWhole,
  type Sight,
  sponsorInSight,
  trialOf,
} from './queries.ts';
