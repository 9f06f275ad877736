/** What a participant's data must look like (PAR-13 to PAR-19, OPS-61, OPS-62). */

/** Where participants are changed; it stands in the history of how they are written to (PRV-08). */
export const participantsPage = '/participants';

/** Why somebody is removed (P11-15). */
export const longestReason = 500;

/** Digits with optional dashes; the trial's mask is held only by shipments (OPS-62). */
export const isSubjectNumber = (value: string): boolean => /^\d+(-\d+)*$/.test(value);

/** OPS-61: shown where a subject number does not look like one. */
export const subjectNumberMessage = (mask: string | null | undefined): string =>
  `Please enter subject number in the format ${mask || 'XXX'}`;

/** Nobody who takes part was born earlier: in such a year a digit was mistyped. */
const earliestBirth = '1900-01-01';

function birthProblem(bornOn: string, today: string): string | null {
  if (bornOn > today) return 'must not be in the future';
  return bornOn < earliestBirth ? 'must not be before 01/01/1900' : null;
}

/** What is wrong with a new or changed participant beyond the shape of each field: its number and the day of birth. */
export function participantProblems(
  given: { subjectNumber: string; bornOn: string },
  mask: string | null | undefined,
  today: string,
): { subject_number?: string; dob?: string } {
  const dob = birthProblem(given.bornOn, today);
  return {
    ...(isSubjectNumber(given.subjectNumber) ? {} : { subject_number: subjectNumberMessage(mask) }),
    ...(dob ? { dob } : {}),
  };
}

/** SHC-17: as many segments as the mask has, each as long; every X stands for one digit. */
export function fitsMask(subjectNumber: string, mask: string | null | undefined): boolean {
  if (!mask) return isSubjectNumber(subjectNumber);
  const segments = subjectNumber.split('-');
  const wanted = mask.split('-');
  return (
    segments.length === wanted.length &&
    segments.every((segment, i) => /^\d+$/.test(segment) && segment.length === wanted[i]?.length)
  );
}

/** As many bare digits as the mask has are the number without its dashes: the form of a participant puts them in. Anything else stays as it was typed. */
export function withDashes(typed: string, mask: string | null | undefined): string {
  const digits = typed.trim();
  const wanted = mask?.split('-').map(({ length }) => length) ?? [];
  if (!/^\d+$/.test(digits) || digits.length !== wanted.reduce((sum, length) => sum + length, 0)) return typed;
  let at = 0;
  return wanted.map((length) => digits.slice(at, (at += length))).join('-');
}

/** Whether more digits could still make it fit. */
export function mayStillFit(begun: string, mask: string | null | undefined): boolean {
  const segments = begun.split('-');
  const last = segments.pop() ?? '';
  if (!mask) return /^\d*$/.test(last) && segments.every((segment) => /^\d+$/.test(segment));
  const wanted = mask.split('-').map(({ length }) => length);
  const room = wanted[segments.length] ?? -1;
  return (
    /^\d*$/.test(last) &&
    last.length <= room &&
    (last.length < room || segments.length + 1 < wanted.length) &&
    segments.every((segment, i) => /^\d+$/.test(segment) && segment.length === wanted[i])
  );
}

/** PHN-05, PAR-17. */
export const phoneMessage = 'Invalid phone number';
