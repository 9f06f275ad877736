/** What each module is, in a sentence (DAT-02). */
import type { ModuleName } from '@portal/contract/access.ts';
import type { Tx } from '#platform/database/db.ts';

const descriptions: Readonly<Record<ModuleName, string>> = {
  TrialCard: 'Clinical-trial supply: participants, cards and shipments',
  Assessments: 'Assessments sent to patients and their answers',
  DiscountCard: 'Discount cards for patients',
  NurseReorder: 'Orders placed by nurses',
  Messaging: 'Conversations with patients',
  FollowUp: 'Follow-ups and reminders',
  Reporting: 'Reports',
  ClinicalManagement: 'Management of care groups, assessments and documents',
  PhysicianDashboard: 'The dashboard of physicians',
  MD_Direct_Invite: 'Invitations sent to physicians directly',
  BrandManagement: 'Management of brands',
  Insurance: 'Insurance details of patients',
  ReadOnlyPatientDetails: 'Details of patients can be read, not changed',
  MFA: 'Recovery of a lost second factor',
};

const isKnown = (name: string): name is ModuleName => Object.hasOwn(descriptions, name);

/** The modules of the company whose fence the transaction stands in; without those that another release alone knows. */
export async function modulesOf(tx: Tx, companyId: number) {
  const rows = await tx
    .selectFrom('company_module')
    .select(['module_id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('module_id')
    .execute();
  return rows.flatMap(({ module_id: modId, name }) =>
    isKnown(name) ? [{ modId, name, description: descriptions[name], basicAuthAllowed: 0 as const }] : [],
  );
}
