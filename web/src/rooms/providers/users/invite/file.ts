/** Invitations in a file: its columns, a template of it, and how it is read. */
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

/** Its rows, or why it cannot be used. The reader is loaded with the first file. */
export async function readInvitations(file: Blob): Promise<{ rows: Row[] } | { problem: string }> {
  const [{ default: papa }, read] = await Promise.all([import('papaparse'), readText(file)]);
  if ('problem' in read) return read;
  const [head = [], ...lines] = papa.parse<string[]>(read.text, { skipEmptyLines: 'greedy' }).data;
  const places = head.map((heading) => headings.get(plain(heading)));
  const missing = (['email', 'providerType', 'careGroups'] as const).filter((field) => !places.includes(field));
  if (missing.length > 0)
    return { problem: `The file has no column “${missing.map((field) => titles[field]).join('”, “')}”.` };
  if (lines.length === 0) return { problem: 'The file has no rows.' };
  if (lines.length > mostInvitations)
    return {
      problem: `The file has ${lines.length.toLocaleString('en')} rows. At most ${mostInvitations} are invited at once.`,
    };
  return {
    rows: lines.map((cells, at) => ({
      line: at + 1,
      values: Object.fromEntries(
        fields.map((field) => [field, (cells[places.indexOf(field)] ?? '').trim()]),
      ) as unknown as InvitationRow,
    })),
  };
}

/** What no server need be asked about: a value that is too long would not even be sent. */
export const ownProblems = ({ values }: Row): Problem[] =>
  (inviteUsers.body.shape.rows.element.safeParse(values).error?.issues ?? []).map((issue) => ({
    field: String(issue.path[0]),
    message: issue.message,
  }));
