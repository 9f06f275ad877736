import { fieldName } from '@portal/contract/audit/words.ts';
import type { SigningState } from '@portal/contract/signing/rules.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { Tx } from '#platform/database/db.ts';
import { DamagedFile } from '#platform/files/encrypted-driver.ts';
import type { Files } from '#platform/files/files.ts';
import type { Forms } from './forms/forms.ts';
import { measured, type SignatureRow, signaturesOf } from '#rooms/documents/door.ts';
import { contentsOnRecord, requestOfDocument, revisionsOf, type SigningOnRecord, signingsOnRecord } from './queries.ts';

export interface Verified {
  problems: readonly string[];
  /** What was looked at, in words. */
  checked: readonly string[];
  sealedAt: Date | null;
  /** Since when it lacks its seal: everybody had signed it then. */
  unsealedSince: Date | null;
  signatures: readonly SignatureRow[];
}

const list = new Intl.ListFormat('en');
/** Of large documents at a time; one company has one of the two, as with all work on PDFs. */
const places = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });

/** What rows and audit trail say of a document and its signing, as they stood at one time. */
export async function signingOf(tx: Tx, documentId: number) {
  const request = await requestOfDocument(tx, documentId);
  const [signatures, revisions, contents, onRecord] = await Promise.all([
    signaturesOf(tx, documentId),
    revisionsOf(tx, documentId),
    contentsOnRecord(tx, documentId),
    signingsOnRecord(tx, documentId, request?.requestId),
  ]);
  return { documentId, request, signatures, revisions, contents, onRecord };
}
type Signing = Awaited<ReturnType<typeof signingOf>>;

/** Whether somebody was asked to sign it, also where no row tells so any more. */
export const wasToBeSigned = ({ request, onRecord }: Signing): boolean => request !== undefined || onRecord.length > 0;

/**
 * Re-derives everything from the bytes: that each revision is what was kept, that each signature was given on the revision before it
 * and made the one after it, that the signers signed in order, and that the seal holds (P11-04). What rows say has to be what the audit
 * trail says: it knows what was taken out of them. No connection to the database waits for it.
 */
export const verifyDocument = (
  files: Pick<Files, 'get' | 'read'>,
  forms: Pick<Forms, 'verifySeal'>,
  signing: Signing,
  knownSeals: readonly string[],
): Promise<Verified> => places.run(() => verify(files, forms, signing, knownSeals));

async function verify(
  files: Pick<Files, 'get' | 'read'>,
  forms: Pick<Forms, 'verifySeal'>,
  signing: Signing,
  knownSeals: readonly string[],
): Promise<Verified> {
  const { request, signatures, revisions, onRecord } = signing;
  const { shaAt, problems } = await readRevisions(files, signing);
  const checked = [
    `The bytes of ${revisions.length === 1 ? 'the one revision' : `all ${revisions.length} revisions`} against what was kept.`,
  ];
  if (!wasToBeSigned(signing))
    return {
      problems,
      checked: [...checked, 'Nobody was asked to sign this document.'],
      sealedAt: null,
      unsealedSince: null,
      signatures,
    };

  problems.push(...missingRows(signing));
  const signers = request?.signers ?? [];
  const recorded = new Map(signedOf(onRecord).map((entry) => [saidIn(entry, 'signerNum'), entry]));

  // Each signer's signatures lead from one revision to the next, in order.
  let at = shaAt.length > 0 ? 0 : -1;
  const bySigner = Map.groupBy(signatures, ({ signerId }) => signerId);
  for (const { signerId, signerNum, cpId, name, hasSigned } of signers) {
    const own = bySigner.get(signerId) ?? [];
    bySigner.delete(signerId);
    if (!hasSigned) {
      if (own.length > 0) problems.push(`There is a signature of ${name}, signer ${signerNum}, who has not signed.`);
      continue;
    }
    if (own.length === 0) problems.push(`The signature of ${name}, signer ${signerNum}, is missing.`);
    const made = revisions.findIndex(({ by }, n) => n > at && by === 'signed');
    if (made === -1) {
      problems.push(`There is no revision that ${name}, signer ${signerNum}, signed.`);
      continue;
    }
    const entry = recorded.get(signerNum);
    if (!entry) problems.push(`The audit trail knows no signature of ${name}, signer ${signerNum}.`);
    for (const one of own) {
      const { fieldName, presented, signed } = one;
      if (one.cpId !== cpId)
        problems.push(`The signature in ${fieldName} is of another account than that of ${name}, signer ${signerNum}.`);
      const changed = entry ? changedSince(entry, one) : [];
      if (changed.length > 0)
        problems.push(`The record of the signature in ${fieldName} was changed: ${list.format(changed)}.`);
      if (presented !== shaAt[made - 1])
        problems.push(`What ${name} was shown for ${fieldName} is not the revision before the signature.`);
      if (signed !== shaAt[made])
        problems.push(`What ${name} signed in ${fieldName} is not the revision that was kept.`);
    }
    at = made;
  }
  for (const [, strange] of bySigner)
    problems.push(
      `There is a signature of ${strange[0]?.firstName} ${strange[0]?.lastName}, who was not asked to sign.`,
    );
  // By their numbers: a clock may have been set back between two of them (P11-13, REL-10).
  const given = signers.flatMap(
    ({ signerId }) => signatures.find((one) => one.signerId === signerId)?.signatureId ?? [],
  );
  if (!isInOrder(given) || !isInOrder(signedOf(onRecord).map((entry) => Number(saidIn(entry, 'signerNum')))))
    problems.push('The signatures were not given in the order of the signers.');

  const signed = signers.filter(({ hasSigned }) => hasSigned).map(({ name, email }) => `${name} (${email})`);
  if (signed.length > 0)
    checked.push(
      `${signatures.length === 1 ? 'One signature' : `${signatures.length} signatures`} of ${list.format(signed)} against what was shown and what was kept.`,
      'That the signers signed in their order.',
      'That those who signed are those who were asked.',
      'Name, account, role, time, reason, field, page and drawing of each signature, and where it was signed from, against the audit trail.',
    );
  else if (recorded.size > 0) checked.push('The signatures that the audit trail knows of.');
  else checked.push('Nobody has signed it yet.');
  const sealedAt = request?.sealedAt ?? null;
  if (request && sealedAt) {
    checked.push('The seal over the whole file.');
    const [sealed, sha256] = [revisions.at(-1), shaAt.at(-1)];
    if (!sealed || !sha256 || sealed.by !== 'sealed') problems.push('The sealed file is missing.');
    else {
      if (sha256 !== request.sealedSha256) problems.push('The file is not the one that was sealed.');
      const read = async () => (await files.read(sealed.key)) ?? new Uint8Array();
      problems.push(...(await forms.verifySeal(read, knownSeals)).problems);
    }
  }
  const isUnsealed = request?.state === 'completed' && sealedAt === null;
  return { problems, checked, sealedAt, unsealedSince: (isUnsealed && signatures.at(-1)?.date) || null, signatures };
}

const hourMs = 3_600_000;

/** What is said of a document that everybody signed and that has no seal: late from an hour on. Null where it lacks none. */
export function missingSeal(
  { unsealedSince }: Pick<Verified, 'unsealedSince'>,
  now: Date,
): { isLate: boolean; text: string } | null {
  if (unsealedSince === null) return null;
  const hours = Math.floor((now.getTime() - unsealedSince.getTime()) / hourMs);
  if (hours < 1) return { isLate: false, text: 'The seal follows within a minute of the last signature.' };
  const days = Math.floor(hours / 24);
  const ago = hours === 1 ? '1 hour' : days < 2 ? `${hours} hours` : `${days} days`;
  return { isLate: true, text: `It has no seal yet, ${ago} after the last signature. The operator can tell why.` };
}

/** The hash of each revision, null of what is damaged or gone, and what of them is not as it was kept. */
async function readRevisions(files: Pick<Files, 'get'>, { revisions, contents }: Signing) {
  const problems: string[] = [];
  const shaAt: (string | null)[] = [];
  const recorded = new Map(contents.map((entry) => [Number(saidIn(entry, 'revision') ?? 1), saidIn(entry, 'sha256')]));
  for (const { revision, key, sha256: kept } of revisions) {
    const sha256 = await sha256Of(files, key);
    const isOther = [kept, recorded.get(revision)].some((said) => typeof said === 'string' && said !== sha256);
    if (sha256 === null) problems.push(`Revision ${revision} of the document is damaged or gone.`);
    else if (isOther) problems.push(`Revision ${revision} of the document is not what was kept.`);
    recorded.delete(revision);
    shaAt.push(sha256);
  }
  for (const revision of recorded.keys()) problems.push(`Revision ${revision} of the document is missing.`);
  return { shaAt, problems };
}

/** In words, what the audit trail knows of the signing and no row does, and a request, its signers, its end or a seal that it does not know. */
function missingRows({ documentId, request, onRecord }: Signing): string[] {
  const problems: string[] = [];
  const asked = onRecord.find(({ action }) => action === 'signing.requested');
  if (!request) problems.push('The request for signatures is missing.');
  else if (!asked || saidIn(asked, 'documentId') !== documentId)
    problems.push('The audit trail knows no request for signatures of this document.');
  else {
    const changed = changedOfRequest(asked, request, onRecord);
    if (changed.length > 0)
      problems.push(`The record of the request for signatures was changed: ${list.format(changed)}.`);
    if (areOthers(asked, request)) problems.push('Those who were to sign are not those who were asked.');
    if (request.state !== stateOnRecord(onRecord))
      problems.push('Whether the signing has ended, and how, was changed.');
  }
  for (const entry of signedOf(onRecord)) {
    const signerNum = Number(saidIn(entry, 'signerNum'));
    if (!request?.signers.some((one) => one.signerNum === signerNum && one.hasSigned))
      problems.push(`The signature of ${entry.name}, signer ${signerNum}, is missing.`);
  }
  const seal = onRecord.find(({ action }) => action === 'signing.sealed');
  if (seal && !request?.sealedAt) problems.push('The record of the seal is missing.');
  else if (seal && request && isOtherSeal(seal, request)) problems.push('The record of the seal was changed.');
  else if (!seal && request?.sealedAt) problems.push('The audit trail knows no seal of this document.');
  return problems;
}

/** In words, what of a request is not what was written down when people were asked, and when it ended. */
function changedOfRequest(
  asked: SigningOnRecord,
  { kind, requesterId, reason }: NonNullable<Signing['request']>,
  onRecord: Signing['onRecord'],
): string[] {
  const same: [what: string, isSame: boolean][] = [
    ['its kind', saidIn(asked, 'kind') === kind],
    ['who asked', asked.cpId === requesterId],
    ['why it ended', (endOnRecord(onRecord)?.reason ?? null) === reason],
  ];
  return same.flatMap(([what, isSame]) => (isSame ? [] : [what]));
}

/** Entries of before do not say which accounts were asked. */
function areOthers(asked: SigningOnRecord, { signers }: NonNullable<Signing['request']>): boolean {
  const accounts = saidIn(asked, 'signerAccounts') as readonly number[] | undefined;
  return (
    saidIn(asked, 'signers') !== signers.map(({ name, email }) => `${name} (${email})`).join(', ') ||
    (accounts !== undefined && String(accounts) !== String(signers.map(({ cpId }) => cpId)))
  );
}

/** Entries of before do not say when it was sealed. */
const isOtherSeal = (seal: SigningOnRecord, { sealedAt, sealedSha256 }: NonNullable<Signing['request']>): boolean =>
  saidIn(seal, 'sealedSha256') !== sealedSha256 ||
  ![undefined, sealedAt?.toISOString()].includes(saidIn(seal, 'sealedAt') as string | undefined);

const ends: Readonly<Record<string, SigningState>> = {
  'signing.completed': 'completed',
  'signing.rejected': 'rejected',
  'signing.withdrawn': 'withdrawn',
};
const endOnRecord = (onRecord: Signing['onRecord']) => onRecord.findLast(({ action }) => action in ends);
const stateOnRecord = (onRecord: Signing['onRecord']): SigningState =>
  ends[endOnRecord(onRecord)?.action ?? ''] ?? 'open';

const signedOf = (onRecord: Signing['onRecord']) => onRecord.filter(({ action }) => action === 'signing.signed');

/** Null of what is damaged or gone; whether it is, nobody can tell while the store is away. */
const sha256Of = async (files: Pick<Files, 'get'>, key: string): Promise<string | null> => {
  try {
    const content = await files.get(key);
    return content && (await measured(content)).sha256;
  } catch (error) {
    if (error instanceof DamagedFile) return null;
    throw error;
  }
};

const isInOrder = (numbers: readonly number[]): boolean =>
  numbers.every((number, n) => n === 0 || number > (numbers[n - 1] as number));

const saidIn = ({ changes }: SigningOnRecord, field: string): unknown =>
  changes.find((one) => one.field === fieldName(field))?.new;

/** In words, what of a signature is not what was written down when it was given. */
function changedSince(
  entry: SigningOnRecord,
  { cpId, firstName, lastName, email, reason, date, claimedDate, host, address, client, ...one }: SignatureRow,
): string[] {
  const [fields, drawings, pages, claimed] = ['fields', 'drawingsSha384', 'pages', 'claimedAt'].map(
    (field) => saidIn(entry, field) as unknown[] | undefined,
  );
  // Entries of before do not say all of it.
  const isSaid = (field: string, value: string) => [undefined, value].includes(saidIn(entry, field) as string);
  const at = fields?.indexOf(one.fieldName) ?? -1;
  const same: [what: string, isSame: boolean][] = [
    ['who signed', entry.cpId === cpId && entry.name === `${firstName} ${lastName}`.trim()],
    ['the role', entry.type === one.type || entry.type === `${one.type}, emergency access`],
    ['the e-mail', isSaid('email', email)],
    ['where it was signed from', entry.host === host && isSaid('networkAddress', address)],
    ['with what it was signed', isSaid('client', client)],
    ['the time', saidIn(entry, 'signedAt') === date.toISOString()],
    [
      "the time that the signer's device said",
      claimed === undefined || claimed[at] === (claimedDate?.toISOString() ?? null),
    ],
    ['the reason', saidIn(entry, 'meaning') === reason],
    ['the field', at !== -1],
    ['the page', pages === undefined || pages[at] === one.page],
    ['the drawing', drawings?.[at] === one.hash],
    ['what was shown', saidIn(entry, 'presentedSha256') === one.presented],
    ['what was signed', saidIn(entry, 'signedSha256') === one.signed],
  ];
  return same.flatMap(([what, isSame]) => (isSame ? [] : [what]));
}
