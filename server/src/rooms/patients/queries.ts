/** SQL of the patients. Every statement is held to those in sight. */
import { type Expression, sql, type SqlBool } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { inSight, seesWhole } from '#rooms/care-groups/door.ts';
import { type PatientSight, patientInSight } from './sight.ts';

/** The rows this viewer may know of; every query of the room starts here. */
export const visibleTo = (viewer: PatientSight) => patientInSight(viewer, 'patient.patient_id');

const columns = [
  'patient.patient_id as patientId',
  'patient.first_name as firstName',
  'patient.last_name as lastName',
  'patient.born_on as bornOn',
  'patient.gender',
  'patient.email',
  'patient.phone',
  'patient.status',
  'patient.type',
  'patient.is_hibernated as isHibernated',
  'patient.username',
  'patient.confirmed_at as confirmedAt',
  'patient.last_login_at as lastLoginAt',
  'patient.preferred_contact as preferredContact',
  'patient.version',
] as const;

/** One patient in sight. */
export const one = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx.selectFrom('patient').select(columns).where('patient.patient_id', '=', patientId).where(visibleTo(viewer));
export type PatientRow = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>;

/** One patient in sight, held until the transaction ends against whoever changes the patient or a part of the record. */
export const lockVisible = async (tx: Tx, viewer: PatientSight, patientId: number) => {
  const held = await tx
    .selectFrom('patient')
    .selectAll('patient')
    .where('patient.patient_id', '=', patientId)
    .where(visibleTo(viewer))
    .forNoKeyUpdate('patient')
    .executeTakeFirst();
  // Whoever waited for the row was let in by what stood before: the patient may have been moved, deactivated or removed meanwhile.
  return held && (await one(tx, viewer, patientId).executeTakeFirst()) ? held : undefined;
};

/** Whether the company has this patient, whoever asks (PCG-15, CAD-08). */
export const isOfCompany = async (tx: Tx, patientId: number): Promise<boolean> =>
  (await tx
    .selectFrom('patient')
    .select('patient_id')
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Groups for patients: one's own and those below, with root access those of the whole company. */
export const groupInSight = (viewer: PatientSight) =>
  seesWhole(viewer) ? sql<boolean>`true` : inSight(viewer, 'g.care_group_id');

/** Whether all of these are groups for this viewer. */
export const areGroupsInSight = async (
  tx: Tx,
  viewer: PatientSight,
  careGroupIds: readonly number[],
): Promise<boolean> => {
  const found = await tx
    .selectFrom('care_group as g')
    .select('g.care_group_id')
    .where('g.care_group_id', '=', anyOf(careGroupIds))
    .where('g.removed_at', 'is', null)
    .where(groupInSight(viewer))
    .execute();
  return found.length === new Set(careGroupIds).size;
};

/** What the others are called. */
export const otherGroup = 'Another care group';

/** What those of the groups that are in sight are called. */
export const groupNames = async (
  tx: Tx,
  viewer: PatientSight,
  careGroupIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const found = await tx
    .selectFrom('care_group as g')
    .select(['g.care_group_id as id', 'g.display_name as name'])
    .where('g.care_group_id', '=', anyOf(careGroupIds))
    .where(groupInSight(viewer))
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
};

/** The groups in sight that a patient was put in. */
export const groupsOf = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('patient_care_group as own')
    .innerJoin('care_group as g', 'g.care_group_id', 'own.care_group_id')
    .select([
      'g.care_group_id as gId',
      'g.parent_id as parentId',
      'g.name as groupName',
      'g.display_name as displayName',
      'own.joined_at as timeAdded',
    ])
    .where('own.patient_id', '=', patientId)
    .where('g.removed_at', 'is', null)
    .where(groupInSight(viewer))
    .orderBy('g.display_name')
    .orderBy('g.care_group_id');

/** All groups that a patient was put in, whoever asks: for those who hear of a change. */
export const careGroupsOf = async (tx: Tx, patientId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('patient_care_group')
      .select('care_group_id as id')
      .where('patient_id', '=', patientId)
      .orderBy('care_group_id')
      .execute()
  ).map(({ id }) => id);

/** A group in sight, which cannot be removed until the transaction ends. */
export const holdGroup = (tx: Tx, viewer: PatientSight, careGroupId: number) =>
  tx
    .selectFrom('care_group as g')
    .select(['g.care_group_id as careGroupId', 'g.display_name as name'])
    .where('g.care_group_id', '=', careGroupId)
    .where('g.removed_at', 'is', null)
    .where(groupInSight(viewer))
    .forShare()
    .executeTakeFirst();

/** Holds everybody in a group, whoever asks, in the order of their numbers: two groups with the same patients may be removed at once. */
export const holdPatientsOfGroup = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('patient')
    .innerJoin('patient_care_group as own', 'own.patient_id', 'patient.patient_id')
    .select('patient.patient_id')
    .where('own.care_group_id', '=', careGroupId)
    .orderBy('patient.patient_id')
    .forNoKeyUpdate('patient')
    .execute();

/** Each of the patients with each of their groups; with no group where there is none. */
export const placesOf = (tx: Tx, patientIds: readonly number[]) =>
  tx
    .selectFrom('patient')
    .leftJoin('patient_care_group as own', 'own.patient_id', 'patient.patient_id')
    .select(['patient.patient_id as id', 'own.care_group_id as careGroupId'])
    .where('patient.patient_id', '=', anyOf(patientIds))
    .execute();

interface ToCome {
  firstName: string;
  lastName: string;
  bornOn: string;
  phone?: string | null | undefined;
}

/** Of two names, as trigrams have it. */
const leastSimilarity = 0.4;

/** Born on that day with a similar name, or with this phone. */
const isSimilar = (given: Record<keyof ToCome, unknown>): Expression<SqlBool> =>
  sql<boolean>`(patient.born_on = ${given.bornOn}
      and similarity(patient.sort_name, name_key(${given.lastName} || ' ' || ${given.firstName})) >= ${leastSimilarity}
    or patient.phone = ${given.phone})`;

/** Somebody who is to come in may be there already. */
export const similarTo = (tx: Tx, viewer: PatientSight, given: ToCome) =>
  tx
    .selectFrom('patient')
    .select(listColumns)
    .where('patient.removed_at', 'is', null)
    .where(visibleTo(viewer))
    .where(isSimilar({ ...given, phone: given.phone ?? '' }))
    .orderBy('patient.sort_name')
    .orderBy('patient.patient_id');

/** The same for many at once: three at most of each, with its place among them. */
export async function similarToEach(tx: Tx, viewer: PatientSight, given: readonly ToCome[]) {
  const all = <K extends keyof ToCome>(field: K) => given.map((one) => one[field] ?? '');
  const { rows } = await sql<{ at: number; patientId: number; firstName: string; lastName: string }>`
    select (given.n - 1)::int as at, found.*
    from unnest(${all('firstName')}::text[], ${all('lastName')}::text[], ${all('bornOn')}::date[], ${all('phone')}::text[])
      with ordinality as given (first_name, last_name, born_on, phone, n)
    cross join lateral (
      select patient_id as "patientId", patient.first_name as "firstName", patient.last_name as "lastName" from patient
      where removed_at is null and ${visibleTo(viewer)} and ${isSimilar(columnsOfGiven)}
      order by patient.sort_name, patient_id limit 3
    ) found order by given.n`.execute(tx);
  return rows;
}

/**
 * The same among them: who is similar to one before them, with the place of the first such one. Nobody comes in with the phone of
 * another, so that it is not asked for here.
 */
export async function similarAmong(
  tx: Tx,
  given: readonly (Pick<ToCome, 'firstName' | 'lastName'> & { bornOn: string | null })[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ at: number; first: number }>`
    with given as materialized (
      select n, born_on, name_key(last_name || ' ' || first_name) as name
      from unnest(${given.map(({ firstName }) => firstName)}::text[], ${given.map(({ lastName }) => lastName)}::text[],
        ${given.map(({ bornOn }) => bornOn)}::date[]) with ordinality as given (first_name, last_name, born_on, n))
    select (later.n - 1)::int as at, (min(earlier.n) - 1)::int as first
    from given later join given earlier on earlier.born_on = later.born_on and earlier.n < later.n
    where similarity(earlier.name, later.name) >= ${leastSimilarity}
    group by later.n`.execute(tx);
  return new Map(rows.map(({ at, first }) => [at, first]));
}

const columnsOfGiven = {
  firstName: sql.ref('given.first_name'),
  lastName: sql.ref('given.last_name'),
  bornOn: sql.ref('given.born_on'),
  phone: sql.ref('given.phone'),
};

export const listColumns = [
  'patient.patient_id as patientId',
  'patient.first_name as firstName',
  'patient.last_name as lastName',
  'patient.born_on as bornOn',
  'patient.phone',
  'patient.email',
  'patient.status',
  'patient.type',
] as const;
