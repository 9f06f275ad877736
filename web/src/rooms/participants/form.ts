/** What the dialog holds while a participant is typed in, and what becomes of it. */
import type { DraftFields } from '#kit/rebase.ts';
import type { Address } from '@portal/contract/addresses/rules.ts';
import { addParticipant, type Participant } from '@portal/contract/participants/endpoints.ts';
import { fitsMask, isSubjectNumber, participantProblems } from '@portal/contract/participants/rules.ts';
import { addressLine, emptyAddress, isEmptyAddress, problemsOf, sameAddress } from '#shared/address-form.ts';
import { phoneProblem } from '#shared/phone.ts';
import { asDay, today } from '#kit/today.ts';
import { genderWord } from './words.ts';

export interface Draft {
  gId: string | null;
  fname: string;
  lname: string;
  dob: string | null;
  subjectNumber: string;
  gender: string | null;
  email: string;
  phone: string;
  address: Address;
}
export type Problems = Partial<Record<keyof Draft, string>>;

export const newDraft = (gId: number | null): Draft => ({
  gId: gId === null ? null : String(gId),
  fname: '',
  lname: '',
  dob: null,
  subjectNumber: '',
  gender: null,
  email: '',
  phone: '',
  address: emptyAddress,
});

export const draftOf = (participant: Participant, gId: number): Draft => ({
  gId: String(gId),
  fname: participant.fname,
  lname: participant.lname,
  dob: participant.dob,
  subjectNumber: participant.subjectNumber,
  gender: String(participant.gender),
  email: participant.email ?? '',
  phone: participant.phone ?? '',
  address: participant.address ?? emptyAddress,
});

/** PAR-22: what is sent; address, phone and e-mail only if given. */
export const bodyOf = (draft: Draft) => ({
  fname: draft.fname.trim(),
  lname: draft.lname.trim(),
  g_id: Number(draft.gId),
  dob: draft.dob ?? '',
  subject_number: draft.subjectNumber.trim(),
  gender: draft.gender === '1' ? (1 as const) : (0 as const),
  ...(isEmptyAddress(draft.address) ? {} : { address: draft.address }),
  ...(draft.phone === '' ? {} : { phone: draft.phone }),
  ...(draft.email.trim() === '' ? {} : { email: draft.email.trim().toLowerCase() }),
});

/** PAR-23: the same, and what was there before is taken away by null. */
export function changeOf(draft: Draft, before: Participant, addressChanged: boolean) {
  const given = bodyOf(draft);
  return {
    ...(before.email ? { email: null } : {}),
    ...(before.phone ? { phone: null } : {}),
    ...(before.address && addressChanged ? { address: null } : {}),
    ...given,
    participant_id: before.participantId,
    addressChanged,
    addrId: before.addrId,
    version: before.version,
  };
}

const fieldOf: Record<string, keyof Draft> = { g_id: 'gId', subject_number: 'subjectNumber' };
const fieldNamed = (name: string): keyof Draft => fieldOf[name] ?? (name as keyof Draft);

/** The contract's phrases about a field as sentences that name it. "is required" stays as the seeds have it. */
const inSentences = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, said]) => {
      if (!said) return [];
      const isPhrase = /^\p{Ll}/u.test(said) && said !== 'is required';
      return [[field, isPhrase ? `${labels[field as keyof Draft]} ${said}.` : said]];
    }),
  );

/** What is wrong, by field (PAR-13 to PAR-19): the contract's own rules, with the trial's mask in the message. */
export function problemsIn(draft: Draft, mask: string | null, before?: Draft): Problems {
  const problems: Problems = {};
  const checked = addParticipant.body.safeParse({ ...bodyOf(draft), address: undefined });
  for (const issue of checked.error?.issues ?? []) problems[fieldNamed(String(issue.path[0]))] ??= issue.message;
  const { subject_number: number, dob } = participantProblems(
    { subjectNumber: draft.subjectNumber.trim(), bornOn: draft.dob ?? '' },
    mask,
    today(),
  );
  if (number && draft.subjectNumber.trim()) problems.subjectNumber = number;
  if (dob) problems.dob = dob;
  for (const field of ['gId', 'dob', 'gender'] as const) if (!draft[field]) problems[field] = 'is required';
  // What is stored already was accepted once; only what was typed here is asked again.
  const phone = draft.phone === before?.phone ? null : phoneProblem(draft.phone);
  if (phone) problems.phone = phone;
  const addressIsNew = !before || !sameAddress(draft.address, before.address);
  if (addressIsNew && !isEmptyAddress(draft.address)) problems.address = Object.values(problemsOf(draft.address))[0];
  return inSentences(problems);
}

/** The form of a number; one in another form is taken, and nothing can be ordered for it (OPS-62). */
export function numberHint(typed: string, mask: string | null): string {
  const number = typed.trim();
  const isOff = mask && isSubjectNumber(number) && !fitsMask(number, mask);
  return `Format: ${mask || 'XXX'}${isOff ? '. Shipments can be requested only for numbers in this format.' : ''}`;
}

/** The server's words about fields, put at the fields of the dialog. */
export function serverProblems(fields: Record<string, string>): Problems {
  return inSentences(
    Object.fromEntries(
      Object.entries(fields).map(([path, message]) => [fieldNamed(path.split('.')[0] ?? path), message]),
    ),
  );
}

export const labels: Record<keyof Draft, string> = {
  gId: 'Trial',
  fname: 'First Name',
  lname: 'Last Name',
  dob: 'Date of Birth',
  subjectNumber: 'Subject Number',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
};

const same = (a: Draft[keyof Draft], b: Draft[keyof Draft]): boolean =>
  a !== null && b !== null && typeof a === 'object' && typeof b === 'object' ? sameAddress(a, b) : a === b;

function shown(draft: Draft, field: keyof Draft): string {
  if (field === 'dob') return asDay(draft.dob, 'DD/MM/YYYY');
  if (field === 'gender') return genderWord(draft.gender === '1' ? 1 : 0);
  if (field === 'address') return isEmptyAddress(draft.address) ? '' : addressLine(draft.address);
  return draft[field] ?? '';
}

/** What of an edit is told where someone else has changed the participant. */
export const draftFields: DraftFields<Draft> = { labels, shown, same };
