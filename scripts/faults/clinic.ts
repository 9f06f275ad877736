import type { World } from '../bench/world.ts';

export interface Clinic {
  groupId: number;
  patientIds: number[];
  nurses: { providerId: number; token: string }[];
}

/** A group of its own with active patients, and nurses who belong to it. */
export async function aClinic(
  world: World,
  companyId: number,
  { name, patients, nurses }: { name: string; patients: number; nurses: number },
): Promise<Clinic> {
  const [group] = await world.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', $2, $2, now()) returning care_group_id as id`,
    [companyId, name],
  );
  const groupId = group?.id as number;
  const made = await world.rows<{ id: number }>(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1::int, 'Grace', 'Hopper', '1956-12-09', 1, $2 || n || '@patients.example', 'active', 3, -1, gen_random_uuid(), now()
       from generate_series(1, $3::int) n returning patient_id),
     joined as (
       insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $4::int, $1::int, now() from added)
     select patient_id as id from added`,
    [companyId, name.toLowerCase(), patients, groupId],
  );
  const people = [];
  for (let n = 0; n < nurses; n++) {
    const providerId = await world.aPerson('Nurse', { company_id: companyId }, [groupId]);
    people.push({ providerId, token: await world.tokenFor(providerId) });
  }
  return { groupId, patientIds: made.map(({ id }) => id), nurses: people };
}
