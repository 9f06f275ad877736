/** What later rooms, demo data and commands may use of the providers and how they are invited. */
export { addProvider, type NewProvider } from './add-provider.ts';
export {
  giveEmergencyAccess,
  type LentGroup,
  mostHours,
  takeEmergencyAccess,
} from './emergency-access/emergency-access.ts';
export { handlesThisRequest } from './handlers.ts';
export { cancelInvitation, withdrawByOperator } from './inviting/cancel-invitation.ts';
export { revokeAccess } from './managing/end-access.ts';
export { tellingOfRevoked } from './managing/telling-of-revoked.ts';
export { holdInvitationsOf, invite } from './inviting/invite.ts';
export { notingTakenEmail } from './inviting/note-taken-emails.ts';
export { everOfGroups, peopleOfGroups, type PersonOfGroups, shownTo } from './people-of-groups.ts';
export type { NewInvitation } from './inviting/new-invitation.ts';
export { joinByInvitation, type Registration } from './inviting/register.ts';
