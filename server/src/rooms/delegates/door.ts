/** What later rooms and the demo data may use of the delegates. */
export { inviteDelegate } from './invite-delegate.ts';
