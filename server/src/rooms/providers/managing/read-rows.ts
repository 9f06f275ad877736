/** The rows of a file of invitations, read against what the company has: every problem is named beside its row. */
import { spelledAsStored } from '@portal/contract/access.ts';
import type { InvitationRow } from '@portal/contract/providers/user-endpoints.ts';
import {
  type InvitedType,
  invitedTypes,
  isOfAnotherSponsor,
  startsListed,
  typesFor,
  wantsConfiguredGroups,
} from '@portal/contract/providers/user-rules.ts';
import { reachableEmail } from '@portal/contract/email.ts';
import { hasLostLetters, lostLetters } from '@portal/contract/lost-letters.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { givenInEmergency, inSight, seenInEmergencyAlone, seesWhole, sponsorInSight } from '#rooms/care-groups/door.ts';
import { sponsorOfGroup } from '#rooms/identity/door.ts';
import { emailsInUse, pendingOf } from '../inviting/queries.ts';
import { belongsToAnother } from '../inviting/other-sponsors.ts';
import { unconfigured } from '../inviting/refuse-unconfigured.ts';
import { type NewPerson, problemsOf } from './invite-person.ts';
import { emailsKnownTo } from './queries.ts';

type Field = keyof InvitationRow;
export interface RowProblem {
  /** The first is 1. */
  row: number;
  field: Field;
  message: string;
}

/** What the rows are read against. */
interface Known {
  viewer: Viewer;
  groups: readonly {
    id: number;
    name: string;
    trial: string | null;
    sponsorId: number | null;
    isReady: boolean;
    isInEmergency: boolean;
  }[];
  sponsors: readonly { id: number; name: string }[];
  taken: ReadonlySet<string>;
}

/**
 * Gives whom the rows invite, as far as they have no problem, and which e-mails they name that are used. That somebody has an e-mail
 * elsewhere is told by a sending alone, which is on record (SEC-22, OPC-88); a trial knows whom the viewer knows.
 */
export async function readRows(
  tx: Tx,
  viewer: Viewer,
  { rows, isDryRun }: { rows: readonly InvitationRow[]; isDryRun: boolean },
): Promise<{ people: NewPerson[]; problems: RowProblem[]; taken: ReadonlySet<string> }> {
  const emails = rows.map(({ email }) => email.trim().toLowerCase());
  const taken = new Set(isDryRun ? await emailsKnownTo(tx, viewer, emails) : await emailsTaken(tx, viewer, emails));
  const known = { ...(await whatIsKnown(tx, viewer)), taken };
  const problems: RowProblem[] = [];
  const people = rows.flatMap((row, n) => {
    const wrong: Partial<Record<Field, string>> = {};
    const person = readRow(known, row, wrong);
    for (const [field, value] of Object.entries(row)) if (hasLostLetters(value)) wrong[field as Field] = lostLetters;
    // Without its number: the caller may have left out rows of the file.
    if (emails.indexOf(emails[n] ?? '') < n) wrong.email ??= 'is also in an earlier row';
    for (const [field, message] of Object.entries(wrong)) problems.push({ row: n + 1, field: field as Field, message });
    return person ? [person] : [];
  });
  return { people, problems, taken };
}

const emailsTaken = async (tx: Tx, { companyId }: Viewer, emails: readonly string[]): Promise<string[]> => [
  ...(await emailsInUse(tx, emails)),
  ...(await pendingOf(tx, companyId, emails)).map(({ email }) => email),
];

const emailField = reachableEmail(64);
const flagWords: Readonly<Record<string, boolean>> = {
  '': false,
  no: false,
  false: false,
  '0': false,
  yes: true,
  true: true,
  '1': true,
};

function readRow(known: Known, row: InvitationRow, wrong: Partial<Record<Field, string>>): NewPerson | undefined {
  const { viewer } = known;
  const email = emailField.safeParse(row.email);
  if (!email.success) wrong.email = email.error.issues[0]?.message ?? 'is not a valid email';
  else if (known.taken.has(email.data)) wrong.email = 'A user with this email already exists.';
  const flagOf = (field: 'adminRights' | 'prescriber'): boolean => {
    const word = row[field].toLowerCase();
    if (!Object.hasOwn(flagWords, word)) wrong[field] = 'must be yes or no';
    return flagWords[word] ?? false;
  };
  const [said, isPrescriber] = [flagOf('adminRights'), flagOf('prescriber')];
  const type = invitedTypes.find((one) => same(one, spelledAsStored(row.providerType)));
  if (!type) {
    wrong.providerType = `must be one of ${typesFor(viewer.modules).join(', ')}`;
    return undefined;
  }
  // Who is silent about what cannot be otherwise does not contradict it.
  const adminRights = said || (type === 'Admin' && row.adminRights === '');
  const sponsorId = sponsorOf(known, row, wrong);
  const careGroupIds = groupsOf(known, row, { type, sponsorId }, wrong);
  const { sponsorId: sponsor, ...others } = problemsOf(viewer.modules, { type, adminRights, isPrescriber, sponsorId });
  const rules: Partial<Record<Field, string>> = { ...others, ...(sponsor === undefined ? {} : { sponsor }) };
  for (const [field, message] of Object.entries(rules)) wrong[field as Field] ??= message;
  if ((type === 'Admin' || type === 'Sponsor') && !seesWhole(viewer))
    wrong.providerType ??= `A ${type} can be invited only by administrators who see the whole company.`;
  if (Object.keys(wrong).length > 0 || !email.success) return undefined;
  const defaultListing = startsListed(type);
  return { email: email.data, type, careGroupIds, defaultListing, adminRights, isPrescriber, sponsorId };
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function sponsorOf(
  { sponsors }: Known,
  { sponsor: name }: InvitationRow,
  wrong: Partial<Record<Field, string>>,
): number | null {
  if (name === '') return null;
  const found = sponsors.find((one) => same(one.name, name));
  if (!found) wrong.sponsor = `There is no sponsor “${name}”.`;
  return found?.id ?? null;
}

function groupsOf(
  { groups, viewer }: Known,
  { careGroups }: InvitationRow,
  { type, sponsorId }: { type: InvitedType; sponsorId: number | null },
  wrong: Partial<Record<Field, string>>,
): number[] {
  const names = careGroups
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (type === 'Admin') {
    if (names.length > 0) wrong.careGroups = 'must be empty for an Admin, who is given all care groups';
    return groups.filter(({ isInEmergency }) => !isInEmergency).map(({ id }) => id);
  }
  if (names.length === 0) wrong.careGroups = 'Choose at least one care group.';
  const chosen = new Set<number>();
  for (const name of names) {
    const [trial, site] = name.split('>');
    const found = groups.filter(
      (group) =>
        same(group.name, name) ||
        (site !== undefined && group.trial !== null && same(group.trial, trial ?? '') && same(group.name, site)),
    );
    const [group] = found;
    if (!group) wrong.careGroups ??= `There is no care group “${name}”.`;
    else if (found.length > 1)
      wrong.careGroups ??= `There are several care groups “${name}”. Write a site as “Trial > Site”.`;
    else if (group.isInEmergency) throw givenInEmergency(`“${name}”`);
    else if (!group.isReady && wantsConfiguredGroups(type, viewer.modules))
      wrong.careGroups ??= `“${name}” is not fully configured.`;
    else if (isOfAnotherSponsor({ type, sponsorId }, group)) wrong.careGroups ??= belongsToAnother(name);
    else chosen.add(group.id);
  }
  return [...chosen];
}

async function whatIsKnown(tx: Tx, viewer: Viewer): Promise<Omit<Known, 'taken'>> {
  const [groups, sponsors] = await Promise.all([
    tx
      .selectFrom('care_group as g')
      .leftJoin('care_group as above', 'above.care_group_id', 'g.parent_id')
      .where('g.removed_at', 'is', null)
      .where(inSight(viewer, 'g.care_group_id'))
      .select([
        'g.care_group_id as id',
        'g.display_name as name',
        'above.display_name as trial',
        sponsorOfGroup.as('sponsorId'),
      ])
      .orderBy('g.care_group_id')
      .execute(),
    tx
      .selectFrom('sponsor')
      .where('removed_at', 'is', null)
      .where(sponsorInSight(viewer))
      .select(['sponsor_id as id', 'name'])
      .orderBy('sponsor_id')
      .execute(),
  ]);
  const unready = await unconfigured(
    tx,
    groups.map(({ id }) => id),
  ).execute();
  const unreadyIds = new Set(unready.map(({ careGroupId }) => careGroupId));
  const inEmergency = await seenInEmergencyAlone(
    tx,
    viewer,
    groups.map(({ id }) => id),
  );
  return {
    viewer,
    groups: groups.map((group) => ({
      ...group,
      isReady: !unreadyIds.has(group.id),
      isInEmergency: inEmergency.has(group.id),
    })),
    sponsors,
  };
}
