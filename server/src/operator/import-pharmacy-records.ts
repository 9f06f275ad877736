/**
 * What a pharmacy's system and the patients' own side know of patients, from a file with one record in JSON on each line (OPC-65). Its
 * fields are those of the calls that read them (PRX-02, PRX-08, ORX-01, CNS-01), with `kind` and the patient's number.
 */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { contactMethods } from '@portal/contract/outreach/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { plausibleDay } from '@portal/contract/plausible-day.ts';
import { flag, instant, recordId, requiredText, text } from '@portal/contract/wire.ts';
import { z } from 'zod';
import { type Act, actOf } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import { anyOf } from '#platform/database/db.ts';
import { decoded } from '#platform/http/decode.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { noteTold, type Told } from '#rooms/patient-records/door.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';
import type { Ground } from './ground.ts';
import { Refusal } from './read-options.ts';

/** So much is one transaction, which others do not wait long for. */
const mostLines = 10_000;
const mostBytes = 16 * 1_048_576;
/** Whoever corrects a file wants to see what is wrong with it, not all of a thousand lines that are wrong alike. */
const mostProblems = 20;

/** What is older is a mistake. */
const earliest = new Date('1900-01-01T00:00:00Z');

const whole = z.int('must be a whole number').max(2_147_483_647, 'must be at most 2147483647');
const count = whole.min(0, 'must not be negative');
/** Also one that the screens have no word for: a pharmacy's system may know more of them (PRX-04, ORX-03). */
const statusCode = count;
const number = requiredText(longest.number);
const ofPatient = { u_id: recordId('patient') };

const kinds = {
  prescription: z.strictObject({
    ...ofPatient,
    rxNumber: number,
    displayName: requiredText(longest.contactDetail),
    displayStatus: statusCode,
    latestDateShipped: plausibleDay.nullish(),
    provider: text(longest.contactDetail).nullish(),
    refillsLeft: count.nullish(),
    instructions: text(longest.text).nullish(),
    dateWritten: plausibleDay.nullish(),
    daysOfSupply: count.nullish(),
    isActivePrescription: flag,
  }),
  orderStatus: z.strictObject({
    ...ofPatient,
    rxNumber: number,
    displayName: requiredText(longest.contactDetail),
    orderStatus: statusCode,
    timeAdded: instant,
  }),
  refillOutreach: z.strictObject({
    ...ofPatient,
    rxNumber: number,
    outreachReason: requiredText(longest.text),
    outreachType: z.enum(contactMethods),
    sentTime: instant,
  }),
  consent: z.strictObject({
    ...ofPatient,
    consentCode: z.literal([0, 1, 2], 'must be 0, 1, 2 or null').nullable(),
    timeAdded: instant,
  }),
} as const;
type Kind = keyof typeof kinds;
type Line = { [K in Kind]: { line: number; kind: K; given: z.output<(typeof kinds)[K]> } }[Kind];

/** All of the file, or a `Refusal` that names what is wrong in which line. What a patient has already is not noted again. */
export async function importPharmacyRecords(
  { database, clock, operator }: Pick<Ground, 'database' | 'clock' | 'operator'>,
  { company: companyId, file }: { company: number; file: string },
): Promise<string> {
  const lines = linesOf(await textOf(file), clock.now());
  // Inside the fence: a number of another company's patient is one that there is not.
  return database.inCompany(companyId, async (tx) => {
    if (!(await tx.selectFrom('company').select('company_id').where('company_id', '=', companyId).executeTakeFirst()))
      throw new Refusal(`There is no company with the number ${companyId}.`);
    const act = actOf(tx, clock, { ...operator, companyId, careGroupIds: null, seesWholeCompany: true });
    await refuseUnknownPatients(act, lines);
    const byPatient = Map.groupBy(lines, ({ given }) => given.u_id);
    let noted = 0;
    // In the order of their numbers, so that two files at once never wait for each other.
    for (const [patientId, ofOne] of [...byPatient].toSorted(([a], [b]) => a - b))
      noted += await noteTold(act, patientId, toldBy(ofOne));
    const known = lines.length - noted;
    return `${counted(noted, 'record')} of ${counted(byPatient.size, 'patient')} noted${known === 0 ? '' : `, ${known} known already`}.`;
  });
}

function toldBy(lines: readonly Line[]): Told {
  const of = <K extends Kind>(kind: K) =>
    lines.flatMap((line) => (line.kind === kind ? [line.given as z.output<(typeof kinds)[K]>] : []));
  // Of a prescription that a file tells twice the last one counts, so that the same file again changes nothing.
  const prescriptions = new Map(of('prescription').map((one) => [one.rxNumber, one]));
  return {
    prescriptions: [...prescriptions.values()].map((one) => ({
      rxNumber: one.rxNumber,
      displayName: one.displayName,
      displayStatus: one.displayStatus,
      shippedOn: one.latestDateShipped ?? null,
      provider: one.provider || null,
      refillsLeft: one.refillsLeft ?? null,
      instructions: one.instructions || null,
      writtenOn: one.dateWritten ?? null,
      daysOfSupply: one.daysOfSupply ?? null,
      isActive: one.isActivePrescription,
    })),
    orderStatuses: of('orderStatus').map(({ timeAdded: at, displayName, rxNumber, orderStatus }) => ({
      displayName,
      rxNumber,
      orderStatus,
      at,
    })),
    refillOutreach: of('refillOutreach').map(
      ({ rxNumber, outreachReason: reason, outreachType: method, sentTime: at }) => ({
        rxNumber,
        reason,
        method,
        at,
      }),
    ),
    consents: of('consent').map(({ consentCode: code, timeAdded: at }) => ({ code, at })),
  };
}

const counted = (n: number, one: string): string => (n === 1 ? `1 ${one}` : `${n} ${one}s`);

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Refusal(`There is no file ${file}.`);
  if (found.size > mostBytes) throw new Refusal(`${file} is larger than 16 MB. Please split it.`);
  const bytes = await readFile(file);
  if (!isUtf8(bytes)) throw new Refusal(`${file} is not in UTF-8.`);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

function linesOf(all: string, now: Date): Line[] {
  const lines = all.split(/\r?\n/).map((text, at) => ({ text, line: at + 1 }));
  const filled = lines.filter(({ text: one }) => one.trim() !== '');
  if (filled.length === 0) throw new Refusal('The file has no records.');
  if (filled.length > mostLines) throw new Refusal(`The file has more than ${mostLines} records. Please split it.`);
  const problems: string[] = [];
  const read = filled.flatMap(({ text: one, line }) => {
    try {
      return [readLine(one, line, now)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(error.message);
      return [];
    }
  });
  refuseProblems(problems);
  return read;
}

function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length - mostProblems;
  throw new Refusal(
    [...problems.slice(0, mostProblems), ...(more > 0 ? [`… and ${more} more.`] : []), 'Nothing was noted.'].join('\n'),
  );
}

function readLine(one: string, line: number, now: Date): Line {
  const { kind, ...fields } = objectOf(one, line);
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind))
    throw new Refusal(`Line ${line}: kind must be one of ${Object.keys(kinds).join(', ')}.`);
  try {
    const given = decoded(kinds[kind as Kind], fields, 'body');
    const read = { line, kind, given } as Line;
    const at = 'timeAdded' in read.given ? read.given.timeAdded : 'sentTime' in read.given ? read.given.sentTime : now;
    const field = 'sentTime' in fields ? 'sentTime' : 'timeAdded';
    if (at < earliest) throw new Refusal(`Line ${line}: ${field} is too long ago.`);
    if (at > now) throw new Refusal(`Line ${line}: ${field} is in the future.`);
    return read;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const wrong = Object.entries(error.fields ?? {}).map(([field, problem]) => `${field} ${problem}`);
    throw new Refusal(
      `Line ${line}: ${wrong.join(', ').replaceAll('is not a field of this call', `is not a field of ${kind}`)}.`,
    );
  }
}

function objectOf(one: string, line: number): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(one);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // What is no JSON is told like what is no object.
  }
  throw new Refusal(`Line ${line} is not an object in JSON.`);
}

async function refuseUnknownPatients({ tx, viewer }: Act<Actor & PatientSight>, lines: readonly Line[]): Promise<void> {
  const asked = [...new Set(lines.map(({ given }) => given.u_id))];
  const found = await tx
    .selectFrom('patient')
    .select('patient_id')
    .where('patient_id', '=', anyOf(asked))
    .where(patientInSight(viewer, 'patient.patient_id'))
    .execute();
  const known = new Set(found.map(({ patient_id }) => patient_id));
  refuseProblems(
    lines
      .filter(({ given }) => !known.has(given.u_id))
      .map(({ line, given }) => `Line ${line}: the company has no patient with u_id ${given.u_id}.`),
  );
}
