import { dateOfBirth, emailOf, gender, nameOf, phone } from '@portal/contract/patients/fields.ts';
import type { ImportedLine } from '@portal/contract/patients/import-endpoints.ts';
import {
  dayOfTyped,
  genderOfTyped,
  importColumns,
  mostImported,
  patientTypeOfTyped,
  phoneOfTyped,
} from '@portal/contract/patients/rules.ts';
import { readTable, type TableRow } from '@portal/contract/csv.ts';
import { hasLostLetters, lostLetters } from '@portal/contract/lost-letters.ts';
import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { addPatients, type NewPatient } from './add-patient.ts';
import { bringIntoGroup } from './join-group.ts';
import * as queries from './queries.ts';

type Column = (typeof importColumns)[number];

const readable = (label: string) => nameOf(label).refine((value) => !hasLostLetters(value), `${label} ${lostLetters}`);

/** OPC-53: whoever comes in by a file may be of any type; non-portal, where it says nothing. */
const type = z.enum(['1', '2', '3', ''], 'Patient Type must be Portal, Non-Portal or Non-Digital');
const fields: Record<Column, z.ZodType> = {
  firstName: readable('First Name'),
  lastName: readable('Last Name'),
  dateOfBirth,
  gender,
  phone: z.union([z.literal(''), phone], 'Mobile Phone is invalid'),
  email: emailOf(),
  patientType: type,
};

/** As MM/DD/YYYY: a spreadsheet saves 3/5/1980, whatever was typed into it. */
const withZeros = (typed: string): string =>
  /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(typed) ? typed.replace(/\b\d\b/g, '0$&') : typed;

/** As calls have it, for what people type. */
const asSent: Partial<Record<Column, (typed: string) => string | null>> = {
  dateOfBirth: (typed) => dayOfTyped(withZeros(typed)),
  gender: genderOfTyped,
  phone: phoneOfTyped,
  patientType: patientTypeOfTyped,
};

/** Says of each line what would come of it, and, unless this is a trial or a line has a problem, brings all of them in. */
export async function importPatients(
  act: Act<Actor & Viewer>,
  given: { csv: string; careGroupId?: number | null | undefined; dryRun: boolean },
): Promise<{ lines: ImportedLine[]; added: number }> {
  const { tx, viewer, logRead } = act;
  if (given.careGroupId && !(await queries.holdGroup(tx, viewer, given.careGroupId))) throw fail('not_found');
  const read = linesOf(given.csv).map((row) => ({ line: row.line, ...checked(row, act.today()) }));
  await refuseDoubles(act, read);
  const patients = read.map(({ patient }) => patient);
  const similar = await queries.similarToEach(tx, viewer, patients);
  logRead('patient', [...new Set(similar.map(({ patientId }) => patientId))]);
  const similarLines = await queries.similarAmong(
    tx,
    read.map(({ patient, dateOfBirth: bornOn }) => ({ ...patient, bornOn })),
  );
  const lines = read.map(({ line, patient, dateOfBirth: bornOn, gender: said, patientType, problems }, at) => ({
    line,
    name: `${patient.firstName} ${patient.lastName}`.trim(),
    dateOfBirth: bornOn,
    gender: said,
    patientType,
    problems,
    similar: similar
      .filter((row) => row.at === at)
      .map((row) => ({ u_ID: row.patientId, name: `${row.firstName} ${row.lastName}` })),
    similarLine: read[similarLines.get(at) ?? -1]?.line ?? null,
  }));
  if (given.dryRun || read.some(({ problems }) => problems.length > 0)) return { lines, added: 0 };
  const patientIds = await addPatients(act, patients, 'patient.imported');
  if (given.careGroupId) await bringIntoGroup(act, { patientIds, careGroupId: given.careGroupId });
  return { lines, added: read.length };
}

function linesOf(csv: string): TableRow<Column>[] {
  const table = readTable(csv, importColumns, (heading) => importColumns.find((column) => column === heading));
  if ('problem' in table) throw failFields({ csv: table.problem });
  const { headings, columns, rows } = table;
  if (headings.length === 0) throw failFields({ csv: 'is not a CSV file' });
  const unknown = headings.find((_, at) => columns[at] === undefined);
  if (unknown === '') throw failFields({ csv: 'has a column without a heading' });
  if (unknown !== undefined)
    throw failFields({
      csv: `has a column that is not known: ${unknown.slice(0, 40)}. The columns are ${importColumns.join(', ')}`,
    });
  for (const needed of ['firstName', 'lastName', 'dateOfBirth', 'gender'] as const)
    if (!columns.includes(needed)) throw failFields({ csv: `has no column ${needed}` });
  if (rows.length === 0) throw failFields({ csv: 'has no patients' });
  if (rows.length > mostImported) throw failFields({ csv: `has more than ${mostImported} patients` });
  return rows;
}

type Checked = { patient: NewPatient; problems: string[] } & Pick<
  ImportedLine,
  'dateOfBirth' | 'gender' | 'patientType'
>;

function checked({ values, problem }: TableRow<Column>, today: string): Checked {
  const problems: string[] = [];
  const read = Object.fromEntries(
    importColumns.map((column) => {
      const parsed = fields[column].safeParse(asSent[column]?.(values[column]) ?? values[column]);
      if (!parsed.success) problems.push(parsed.error.issues[0]?.message ?? `${column} is invalid`);
      return [column, parsed.data];
    }),
  ) as Record<Column, never>;
  const said = (read.gender as Checked['gender'] | undefined) ?? null;
  // An empty one is known; one that is not passed is undefined.
  const patientType = read.patientType === undefined ? null : ((Number(read.patientType) || 2) as 1 | 2 | 3);
  const bornOn = (read.dateOfBirth as string | undefined) ?? null;
  if (bornOn !== null && bornOn > today) problems.push('Date of Birth is invalid');
  return {
    patient: {
      firstName: read.firstName ?? values.firstName.slice(0, 40),
      lastName: read.lastName ?? values.lastName.slice(0, 40),
      bornOn: bornOn ?? '0001-01-01',
      gender: said ?? 2,
      email: read.email,
      phone: read.phone,
      type: patientType ?? 2,
    },
    dateOfBirth: bornOn,
    gender: said,
    patientType,
    problems: problem === null ? problems : [problem],
  };
}

/** An e-mail or a phone that a patient has, or an earlier line. */
async function refuseDoubles(
  { tx }: Pick<Act<Actor>, 'tx'>,
  lines: readonly { line: number; patient: NewPatient; problems: string[] }[],
): Promise<void> {
  for (const [field, said, label] of [
    ['email', 'A patient with this email already exists.', 'Email'],
    ['phone', 'A patient with this phone already exists.', 'Mobile Phone'],
  ] as const) {
    const given = lines.flatMap(({ patient }) => patient[field] || []);
    const taken = await tx
      .selectFrom('patient')
      .select(`${field} as value`)
      .where('removed_at', 'is', null)
      .where(field, '=', anyText(given))
      .execute();
    const known = new Set(taken.map(({ value }) => value));
    const firstLines = new Map<string, number>();
    for (const { line, patient, problems } of lines) {
      const value = patient[field];
      if (!value) continue;
      const first = firstLines.get(value);
      if (known.has(value)) problems.push(said);
      else if (first === undefined) firstLines.set(value, line);
      else problems.push(`${label} is also in line ${first}`);
    }
  }
}
