/**
 * What a pharmacy's system and the patients' own side know of patients, from a file with one record in JSON on each line (OPC-65). Its
 * fields are those of the calls that read them (PRX-02, PRX-08, ORX-01, CNS-01), with `kind` and the patient's number.
 */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { clockSlackMs } from '@portal/contract/identity/rules.ts';
import { contactMethods } from '@portal/contract/outreach/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { plausibleDay } from '@portal/contract/plausible-day.ts';
import { flag, instant, recordId, requiredText, text } from '@portal/contract/wire.ts';
import { z } from 'zod';
import { type Act, actOf } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import { anyOf, anyText } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { decoded } from '#platform/http/decode.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { noteTold, type Told, type Withdrawn, withdrawTold } from '#rooms/patient-records/door.ts';
import type { PatientSight } from '#rooms/patients/door.ts';
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
    toldAt: instant.nullish(),
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
/** Why it is taken back; the trail keeps it. */
const because = text(longest.text).nullable();
/** What is taken back is named by what it said; a prescription is known by its number. */
const kindsTakenBack = {
  ...kinds,
  prescription: kinds.prescription.partial().required({ u_id: true, rxNumber: true }),
} as const;
type Kind = keyof typeof kinds;
type ToldLine = { [K in Kind]: { line: number; kind: K; given: z.output<(typeof kinds)[K]> } }[Kind];
type LineBack = {
  [K in Kind]: { line: number; kind: K; given: z.output<(typeof kindsTakenBack)[K]>; reason: string | null };
}[Kind];
type Line = (ToldLine & { isBack: false }) | (LineBack & { isBack: true });

/** All of the file, or a `Refusal` that names what is wrong in which line. What a patient has already is not noted again. */
export async function importPharmacyRecords(
  { database, clock, operator }: Pick<Ground, 'database' | 'clock' | 'operator'>,
  { company: companyId, file }: { company: number; file: string },
): Promise<string> {
  const lines = linesOf(await textOf(file), clock.now());
  // Inside the fence: a number of another company's patient is one that there is not.
  return database.inCompany(companyId, async (tx) => {
    // Of two files at once the second sees whose every number is by then.
    await holdName(tx, `pharmacy records of ${companyId}`);
    if (!(await tx.selectFrom('company').select('company_id').where('company_id', '=', companyId).executeTakeFirst()))
      throw new Refusal(`There is no company with the number ${companyId}.`);
    const act = actOf(tx, clock, { ...operator, companyId, careGroupIds: null, seesWholeCompany: true });
    const present = await ofPresentPatients(act, lines);
    const counting = countingWords(present, await hadBefore(act, present), clock.now());
    await refuseNumbersOfOthers(act, counting);
    const byPatient = Map.groupBy(counting, ({ given }) => given.u_id);
    let [noted, older] = [0, 0];
    const problems: string[] = [];
    // In the order of their numbers, so that two transactions at once never wait for each other.
    for (const [patientId, ofOne] of [...byPatient].toSorted(([a], [b]) => a - b)) {
      const told = await noteTold(act, patientId, toldBy(ofOne.filter((line) => !line.isBack)));
      noted += told.noted;
      older += told.older;
      for (const line of ofOne.filter((one) => one.isBack)) {
        const outcome = await withdrawTold(act, patientId, withdrawnBy(line));
        if (outcome === 'withdrawn') noted += 1;
        // Passed over it would look like done, and its number could go to another patient beside this one.
        if (outcome === 'older')
          problems.push(`Line ${line.line}: the prescription is kept in a newer form. Please leave out toldAt.`);
        if (outcome === 'none')
          problems.push(`Line ${line.line}: the patient has no such record that could be withdrawn.`);
      }
    }
    refuseProblems(problems);
    const [known, gone] = [present.length - noted - older, lines.length - present.length];
    return `${[
      `${counted(noted, 'record')} of ${counted(byPatient.size, 'patient')} noted`,
      ...(known > 0 ? [`${known} known already`] : []),
      ...(older > 0 ? [`${older} older than what is kept`] : []),
      ...(gone > 0 ? [`${counted(gone, 'line')} of removed patients passed over`] : []),
    ].join(', ')}.`;
  });
}

/**
 * Of a prescription that a file tells several times each word with a time of its own counts, in the order of their times; of those of one
 * time, or without one, the last, and none that was taken back since, so that the same file again changes nothing.
 * Before one is taken back that the patient never had, what the file says of it otherwise is noted, so that there is something to take
 * back.
 */
function countingWords(lines: readonly Line[], had: ReadonlySet<string>, now: Date): Line[] {
  const named = ({ given }: Line) => ('toldAt' in given && given.toldAt ? given.toldAt.getTime() : undefined);
  const ofOneKey = Map.groupBy(
    lines.filter(({ kind }) => kind === 'prescription'),
    ({ given }) => keyOf({ u_id: given.u_id, rxNumber: (given as { rxNumber: string }).rxNumber }),
  );
  const wordsOf = (of: readonly Line[], isKnown: boolean): Line[] => {
    // A clock may be ahead: what is taken back is what was told until then, whenever that says it was.
    const latestOf = Math.max(...of.map((line) => named(line) ?? now.getTime()));
    const at = (line: Line) => named(line) ?? (line.isBack ? latestOf : now.getTime());
    const inTurn = of.toSorted((a, b) => at(a) - at(b));
    const last = inTurn.at(-1);
    if (last?.isBack) {
      const told = isKnown ? [] : inTurn.filter(({ isBack }) => !isBack);
      return [...wordsOf(told, isKnown), last];
    }
    const sinceBack = inTurn.slice(inTurn.findLastIndex(({ isBack }) => isBack) + 1);
    return sinceBack.filter(
      (line, i) => line === last || (named(line) !== undefined && named(line) !== named(sinceBack[i + 1] ?? line)),
    );
  };
  const counting = [...ofOneKey].flatMap(([key, of]) => wordsOf(of, had.has(key)));
  return [...counting, ...lines.filter(({ kind }) => kind !== 'prescription')];
}

/** By which a prescription is known. */
const keyOf = ({ u_id, rxNumber }: { u_id: number; rxNumber: string }): string => JSON.stringify([u_id, rxNumber]);

/** The prescriptions that the lines take back, as far as their patients have them or had them before. */
async function hadBefore({ tx }: Act<Actor & PatientSight>, lines: readonly Line[]): Promise<Set<string>> {
  const back = lines.flatMap((line) => (line.isBack && line.kind === 'prescription' ? [line.given] : []));
  const found = await tx
    .selectFrom('patient_prescription')
    .select(['patient_id as u_id', 'rx_number as rxNumber'])
    .where('patient_id', '=', anyOf(back.map(({ u_id }) => u_id)))
    .where('rx_number', '=', anyText(back.map(({ rxNumber }) => rxNumber)))
    .execute();
  return new Set(found.map(keyOf));
}

function withdrawnBy({ kind, given, reason }: LineBack): Withdrawn {
  if (kind === 'prescription')
    return { kind, reason, told: { rxNumber: given.rxNumber, toldAt: given.toldAt ?? undefined } };
  if (kind === 'orderStatus')
    return {
      kind,
      reason,
      told: { rxNumber: given.rxNumber, orderStatus: given.orderStatus, at: given.timeAdded },
    };
  if (kind === 'refillOutreach') {
    const { rxNumber, outreachReason, outreachType: method, sentTime: at } = given;
    return { kind, reason, told: { rxNumber, reason: outreachReason, method, at } };
  }
  return { kind, reason, told: { code: given.consentCode, at: given.timeAdded } };
}

function toldBy(lines: readonly ToldLine[]): Told {
  const of = <K extends Kind>(kind: K) =>
    lines.flatMap((line) => (line.kind === kind ? [line.given as z.output<(typeof kinds)[K]>] : []));
  return {
    prescriptions: of('prescription').map((one) => ({
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
      toldAt: one.toldAt ?? undefined,
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
  const { kind, withdrawn = false, ...all } = objectOf(one, line);
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind))
    throw new Refusal(`Line ${line}: kind must be one of ${Object.keys(kinds).join(', ')}.`);
  if (typeof withdrawn !== 'boolean') throw new Refusal(`Line ${line}: withdrawn must be true or false.`);
  try {
    const { reason = null, ...fields } = all;
    const read = (
      withdrawn
        ? {
            reason: decoded(because, reason, 'body') || null,
            given: decoded(kindsTakenBack[kind as Kind], fields, 'body'),
          }
        : { given: decoded(kinds[kind as Kind], all, 'body') }
    ) as Pick<Line, 'given'>;
    for (const [field, at] of Object.entries(read.given)) {
      if (!(at instanceof Date)) continue;
      if (at < earliest) throw new Refusal(`Line ${line}: ${field} is too long ago.`);
      if (at.getTime() > now.getTime() + clockSlackMs) throw new Refusal(`Line ${line}: ${field} is in the future.`);
    }
    return { line, kind, isBack: withdrawn, ...read } as Line;
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

/** The lines of patients whom the company has; whom it never had is a mistake, and whom it removed nobody needs to hear of. */
async function ofPresentPatients({ tx }: Act<Actor & PatientSight>, lines: readonly Line[]): Promise<Line[]> {
  const asked = [...new Set(lines.map(({ given }) => given.u_id))];
  // Held, so that nobody is removed in the middle of the file.
  const found = await tx
    .selectFrom('patient')
    .select(['patient_id', 'removed_at'])
    .where('patient_id', '=', anyOf(asked))
    .orderBy('patient_id')
    .forNoKeyUpdate()
    .execute();
  const known = new Map(found.map(({ patient_id, removed_at }) => [patient_id, removed_at]));
  refuseProblems(
    lines
      .filter(({ given }) => !known.has(given.u_id))
      .map(({ line, given }) => `Line ${line}: the company has no patient with u_id ${given.u_id}.`),
  );
  return lines.filter(({ given }) => known.get(given.u_id) === null);
}

/** A prescription is one patient's: a number that stands with another one names the wrong patient, here or there. */
async function refuseNumbersOfOthers({ tx }: Act<Actor & PatientSight>, lines: readonly Line[]): Promise<void> {
  const numbered = lines.flatMap((line) =>
    'rxNumber' in line.given ? [{ ...line, u_id: line.given.u_id, rxNumber: line.given.rxNumber }] : [],
  );
  const isPrescription = ({ kind }: { kind: Kind }) => kind === 'prescription';
  const backIn = new Set(numbered.filter((line) => isPrescription(line) && line.isBack).map(keyOf));
  const standing = await tx
    .selectFrom('patient_prescription as standing')
    .innerJoin('patient', 'patient.patient_id', 'standing.patient_id')
    .select(['standing.patient_id as u_id', 'standing.rx_number as rxNumber'])
    .where('standing.rx_number', '=', anyText([...new Set(numbered.map(({ rxNumber }) => rxNumber))]))
    .where('standing.removed_at', 'is', null)
    .where('patient.removed_at', 'is', null)
    .execute();
  const ofNumber = new Map<string, Set<number>>();
  const stands = (one: { u_id: number; rxNumber: string }) => {
    if (!backIn.has(keyOf(one))) ofNumber.set(one.rxNumber, (ofNumber.get(one.rxNumber) ?? new Set()).add(one.u_id));
  };
  standing.forEach(stands);
  const problems: { line: number; said: string }[] = [];
  const told = numbered.filter(({ isBack }) => !isBack).toSorted((a, b) => a.line - b.line);
  for (const line of [...told.filter(isPrescription), ...told.filter((one) => !isPrescription(one))]) {
    const [first, ...others] = ofNumber.get(line.rxNumber) ?? [];
    // Two patients may have it from before: then it stands with either.
    if (first !== undefined && ![first, ...others].includes(line.u_id))
      problems.push({
        line: line.line,
        said: `Line ${line.line}: rxNumber ${line.rxNumber} stands with the patient with u_id ${first}.`,
      });
    else if (isPrescription(line)) stands(line);
  }
  refuseProblems(problems.toSorted((a, b) => a.line - b.line).map(({ said }) => said));
}
