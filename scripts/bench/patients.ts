/**
 * Looking for patients and opening one, in a company with 2,000 of them and in one with 200,000; and the directory of medications with
 * 100,000 entries. `PATIENTS=20000` measures the larger company with so many.
 */
import * as records from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { listPatientGroups, listPatients, readPatient, readPatientUser } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { listSchedule } from '@portal/contract/schedules/endpoints.ts';
import { startPortal } from '../../e2e/portal.ts';
import { directoryOf } from '../../server/src/rooms/drugs/directory.ts';
import { Connection, requestBytes } from './http.ts';
import { addClinic, firstNames, syllables } from './patient-rows.ts';
import { openPlainWorld } from './plain-defaults.ts';
import { type Caller, inTurns, type Measured } from './rounds.ts';
import type { Row } from './row.ts';

const few = 2_000;
const many = Number(process.env['PATIENTS'] ?? 200_000);
const callers = 4;
type Who = 'root' | 'nurse' | 'other' | 'both';
/** What the list of a care group asks for (OPC-49). */
const ofGroup = 'patient_type=1&patient_status=1';

/** What is looked for, by whom; the words change from turn to turn. */
const lists: Record<string, [who: Who, query: (turn: number, patients: number) => string]> = {
  'The first page of the company': ['root', () => ''],
  'A page of pending patients': ['root', () => 'patient_status=0'],
  'A page of a large group': ['nurse', (turn) => `patient_start=${(turn % 20) * 10}`],
  'A page of a small group': ['other', () => ''],
  'A page of a large group as the screen asks for it': ['nurse', () => ofGroup],
  'A page of two large groups': ['both', (turn) => `${ofGroup}&patient_start=${(turn % 20) * 10}`],
  // Active, of the one in twenty who is pending none.
  'The last page of the company': ['root', (_, patients) => `${ofGroup}&patient_start=${patients * 0.95 - 10}`],
  'A search for a name': ['root', (turn) => `filter_all_fields=${lastName(turn)}`],
  'A search for a birth date': [
    'nurse',
    (turn) => `filter_all_fields=${1 + (turn % 12)}`.replace(/=(\d)$/, '=0$1') + '/03/1947',
  ],
  'A search for a phone': ['root', (turn) => `filter_all_fields=617-000-${1000 + (turn % 900)}`],
  'A search for the end of a phone': ['root', (turn) => `filter_all_fields=000-${1000 + (turn % 900)}`],
  'A search for an e-mail': [
    'nurse',
    (turn) => `filter_all_fields=${firstNames[(1000 + (turn % 900)) % 40]}.${1000 + (turn % 900)}@`,
  ],
  'A search for what nobody has': ['root', (turn) => `filter_all_fields=nobody${turn}`],
};
const lastName = (turn: number): string =>
  [turn, turn / 23, turn / 529].map((n) => syllables[Math.floor(n) % 23]).join('');
/** What the page of a patient and its tables ask for, all at once; the first table is that of the assessments (PDT-03). */
const page = [
  readPatient,
  readPatientUser,
  listPatientGroups,
  records.listAddresses,
  records.listContacts,
  records.listInsurances,
  records.listMedications,
  records.listAllergies,
  records.listGoals,
  history.listPrescriptions,
  history.listOrderStatuses,
  history.listConsents,
  history.listRefillOutreach,
  history.listPatientDocuments,
  readTimeline,
  listSchedule,
].map(({ path }) => `${path}?${path === history.listPrescriptions.path ? 'med_type=prescription&' : ''}u_id=`);

export async function measurePatients(): Promise<Row[]> {
  const small = await aPortalWith(few);
  const large = await aPortalWith(many).catch(async (error: unknown) => {
    await small.close();
    throw error;
  });
  try {
    const names = Object.keys(small.ways);
    const measured = await inTurns(
      Object.fromEntries(
        names.flatMap((name) => [
          [`${name}, few`, small.ways[name] ?? []],
          [`${name}, many`, large.ways[name] ?? []],
        ]),
      ),
      { rounds: 5, ms: 700 },
    );
    return [
      ...names.map((name): Row => {
        const [one, hundred] = [measured[`${name}, few`] as Measured, measured[`${name}, many`] as Measured];
        return {
          what: `${name}, among ${many} patients against ${few}: p95`,
          value: hundred.p95 / one.p95,
          unit: 'times',
          target: { atMost: 2 },
          from: {
            'p50 ms of few': one.p50,
            'of many': hundred.p50,
            'p95 ms of few': one.p95,
            'p95 of many': hundred.p95,
          },
        };
      }),
      await measureDirectory(),
    ];
  } finally {
    await small.close();
    await large.close();
  }
}

async function aPortalWith(patients: number) {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  const opened: Connection[] = [];
  const close = async () => {
    for (const connection of opened) connection.close();
    await world.close();
    await portal.stop();
  };
  try {
    const { companyId, tokens } = await addClinic(world, patients);
    await world.asOwner('vacuum analyze');
    const connect = async (): Promise<Connection> => {
      const connection = await Connection.open(portal.url);
      opened.push(connection);
      return connection;
    };
    const ask = async (connection: Connection, who: Who, path: string) => {
      const bytes = requestBytes(portal.url, 'GET', `/api${path}`, { authorization: `Bearer ${tokens[who]}` });
      const answer = await connection.ask(bytes);
      if (answer.status !== 200)
        throw new Error(`${path} was answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
    };
    const listing = (who: Who, query: (turn: number, patients: number) => string): Caller[] =>
      Array.from({ length: callers }, (_, nth) => {
        let connection: Promise<Connection> | undefined;
        return async (turn) =>
          ask(await (connection ??= connect()), who, `${listPatients.path}?${query(turn * callers + nth, patients)}`);
      });
    const ids = await world.rows<{ id: number }>(
      'select patient_id as id from patient where company_id = $1 order by patient_id limit 500',
      [companyId],
    );
    const opening: Caller[] = Array.from({ length: 2 }, (_, nth) => {
      let connections: Promise<Connection[]> | undefined;
      return async (turn) => {
        const u_id = ids[(turn * 2 + nth) % ids.length]?.id;
        const lines = await (connections ??= Promise.all(page.map(connect)));
        await Promise.all(page.map((asked, at) => ask(lines[at]!, 'root', `${asked}${u_id}`)));
      };
    });
    const ways: Record<string, Caller[]> = Object.fromEntries(
      Object.entries(lists).map(([name, [who, query]]) => [name, listing(who, query)]),
    );
    ways[`The ${page.length} calls of a patient's page together`] = opening;
    return { ways, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** DRG-02, OPC-71. */
async function measureDirectory(): Promise<Row> {
  const entries = 100_000;
  const directory = directoryOf(
    Array.from({ length: entries }, (_, n) => ({
      brandName: `Brand ${n}`,
      genericName: `generic ${n % 977}`,
      strength: '10 mg',
      dosageForm: 'tablet',
      ndc: `${10_000 + (n % 90_000)}-${n % 10_000}`,
    })),
  );
  const search = async (turn: number) => {
    const term = ['nowhere', `neric ${turn % 977}`, `brand ${turn * 7}`, String(10_000 + (turn % 90_000))][turn % 4]!;
    await directory.search({ field: turn % 4 === 3 ? 'ndc' : 'name', term, limit: 10 });
  };
  const { directory: one } = await inTurns({ directory: [search] }, { rounds: 3, ms: 500 });
  return {
    what: `A search among ${entries} medications: p95`,
    value: one.p95,
    unit: 'ms',
    target: { atMost: 100 },
    from: { p50: one.p50 },
  };
}
