/** Patients in bulk, made by the database itself: a clinic of four groups, in which they lie, with a few rows of their records. */
import type { World } from './world.ts';

export const firstNames =
  'Eleanor Walter Rosa Harold Mei Arthur Beatrice Samuel Ines Frank Dorothy Raymond Nadia Carl Yvonne Luis Margaret Hugo Alma Peter Fatima George Irene Tomas Judith Leon Clara Ahmed Vera Ernest Olga Victor Paula Henry Lucia Oscar Emma Bruno Sofia Karl'.split(
    ' ',
  );
/** Of which last names are made. */
export const syllables =
  'ber kow dal son ric mar ten vil hof rey ash lund gar pet nov wal fis cas dre bor quin zel oko'.split(' ');

const providers =
  'mail.example post.example inbox.example letters.example harbor.example fastmail.example web.example'.split(' ');

const atOnce = 20_000;
/** One in a thousand is in the small group, the others are in one of the two large ones, some of them in both. */
export async function addClinic(world: World, many: number) {
  const companyId = await world.aCompany(['Insurance', 'ClinicalManagement', 'Assessments']);
  const group = async (name: string, parentId: number | null): Promise<number> => {
    const [row] = await world.rows<{ id: number }>(
      `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
       values ($1, $2, 'group', $3, $3, now()) returning care_group_id as id`,
      [companyId, parentId, `${name} ${companyId}`],
    );
    return row!.id;
  };
  const top = await group('Clinic', null);
  const [heart, diabetes, small] = [await group('Heart', top), await group('Diabetes', top), await group('Small', top)];
  for (let from = 0; from < many; from += atOnce)
    await addPatients(world, {
      companyId,
      groups: [heart, diabetes, small],
      from,
      until: Math.min(many, from + atOnce),
    });
  const person = async (groups: number[]) =>
    world.tokenFor(await world.aPerson('Nurse', { company_id: companyId }, groups));
  return {
    companyId,
    tokens: {
      root: await person([top]),
      nurse: await person([heart]),
      other: await person([small]),
      both: await person([heart, diabetes]),
    },
  };
}

async function addPatients(
  world: World,
  { companyId, groups, from, until }: { companyId: number; groups: readonly number[]; from: number; until: number },
): Promise<void> {
  const [first] = await world.rows<{ id: number }>(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, phone, status, type, preferred_contact, username, created_at)
       select $1::int, ($4::text[])[1 + n % 40], ($5::text[])[1 + n % 23] || ($5::text[])[1 + n / 23 % 23] || ($5::text[])[1 + n / 529 % 23], date '1930-01-01' + n % 20000, 1,
         lower(($4::text[])[1 + n % 40]) || '.' || n || '@' || ($6::text[])[1 + n % 7],
         '+1617' || lpad(n::text, 7, '0'), case when n % 20 = 0 then 'pending' else 'active' end, 1, 0, 'u' || $1::int || '-' || n, now()
       from generate_series($2::int + 1, $3::int) n returning patient_id)
     select min(patient_id) as id from added`,
    [companyId, from, until, firstNames, syllables, providers],
  );
  const own = `from patient where company_id = $1 and patient_id >= $2`;
  const given = [companyId, first!.id];
  await world.rows(
    `insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
     select patient_id, ($3::int[])[case when patient_id % 1000 = 7 then 3 when patient_id % 2 = 0 then 1 else 2 end], $1::int, now() ${own}`,
    [...given, [...groups]],
  );
  // One in a hundred comes to both of the large ones.
  await world.rows(
    `insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
     select patient_id, ($3::int[])[case when patient_id % 2 = 0 then 2 else 1 end], $1::int, now() ${own} and patient_id % 100 = 3`,
    [...given, [...groups]],
  );
  for (const rows of [
    `patient_address (company_id, patient_id, type, country, street, street2, city, state, zip, is_primary)
       select $1::int, patient_id, 'Home', 'USA', patient_id || ' Main Street', '', 'Boston', 'Massachusetts', '02110', true`,
    `patient_medication (company_id, patient_id, name, dosage, description, notes, created_at)
       select $1::int, patient_id, 'Lasix', '20 mg', 'In the morning', 'Weigh daily', now()`,
    `patient_prescription (company_id, patient_id, display_name, rx_number, display_status, is_active)
       select $1::int, patient_id, 'Entresto 49 mg/51 mg tablet', patient_id, 3, true`,
    `patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at)
       select $1::int, patient_id, 'Entresto 49 mg/51 mg tablet', patient_id, 3, now() - interval '3 days'`,
    `patient_step (company_id, patient_id, kind, what, at) select $1::int, patient_id, 'status', 'Added', now()`,
  ])
    await world.rows(`insert into ${rows} ${own}`, given);
}
