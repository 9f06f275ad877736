/** A company of trials and a clinic, with administrators whose sight reaches differently far. */
import type { UserType } from '@portal/contract/access.ts';
import type { Portal } from './portal.ts';

const aGroup = async (portal: Portal, companyId: number, name: string, parent: number | null) =>
  (
    await portal.rows<{ id: number }>(
      `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
       values ($1, $2, 'group', $3, $3, now()) returning care_group_id as id`,
      [companyId, parent, name],
    )
  )[0]?.id as number;
let topGroups = 0;
/** A group whose people see the whole company. */
export const aTopGroup = (portal: Portal, companyId: number): Promise<number> =>
  aGroup(portal, companyId, `Everybody ${++topGroups}`, null);

/** Two trials with a site each, a clinic with a ward below it, and people of every place. */
export async function aCompanyWithAdministrators(portal: Portal) {
  const companyId = await portal.aCompany(['TrialCard', 'ClinicalManagement', 'MFA']);
  const group = (name: string, parent: number | null) => aGroup(portal, companyId, name, parent);
  const [trial, otherTrial] = [await portal.aTrial(companyId), await portal.aTrial(companyId)];
  const [site, otherSite] = [await portal.aSite(companyId, trial), await portal.aSite(companyId, otherTrial)];
  const clinic = await group('Clinic', null);
  const ward = await group('Ward', clinic);
  const person = (type: UserType, groups: readonly number[], admin_rights = false) =>
    portal.aPerson(type, { company_id: companyId, admin_rights }, groups);
  const people = {
    admin: await person('Admin', [], true),
    ofSite: await person('Site User', [site], true),
    ofTrial: await person('Other', [trial], true),
    ofClinic: await person('Pharmacist', [clinic], true),
    ofWard: await person('Nurse', [ward], true),
    atSite: await person('Site User', [site]),
    atBoth: await person('Site User', [site, otherSite]),
    elsewhere: await person('Site User', [otherSite]),
    nowhere: await person('Technician', []),
    sponsor: await portal.aPerson('Sponsor', {
      company_id: companyId,
      sponsor_id:
        (
          await portal.rows<{ sponsor_id: number }>('select sponsor_id from care_group where care_group_id = $1', [
            trial,
          ])
        )[0]?.sponsor_id ?? null,
      admin_rights: true,
    }),
  };
  return { companyId, trial, otherTrial, site, otherSite, clinic, ward, people };
}
export type Administered = Awaited<ReturnType<typeof aCompanyWithAdministrators>>;
export type WhoOf = keyof Administered['people'];

/** What people are called in the tests, by their numbers. */
export const namesIn = ({ people }: Administered, ids: readonly (number | null)[]): string[] =>
  ids.map((id) => Object.entries(people).find(([, one]) => one === id)?.[0] ?? String(id)).sort();

/** What queries ask of somebody who sees the whole company. */
export const wholeSight = { providerId: 0, careGroupIds: null, seesWholeCompany: true } as const;
