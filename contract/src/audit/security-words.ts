/** What the log of security events says (SEC-39), in plain words. An event without words does not compile. */
import type { ChangesRights } from '../room.ts';
import { rooms } from '../rooms.ts';
import { actionWords } from './words.ts';

/** What people do to come in, stay in and go, and how the portal answers. */
const events = {
  sign_in: 'Sign-in',
  'account.locked': 'Account locked after wrong attempts',
  'mfa.asked': 'Second factor requested',
  'mfa.answered': 'Second factor answered',
  'mfa.recovery_code': 'Recovery code given',
  'mfa.recovery_codes_renewed': 'New recovery codes created',
  'mfa.set_up_asked': 'Set-up of a second factor requested',
  'mfa.set_up': 'Second factor set up',
  'mfa.replaced': 'Second factor replaced',
  'mfa.removed': 'Second factor removed',
  'recovery.asked': 'Recovery of an account requested',
  'password.reset_asked': 'Code for a new password requested',
  'password.reset': 'New password set by a mailed code',
  'password.changed': 'Password changed',
  'password.given_again': 'Password given again to sign a document',
  registration: 'Registration',
  'invitation.email_taken': 'Invitation to an e-mail in use',
  sign_out: 'Sign-out',
  'sign_out.everywhere': 'Sign-out everywhere',
  'session.ended': 'Session ended elsewhere',
  'session.expired': 'Session expired',
  'access.refused': 'Access refused',
  rate_limit: 'Too many attempts',
  export: 'Export',
} as const;

/** Changes of the audit trail with which somebody else gets, loses or keeps rights. */
type RightsChange = ChangesRights<(typeof rooms)[number]>;
export const rightsChanges: readonly RightsChange[] = rooms.flatMap((room) =>
  'changesRights' in room ? [...room.changesRights] : [],
);

export type SecurityEvent = keyof typeof events | RightsChange;
export const securityEvents: readonly SecurityEvent[] = [
  ...(Object.keys(events) as (keyof typeof events)[]),
  ...rightsChanges,
];

/** Also what a newer server has written and this one does not know yet reads as itself. */
export const securityEventWords = (event: string): string =>
  (Object.hasOwn(events, event) ? events[event as keyof typeof events] : actionWords[event]) ?? event;

export const securityOutcomeWords = { done: 'Done', failed: 'Failed', refused: 'Refused' } as const;
export type SecurityOutcome = keyof typeof securityOutcomeWords;
export const securityOutcomes = Object.keys(securityOutcomeWords) as readonly SecurityOutcome[];

/** By what somebody proved, or failed to prove, who they are. */
const factors = {
  password: 'Password',
  totp: 'Authenticator app',
  sms: 'Texted code',
  code: 'Code of the second factor',
  recovery_code: 'Recovery code',
  mailed_code: 'Mailed code',
  invitation: 'Invitation',
} as const;
export type SecurityFactor = keyof typeof factors;
export const securityFactorWords = (factor: string | null): string =>
  factor === null ? '' : Object.hasOwn(factors, factor) ? factors[factor as SecurityFactor] : factor;
