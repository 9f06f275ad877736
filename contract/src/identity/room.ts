import { room } from '../room.ts';

export const identity = room({
  topics: ['account security', 'to administrators'],
  pages: ['/sign-in', '/forgot-password', '/account'],
  failures: {
    // Getting in (SER-01 to SER-12): codes and sentences of the identity calls.
    BAD_CREDENTIALS: { status: 400, message: 'Email or password incorrect.' },
    NOT_CONFIRMED: { status: 400, message: 'User not confirmed.' },
    RESET_REQUIRED: { status: 400, message: 'Password reset required.' },
    LOCKED: { status: 400, message: 'Password attempts exceeded, Please wait and try again' },
    FORBIDDEN_TYPE: { status: 403, message: 'Access forbidden.' },
    CODE_MISMATCH: { status: 400, message: 'Incorrect Code' },
    CHALLENGE_EXPIRED: { status: 400, message: 'Session timed out. Refresh the page to login' },
    MFA_NOT_FOUND: { status: 400, message: 'MFA cannot be enabled on your account.' },
    USER_EXISTS: { status: 400, message: 'An account with the given email already exists.' },
    PASSWORD_POLICY: {
      status: 400,
      message: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol',
    },
    LIMIT: { status: 429, message: 'Too many attempts. Please wait and try again.' },
    // SER-16: the web names the company of the invitation.
    SIGN_UP_FAILED: { status: 503 },
    'recovery.own': { status: 403, message: 'Someone else has to decide about your own second factor.' },
    'recovery.decided': { status: 409, message: 'This request has already been decided.' },
    'factor.required': { status: 400, message: 'Your account needs a second factor. You can replace it instead.' },
    'factor.unreadable': {
      status: 400,
      message: 'Your second factor can no longer be read. Please ask for account recovery.',
    },
    'accounts.held': {
      status: 409,
      message:
        'This portal was restored from a backup and may be a copy, so it changes no accounts yet. Please ask its operator.',
    },
    UNAVAILABLE: { status: 503, message: 'Unable to sign in' },
  },
  records: {
    account: { words: 'Account', goesBy: 'provider' },
    recovery: { words: 'Recovery request', key: 'recovery_id', table: 'mfa_recovery' },
  },
  actions: {
    'account.created': 'Registered an account',
    'account.locked': 'Locked an account after failed attempts',
    'account.mfa_removed': 'Removed a second factor',
    'account.mfa_replaced': 'Replaced a second factor',
    'account.mfa_set_up': 'Set up a second factor',
    'account.password_changed': 'Changed a password',
    'account.password_reset': 'Set a new password with a mailed code',
    'account.password_reset_asked': 'Asked for a code to set a new password',
    'account.recovery_code_used': 'Signed in with a recovery code',
    'account.recovery_codes_renewed': 'Created new recovery codes',
    'account.session_ended': 'Ended a session elsewhere',
    'account.state_changed': 'Changed the state of an account',
    'recovery.approved': 'Approved the recovery of an account',
    'recovery.asked': 'Asked for the recovery of an account',
    'recovery.refused': 'Refused the recovery of an account',
    'recovery.withdrawn': 'Withdrew a request for recovery',
  },
  changesRights: ['account.mfa_removed', 'account.state_changed', 'recovery.approved', 'recovery.refused'],
  fields: {
    mfa: 'Second factor',
  },
  events: {
    // Those who may decide about the person.
    'recovery.changed': { hears: ['members'] },
  },
});
