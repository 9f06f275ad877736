/** The patients of the clinic: who they are, what is kept of them, and what happened with them. */
import type { PatientStep } from '@portal/contract/patients/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { keepDocument, type Pdf } from '#rooms/documents/door.ts';
import { addPart, attachToPatients, noteTold } from '#rooms/patient-records/door.ts';
import { addPatient, joinGroup, setPatientStatus } from '#rooms/patients/door.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { sheet } from './papers.ts';
import { type Telling, tellingsOf } from './prescriptions.ts';
import type { Step } from './step.ts';

const firstNames =
  'Eleanor Walter Rosa Harold Mei Arthur Beatrice Samuel Ines Frank Dorothy Raymond Nadia Carl Yvonne Luis Margaret Hugo Alma Peter Fatima George Irene Tomas Judith Leon Clara Ahmed Vera Ernest'.split(
    ' ',
  );
const lastNames =
  'Whitaker Bennett Delgado Fisher Chang Lindgren Moreau Okoye Pereira Quinn Rosenberg Sandoval Petrov Tanner Underwood Vargas Wallace Xu Young Zimmer Abbott Barlow Castillo Dvorak Eriksen Forsyth Gallagher Hassan Ito Jensen'.split(
    ' ',
  );
const streets = ['Lakeview Drive', 'Harbor Street', 'Maple Avenue', 'Orchard Lane', 'Mill Road', 'Chestnut Street'];

const dayMs = 86_400_000;

type Clinic = 'Heart Failure Clinic' | 'Diabetes' | 'Cardiology';
/** What such a patient takes, does not tolerate and wants to reach; what the pharmacy says of it. */
const stories: Record<Clinic, { medications: string[][]; allergy: string[]; goal: string[]; rx: string[][] }> = {
  'Heart Failure Clinic': {
    medications: [
      ['Lasix', '40 mg', 'One tablet in the morning', 'Takes a second one when the weight rises by 2 kg'],
      ['K-Tab', '20 mEq', 'One tablet with food', 'Potassium is measured every three months'],
    ],
    allergy: ['Altace', '5 mg', 'Dry cough for weeks', 'Takes Entresto instead'],
    goal: [
      'Weigh every morning',
      'Before breakfast and after the bathroom; call when it rises by 2 kg in three days',
      'Has a new scale at home',
    ],
    rx: [
      ['Entresto 49 mg/51 mg tablet', 'Take 1 tablet by mouth twice daily'],
      ['Coreg 12.5 mg tablet', 'Take 1 tablet by mouth twice daily with food'],
    ],
  },
  Cardiology: {
    medications: [['Bayer Aspirin', '81 mg', 'One tablet daily', 'Buys it without a prescription']],
    allergy: ['Lipitor', '40 mg', 'Muscle pain in both legs', 'Bears Crestor 5 mg well'],
    goal: ['Walk every day', 'Thirty minutes on at least five days of the week', 'Walks with a neighbour'],
    rx: [
      ['Eliquis 5 mg tablet', 'Take 1 tablet by mouth twice daily'],
      ['Norvasc 5 mg tablet', 'Take 1 tablet by mouth once daily'],
    ],
  },
  Diabetes: {
    medications: [
      ['Glucophage', '850 mg', 'One tablet with breakfast and dinner', 'Stomach is fine since it is taken with food'],
    ],
    allergy: ['Bactrim', '800 mg/160 mg', 'Rash on chest and arms', 'Happened during a bladder infection'],
    goal: ['Look after the feet', 'Look at both feet every evening and use cream', 'Daughter helps with the soles'],
    rx: [
      ['Lantus 100 units/mL injection', 'Inject 18 units under the skin at bedtime'],
      ['Jardiance 10 mg tablet', 'Take 1 tablet by mouth once daily in the morning'],
    ],
  },
};

interface Plan {
  actAs: ActAs;
  clinic: Viewer;
  /** Of the clinic whose details are read here alone. */
  nurse: Viewer;
}

/** Sixty patients over ten months: most active, some still pending, some deactivated, a few enabled anew. */
export function planPatients({ actAs, clinic, nurse }: Plan): Step[] {
  const whole = { careGroupIds: null, seesWholeCompany: true };
  const stepsOf = (n: number, joined: number, by: Viewer, group?: string): Step[] => {
    const { companyId } = by;
    let patientId = 0;
    const come = async () => {
      patientId = await welcome(actAs, by, n, group);
    };
    return [
      { daysAgo: joined, companyId, run: come },
      ...toldOf(n, joined).map(({ daysAgo, told }) => ({
        daysAgo,
        companyId,
        run: async () => void (await noteTold(actAs(by), patientId, told)),
      })),
    ];
  };
  return [
    ...Array.from({ length: 60 }, (_, n) => stepsOf(n, 290 - n * 4.8, { ...clinic, ...whole })).flat(),
    ...[61, 62].flatMap((n) => stepsOf(n, 120, { ...nurse, ...whole }, 'Harborview Clinic')),
  ];
}

const clinicOf = (n: number): Clinic =>
  n % 3 === 0 ? 'Diabetes' : n % 5 === 1 ? 'Cardiology' : 'Heart Failure Clinic';
/** PRF-02. */
const typeOf = (n: number): 1 | 2 | 3 => (n % 10 === 4 ? 2 : n % 12 === 7 ? 3 : 1);
const hasEmail = (n: number): boolean => typeOf(n) !== 3 && n % 7 !== 2;
const hasPhone = (n: number): boolean => typeOf(n) !== 3;
const isPending = (n: number): boolean => n >= 54 && n < 60;
const isDeactivated = (n: number): boolean => n % 13 === 11;
const isEnabledAnew = (n: number): boolean => n === 24;

/** Patients sign in on their own side (OPC-80), which tells the portal that they did. */
export async function noteSignIn({ tx, now }: Act, patientId: number): Promise<void> {
  await tx
    .updateTable('patient')
    .set((eb) => ({ last_login_at: now(), confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now())) }))
    .where('patient_id', '=', patientId)
    .execute();
}

/** What the pharmacy and the patient's own side told the portal, each thing on its day. */
function toldOf(n: number, joined: number): Telling[] {
  if (isPending(n)) return [];
  const consent = (daysAgo: number, code: 0 | 1 | 2) => ({ code, at: new Date(Date.now() - daysAgo * dayMs) });
  const consents = [...(typeOf(n) === 1 ? [consent(joined, 2)] : []), ...(hasPhone(n) ? [consent(joined, 1)] : [])];
  // Whoever left at once ordered nothing.
  if (isDeactivated(n) && !isEnabledAnew(n)) return [{ daysAgo: joined, told: { consents } }];
  const hasRevoked = n % 6 === 5 && hasPhone(n);
  return [
    ...tellingsOf({
      n,
      joined,
      consents,
      rx: stories[clinicOf(n)].rx,
      reached: !hasPhone(n) || hasRevoked ? [] : ['Text', hasEmail(n) ? 'Email' : 'Text'],
    }),
    ...(hasRevoked ? [{ daysAgo: joined - 20, told: { consents: [consent(joined - 20, 0)] } }] : []),
  ];
}

async function welcome(actAs: ActAs, by: Viewer, n: number, group?: string): Promise<number> {
  const act = actAs(by);
  const { tx } = act;
  const [clinic, type] = [clinicOf(n), typeOf(n)];
  const [firstName, lastName] = [
    firstNames[(n * 7) % 30] as string,
    lastNames[(n * 11 + Math.floor(n / 30)) % 30] as string,
  ];
  const patientId = await addPatient(act, {
    firstName,
    lastName,
    bornOn: `${1934 + ((n * 5) % 42)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + ((n * 3) % 28)).padStart(2, '0')}`,
    gender:
      n % 17 === 5
        ? 2
        : firstName.endsWith('a') ||
            'Eleanor Mei Beatrice Ines Dorothy Yvonne Margaret Irene Judith'.includes(firstName)
          ? 1
          : 0,
    email: !hasEmail(n) ? null : `${firstName}.${lastName}${n}@mail.example`.toLowerCase(),
    phone: !hasPhone(n) ? null : `+1617555${String(2000 + n)}`,
    type,
    isHibernated: n % 20 === 9,
  });
  const step = (name: PatientStep) => setPatientStatus(act, { patientId, step: name });
  // Who came last is still waiting, the last of them without a group.
  if (n === 58 || n === 59) return patientId;
  const { id } = await tx
    .selectFrom('care_group')
    .select('care_group_id as id')
    .where('name', '=', group ?? clinic)
    .executeTakeFirstOrThrow();
  await joinGroup(act, { patientId, careGroupId: id });
  if (isPending(n)) return patientId;
  await step('activate');
  if (type === 1) await noteSignIn(act, patientId);
  if (n % 4 === 0 || group) await keepRecord(actAs, by, { patientId, n, clinic, name: `${firstName} ${lastName}` });
  if (n % 8 === 0) await addPapers(actAs, by, { patientId, n, clinic, name: `${firstName} ${lastName}` });
  if (isDeactivated(n)) await step('deactivate');
  if (isEnabledAnew(n)) await step('enable');
  return patientId;
}

/** What people keep of a patient. */
async function keepRecord(
  actAs: ActAs,
  by: Viewer,
  { patientId, n, clinic, name }: { patientId: number; n: number; clinic: Clinic; name: string },
): Promise<void> {
  const act = actAs(by);
  const { medications, allergy, goal } = stories[clinic];
  const home = { country: 'USA', street2: n % 3 === 0 ? `Apt ${n + 1}` : '', city: 'Boston', state: 'Massachusetts' };
  const street = `${12 + n * 3} ${streets[n % streets.length]}`;
  const flags = { is_primary: true, is_shipping: true, is_billing: true };
  await addPart(act, 'patient_address', patientId, {
    type: 'Home',
    ...home,
    street,
    zip: `021${String(10 + (n % 26))}`,
    ...flags,
  });
  await addPart(act, 'patient_contact', patientId, {
    name: `Robin ${name.split(' ')[1]}`,
    detail: n % 8 === 0 ? 'Partner' : 'Daughter, has a key',
    phone: `+1617555${String(3000 + n)}`,
    phone_type: 'Mobile',
    phone_extension: '',
    email: n % 8 === 0 ? `robin${n}@mail.example` : '',
  });
  await addPart(act, 'patient_insurance', patientId, {
    plan_name: n % 8 === 0 ? 'Bay State Medicare Advantage' : 'Commonwealth Care Plus',
    plan_type: n % 8 === 0 ? 'Medicare' : 'PPO',
    member_number: `BS${String(480_210 + n * 37)}`,
    bin: '610014',
    pcn: 'MEDDPRIME',
    group_number: `LKS${100 + n}`,
    is_primary: true,
  });
  for (const [kind, rows] of [
    ['patient_medication', medications],
    ['patient_allergy', n % 8 === 0 ? [allergy] : []],
  ] as const)
    for (const [medication, dosage, description, notes] of rows)
      await addPart(act, kind, patientId, { name: medication, dosage, description, notes });
  const [title, description, notes] = goal;
  await addPart(act, 'patient_goal', patientId, { name: title, description, notes, medication_name: null });
}

const referral = (name: string, clinic: Clinic) =>
  sheet([
    'Referral letter',
    `${name}, to the ${clinic === 'Heart Failure Clinic' ? 'heart failure' : clinic.toLowerCase()} clinic`,
    'Thank you for seeing this patient of ours, whose medication you find below.',
    'We ask for a check of the doses and for regular telephone contact in the next three months.',
  ]);
const agreement = (name: string) =>
  sheet([
    'Agreement to the programme',
    name,
    'I agree to be called, and to be reminded of my refills by text message.',
  ]);

/** Letters that came with a patient, and what the patient signed, or is to sign, on their own side. */
async function addPapers(
  actAs: ActAs,
  by: Viewer,
  { patientId, n, clinic, name }: { patientId: number; n: number; clinic: Clinic; name: string },
): Promise<void> {
  const add = async (friendlyName: string, pdf: Pdf, waitsFor?: 'patient' | 'nobody') => {
    const filename = `${friendlyName.toLowerCase().replaceAll(' ', '-')}-${patientId}.pdf`;
    const kept = { pdf, filename, friendlyName, careGroupId: null, partnerId: null };
    const { id: documentId } = await keepDocument(actAs(by), kept);
    await attachToPatients(actAs(by), { documentId, patientIds: [patientId], waitsFor });
  };
  await add('Referral letter', referral(name, clinic));
  await add('Agreement to the programme', agreement(name), n % 16 === 0 ? 'patient' : 'nobody');
}
