/** What later rooms, demo data and commands may use of registration. */
export { cancelEarlier, cancelInvitation } from './cancel-invitation.ts';
export { invite, type NewInvitation } from './invite.ts';
export { joinByInvitation, type Registration } from './register.ts';
