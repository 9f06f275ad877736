/** Who may sign what, when, and with which words. */
import { siteSide, type UserType } from '../access.ts';
import { isVisible } from '../visible.ts';

/** What is signed: a document that somebody sent round, an order form, a user management report, a training form. */
export const signingKinds = ['general', 'order_form', 'report', 'training'] as const;
export type SigningKind = (typeof signingKinds)[number];

/** SGN-18, UMR-05, AKF-02, CON-09. The reason is what the signature means. */
export const signingReasons: Readonly<Record<SigningKind, string>> = {
  general: 'I approve this prescription.',
  order_form: 'I approve this prescription.',
  report: 'I approve this list of site users',
  training: 'I acknowledge this training',
};
/** CON-10. */
export const verificationTitles: Readonly<Record<SigningKind, string>> = {
  general: 'Prescriber Verification',
  order_form: 'Prescriber Verification',
  report: 'Verification',
  training: 'Signature Verification',
};

/**
 * Who can be asked to sign what is sent round. Partners never see documents of groups (ROL-09), a sponsor's page shows reports alone
 * (ROL-21), and two types cannot sign in (SIG-15): a request to one of them would wait for ever.
 */
export const generalSigners: readonly UserType[] = siteSide;

/** Where a request for signatures stands. All but the first are ends (P11-08). */
const signingStates = ['open', 'completed', 'rejected', 'withdrawn'] as const;
export type SigningState = (typeof signingStates)[number];

/** So many begin a person's list; those that wait for their signature are in it beside these, whatever their age (ODF-05, OPS-23). */
export const mostToSign = 500;
export const mostWaitingToSign = 5_000;

export interface Turn {
  signerNum: number;
  cpId: number;
  hasSigned: boolean;
}

/** Whose turn it is: the first in order who has not signed; nobody's where the request has ended (P11-07). */
export function currentSigner<T extends Turn>(state: SigningState, signers: readonly T[]): T | null {
  if (state !== 'open') return null;
  return signers.toSorted((a, b) => a.signerNum - b.signerNum).find((signer) => !signer.hasSigned) ?? null;
}

/** SGN-01, SGN-02: how a request stands for one of its signers. */
const standings = ['needs_signing', 'pending', 'completed', 'rejected'] as const;
export type Standing = (typeof standings)[number];
export const standingWords = { needs_signing: 'Needs To Sign', pending: 'Pending' } as const;

export function standingOf(state: SigningState, signers: readonly Turn[], cpId: number): Standing {
  if (state === 'completed') return 'completed';
  if (state !== 'open') return 'rejected';
  return currentSigner(state, signers)?.cpId === cpId ? 'needs_signing' : 'pending';
}

/** UMR-02: what a report says of itself. */
export const reportStatuses = ['Accepted', 'Rejected'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
/** UMR-02: letter by letter. */
export const pendingReport = 'pending';
/** What is kept as the reason of somebody who rejects a report and gives none. */
export const rejectedWithoutReason = 'Rejected a user management report';

/** Signers are numbered from 1 without gap or double. */
export const areNumbered = (numbers: readonly number[]): boolean =>
  numbers.toSorted((a, b) => a - b).every((number, at) => number === at + 1);

/** SGN-05 to SGN-07: whether something stands in a field: a text that can be seen, a tick, a chosen option. */
export const isFilledIn = (value: string | boolean | null | undefined): boolean =>
  typeof value === 'string' ? isVisible(value) : value === true;

/** How long a proof of who signs may wait for its signature (P11-01). */
export const proofMinutes = 15;
/** How long a link of a signer opens the document without a session (SEC-34). */
export const openLinkDays = 30;
/** How long the browser waits before it has the password checked (SGN-14). */
export const reauthenticationDelayMs = 2_000;

export const messages = {
  onlyOwn: 'Only the logged in user can sign.',
  wrongCredentials: 'Email or Password is incorrect.',
  emptyPad: 'Signature cannot be empty.',
  requestFailed: 'Failed to create a signature request.',
} as const;
