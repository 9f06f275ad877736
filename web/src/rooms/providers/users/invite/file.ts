/** Invitations in a file: its columns, a template of it, and how it is read. */
import { readTable } from '@portal/contract/csv.ts';
import { type InvitationRow, inviteUsers } from '@portal/contract/providers/user-endpoints.ts';
import { mostInvitations } from '@portal/contract/providers/user-rules.ts';
import { csvOf, saveCsv } from '#kit/csv.ts';
import { readText } from '#shared/read-text.ts';

export type Field = keyof InvitationRow;
export const fields = [
  'email',
  'providerType',
  'careGroups',
  'adminRights',
  'prescriber',
  'sponsor',
] as const satisfies readonly Field[];
export const titles: Record<Field, string> = {
  email: 'Email',
  providerType: 'Role',
  careGroups: 'Care groups',
  adminRights: 'Admin rights',
  prescriber: 'Prescriber',
  sponsor: 'Sponsor',
};

/** A row of the file that was chosen: its number there stays when others are left out. */
export interface Row {
  line: number;
  values: InvitationRow;
}
export interface Problem {
  field: string;
  message: string;
}

const templateName = 'Invitations_Template.csv';
export async function saveTemplate(hasTrials: boolean): Promise<void> {
  const samples = hasTrials
    ? [
        ['ann@example.com', 'Site User', 'Boston General; Migraine Study > Lyon Clinic', 'No', 'Yes', ''],
        ['ben@example.com', 'Sponsor', 'Migraine Study', 'No', 'No', 'Aurelia Therapeutics'],
      ]
    : [['ann@example.com', 'Nurse', 'Cardiology; Diabetes', 'No', 'No', '']];
  const rows = samples.map((cells) =>
    Object.fromEntries(fields.map((field, at) => [titles[field], cells[at]] as const)),
  );
  saveCsv(await csvOf(rows), templateName);
}

const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z]/g, '');
const headings = new Map<string, Field>(
  fields.flatMap((field) => [
    [plain(titles[field]), field],
    [plain(field), field],
  ]),
);

/** Its rows, or why it cannot be used. */
export async function readInvitations(file: Blob): Promise<{ rows: Row[] } | { problem: string }> {
  const read = await readText(file);
  if ('problem' in read) return read;
  const table = readTable(read.text, fields, (heading) => headings.get(plain(heading)));
  if ('problem' in table) return { problem: `The file ${table.problem}.` };
  const { columns, rows } = table;
  const missing = (['email', 'providerType', 'careGroups'] as const).filter((field) => !columns.includes(field));
  if (missing.length > 0)
    return { problem: `The file has no column “${missing.map((field) => titles[field]).join('”, “')}”.` };
  if (rows.length === 0) return { problem: 'The file has no rows.' };
  if (rows.length > mostInvitations)
    return {
      problem: `The file has ${rows.length.toLocaleString('en')} rows. At most ${mostInvitations} are invited at once.`,
    };
  // What stands in the wrong columns cannot be corrected below the right ones.
  const shifted = rows.find(({ problem }) => problem !== null);
  if (shifted?.problem) return { problem: shifted.problem };
  return { rows: rows.map(({ values }, at) => ({ line: at + 1, values })) };
}

/** What no server need be asked about: a value that is too long would not even be sent. */
export const ownProblems = ({ values }: Row): Problem[] =>
  (inviteUsers.body.shape.rows.element.safeParse(values).error?.issues ?? []).map((issue) => ({
    field: String(issue.path[0]),
    message: issue.message,
  }));
