/** A clinic with its groups, its people and whatever patients a test wants. */
import type { ModuleName } from '@portal/contract/access.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { type Caller, openPortal, type Portal } from './portal.ts';

let count = 0;

export const aPatientBody = (given: Record<string, unknown> = {}) => {
  count += 1;
  return {
    firstName: 'Ada',
    lastName: `Patient${String(count).padStart(3, '0')}`,
    email: `patient${count}@mail.example`,
    // Of another area than the numbers that tests write out.
    phone: `+1781${String(5_550_000 + count)}`,
    gender: 1,
    dateOfBirth: '1950-03-04',
    hasCase: 0,
    status: 0,
    userType: 1,
    ...given,
  };
};

const clinicModules = [
  'Assessments',
  'Insurance',
  'NurseReorder',
  'MFA',
  'ClinicalManagement',
] as const satisfies ModuleName[];

/** `root` works in the group at the top, `nurse` in the heart clinic below, `other` in the one for diabetes. */
export async function openClinic(modules: readonly ModuleName[] = clinicModules) {
  const portal = await openPortal();
  return { ...portal, ...(await aClinic(portal, modules)) };
}

export async function aClinic(portal: Portal, modules: readonly ModuleName[] = clinicModules) {
  const companyId = await portal.aCompany(modules);
  const group = async (name: string, parentId: number | null = null): Promise<number> =>
    (
      await portal.rows<{ id: number }>(
        `insert into care_group (company_id, parent_id, kind, name, display_name, created_at) values ($1, $2, 'group', $3, $3, now())
         returning care_group_id as id`,
        [companyId, parentId, name],
      )
    )[0]?.id as number;
  const top = await group('Clinic');
  const heart = await group('Cardiology', top);
  const failure = await group('Heart Failure', heart);
  const diabetes = await group('Diabetes', top);
  const person = async (type: 'Nurse' | 'Pharmacist' | 'Admin', groups: number[], fields = {}) =>
    portal.signedIn(await portal.aPerson(type, { company_id: companyId, ...fields }, groups));
  const people = {
    root: await person('Pharmacist', [top], { admin_rights: true }),
    nurse: await person('Nurse', [heart]),
    other: await person('Nurse', [diabetes]),
  };
  const aPatient = async (
    given: Record<string, unknown> = {},
    groups: readonly number[] = [],
    by: Caller = people.root,
  ) => {
    const added = await by.call(api.addPatient, { body: aPatientBody(given) });
    if (added.status !== 200) throw new Error(`no patient: ${added.message}`);
    const { u_id } = added.reply;
    for (const g_id of groups) await people.root.call(api.addToGroup, { body: { u_id, g_id } });
    return u_id;
  };
  const anActivePatient = async (given: Record<string, unknown> = {}, groups: readonly number[] = [failure]) => {
    const u_id = await aPatient(given, groups);
    await people.root.call(api.setPatientStatus, { body: { u_id, new_status: 'active' } });
    return u_id;
  };
  return { companyId, groups: { top, heart, failure, diabetes }, people, aPatient, anActivePatient };
}

/** What calls take of a record. */
export const addressOf = (u_id: number, given: Record<string, unknown> = {}) => ({
  u_id,
  addressType: 'Home',
  address: Object.entries({
    country: 'US',
    street: '1 Main Street',
    street_2: '',
    city: 'Boston',
    state: 'Massachusetts',
    zip: '02110',
  }).map(([Name, Value]) => ({ Name, Value })),
  isPrimary: 1,
  ...given,
});
export const contactOf = (u_id: number, given: Record<string, unknown> = {}) => ({
  u_id,
  contactName: 'Grace Hopper',
  contactDetail: 'Daughter',
  phoneNumber: '+16175550111',
  phoneType: 'Mobile',
  phoneExtension: '12',
  email: 'grace@mail.example',
  ...given,
});
export const insuranceOf = (u_id: number, given: Record<string, unknown> = {}) => ({
  u_id,
  planName: 'Blue Harbor',
  planType: 'PPO',
  memberId: 'BH-1',
  bin: '610014',
  pcn: 'MEDD',
  group: 'G1',
  isPrimary: 1,
  ...given,
});
export const medicationOf = (u_id: number, given: Record<string, unknown> = {}) => ({
  u_id,
  medicationName: 'Lasix',
  dosage: '20 mg',
  description: 'In the morning',
  notes: 'Weigh daily',
  ...given,
});
export const goalOf = (u_id: number, given: Record<string, unknown> = {}) => ({
  u_id,
  goalName: 'Walk',
  goalDescription: 'Half an hour a day',
  notes: 'With the dog',
  ...given,
});

/** Every table that has anything of a patient by their number, but for the groups that they are in. */
export const tablesOfPatients = async ({ rows }: Pick<Portal, 'rows'>): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'patient_id'
       and table_name not in ('patient_care_group', 'patient_within', 'patient_in_several') order by 1`,
    )
  ).map(({ name }) => name);
