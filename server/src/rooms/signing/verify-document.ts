import { fieldName } from '@portal/contract/audit/words.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/files.ts';
import type { Forms } from './forms/forms.ts';
import { measured, type SignatureRow, signaturesOf } from '#rooms/documents/door.ts';
import { requestOfDocument, revisionsOf, type SigningOnRecord, signingsOnRecord } from './queries.ts';

export interface Verified {
  problems: readonly string[];
  /** What was looked at, in words. */
  checked: readonly string[];
  sealedAt: Date | null;
  signatures: readonly SignatureRow[];
}

const list = new Intl.ListFormat('en');
/** Of large documents at a time; one company has one of the two, as with all work on PDFs. */
const places = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });

/** What the database says of the signing of a document, as it stood at one time; null where nobody was asked to sign it. */
export async function signingOf(tx: Tx, documentId: number) {
  const request = await requestOfDocument(tx, documentId);
  if (!request) return null;
  const [signatures, revisions, onRecord] = await Promise.all([
    signaturesOf(tx, documentId),
    revisionsOf(tx, documentId),
    signingsOnRecord(tx, request.requestId),
  ]);
  return { request, signatures, revisions, onRecord };
}
type Signing = NonNullable<Awaited<ReturnType<typeof signingOf>>>;

/**
 * Re-derives everything from the bytes: that each revision is what was kept, that each signature was given on the revision before it
 * and made the one after it, that the signers signed in order, and that the seal holds (P11-04). No connection to the database waits for it.
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
  { request, signatures, revisions, onRecord }: Signing,
  knownSeals: readonly string[],
): Promise<Verified> {
  const problems: string[] = [];

  // The bytes of every revision, and whether they are those that were kept.
  const shaAt: (string | null)[] = [];
  for (const { revision, key, sha256: kept } of revisions) {
    const sha256 = await sha256Of(files, key);
    if (sha256 === null) problems.push(`Revision ${revision} of the document is damaged or gone.`);
    else if (sha256 !== kept) problems.push(`Revision ${revision} of the document is not what was kept.`);
    shaAt.push(sha256);
  }

  const recorded = new Map(onRecord.map((entry) => [saidIn(entry, 'signerNum'), entry]));

  // Each signer's signatures lead from one revision to the next, in order.
  let at = shaAt.length > 0 ? 0 : -1;
  const bySigner = Map.groupBy(signatures, ({ signerId }) => signerId);
  for (const { signerId, signerNum, name, hasSigned } of request.signers) {
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
  const times = request.signers.flatMap(
    ({ signerId }) => signatures.find((one) => one.signerId === signerId)?.date ?? [],
  );
  if (times.some((time, n) => n > 0 && time < (times[n - 1] as Date)))
    problems.push('The signatures were not given in the order of the signers.');

  const signed = request.signers.filter(({ hasSigned }) => hasSigned).map(({ name }) => name);
  const checked = [
    `The bytes of ${revisions.length === 1 ? 'the one revision' : `all ${revisions.length} revisions`} against what was kept.`,
    ...(signed.length === 0
      ? ['Nobody has signed it yet.']
      : [
          `${signatures.length === 1 ? 'One signature' : `${signatures.length} signatures`} of ${list.format(signed)} against what was shown and what was kept.`,
          'That the signers signed in their order.',
          'Name, time, reason, field and drawing of each signature against the audit trail.',
        ]),
  ];
  if (request.sealedAt) {
    checked.push('The seal over the whole file.');
    const [sealed, sha256] = [revisions.at(-1), shaAt.at(-1)];
    if (!sealed || !sha256 || sealed.by !== 'sealed') problems.push('The sealed file is missing.');
    else {
      if (sha256 !== request.sealedSha256) problems.push('The file is not the one that was sealed.');
      const read = async () => (await files.read(sealed.key)) ?? new Uint8Array();
      problems.push(...(await forms.verifySeal(read, knownSeals)).problems);
    }
  } else if (request.state === 'completed') checked.push('The seal follows within a minute of the last signature.');
  return { problems, checked, sealedAt: request.sealedAt, signatures };
}

/** Null of what is damaged or gone. */
const sha256Of = async (files: Pick<Files, 'get'>, key: string): Promise<string | null> => {
  try {
    const content = await files.get(key);
    return content && (await measured(content)).sha256;
  } catch {
    return null;
  }
};

const saidIn = ({ changes }: SigningOnRecord, field: string): unknown =>
  changes.find((one) => one.field === fieldName(field))?.new;

/** In words, what of a signature is not what was written down when it was given. */
function changedSince(
  entry: SigningOnRecord,
  { cpId, firstName, lastName, reason, date, ...one }: SignatureRow,
): string[] {
  const [fields, drawings] = ['fields', 'drawingsSha384'].map((field) => saidIn(entry, field) as string[]);
  const same: [what: string, isSame: boolean][] = [
    ['who signed', entry.cpId === cpId && entry.name === `${firstName} ${lastName}`.trim()],
    ['the time', saidIn(entry, 'signedAt') === date.toISOString()],
    ['the reason', saidIn(entry, 'meaning') === reason],
    ['the field', fields?.includes(one.fieldName) === true],
    ['the drawing', drawings?.[fields?.indexOf(one.fieldName) ?? -1] === one.hash],
    ['what was shown', saidIn(entry, 'presentedSha256') === one.presented],
    ['what was signed', saidIn(entry, 'signedSha256') === one.signed],
  ];
  return same.flatMap(([what, isSame]) => (isSame ? [] : [what]));
}
