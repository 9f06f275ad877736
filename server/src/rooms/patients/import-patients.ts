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
import { hasLostLetters, lostLetters } from '@portal/contract/lost-letters.ts';
import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { addPatients, type NewPatient } from './add-patient.ts';
import { bringIntoGroup } from './join-group.ts';
import * as queries from './queries.ts';
import { readCsv } from './read-csv.ts';

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

/** As calls have it, for what people type. */
const asSent: Partial<Record<Column, (typed: string) => string | null>> = {
  dateOfBirth: dayOfTyped,
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
  const read = linesOf(given.csv).map((line) => ({ ...line, ...checked(line.values, act.today()) }));
  await refuseDoubles(act, read);
  const patients = read.map(({ patient }) => patient);
  const similar = await queries.similarToEach(tx, viewer, patients);
  logRead('patient', [...new Set(similar.map(({ patientId }) => patientId))]);
  const lines = read.map(({ line, patient, gender: said, patientType, problems }, at) => ({
    line,
    name: `${patient.firstName} ${patient.lastName}`.trim(),
    gender: said,
    patientType,
    problems,
    similar: similar
      .filter((row) => row.at === at)
      .map((row) => ({ u_ID: row.patientId, name: `${row.firstName} ${row.lastName}` })),
  }));
  if (given.dryRun || read.some(({ problems }) => problems.length > 0)) return { lines, added: 0 };
  const patientIds = await addPatients(act, patients, 'patient.imported');
  if (given.careGroupId) await bringIntoGroup(act, { patientIds, careGroupId: given.careGroupId });
  return { lines, added: read.length };
}

function linesOf(csv: string): { line: number; values: Record<Column, string> }[] {
  const rows = readCsv(csv);
  const [head, ...body] = rows ?? [];
  if (!head) throw failFields({ csv: 'is not a CSV file' });
  const names = head.cells.map((name) => name.trim());
  const unknown = names.find((name) => !(importColumns as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw failFields({
      csv: `has a column that is not known: ${unknown.slice(0, 40)}. The columns are ${importColumns.join(', ')}`,
    });
  for (const needed of ['firstName', 'lastName', 'dateOfBirth', 'gender'] as const)
    if (!names.includes(needed)) throw failFields({ csv: `has no column ${needed}` });
  if (body.length === 0) throw failFields({ csv: 'has no patients' });
  if (body.length > mostImported) throw failFields({ csv: `has more than ${mostImported} patients` });
  return body.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(importColumns.map((name) => [name, (cells[names.indexOf(name)] ?? '').trim()])) as never,
  }));
}

type Checked = { patient: NewPatient; problems: string[] } & Pick<ImportedLine, 'gender' | 'patientType'>;

function checked(values: Record<Column, string>, today: string): Checked {
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
  const bornOn = (read.dateOfBirth as string | undefined) ?? '0001-01-01';
  if (bornOn > today) problems.push('Date of Birth is invalid');
  return {
    patient: {
      firstName: read.firstName ?? values.firstName.slice(0, 40),
      lastName: read.lastName ?? values.lastName.slice(0, 40),
      bornOn,
      gender: said ?? 2,
      email: read.email,
      phone: read.phone,
      type: patientType ?? 2,
    },
    gender: said,
    patientType,
    problems,
  };
}

/** An e-mail or a phone that a patient has, or an earlier line. */
async function refuseDoubles(
  { tx }: Pick<Act<Actor>, 'tx'>,
  lines: readonly { patient: NewPatient; problems: string[] }[],
): Promise<void> {
  for (const [field, said] of [
    ['email', 'A patient with this email already exists.'],
    ['phone', 'A patient with this phone already exists.'],
  ] as const) {
    const given = lines.flatMap(({ patient }) => patient[field] || []);
    const taken = await tx
      .selectFrom('patient')
      .select(`${field} as value`)
      .where('removed_at', 'is', null)
      .where(field, '=', anyText(given))
      .execute();
    const known = new Set(taken.map(({ value }) => value));
    for (const { patient, problems } of lines) {
      const value = patient[field];
      if (!value) continue;
      if (known.has(value)) problems.push(said);
      known.add(value);
    }
  }
}
