/** Care groups as an administrator makes them, through the calls. */
import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import type { Caller, Portal } from './portal.ts';

export const trial = {
  gId: 0,
  parentId: null,
  type: 'clinicalTrial',
  groupName: 'AUR-101',
  description: 'About migraine',
};
export const siteOf = (parentId: number, groupName = 'Boston') => ({
  ...trial,
  parentId,
  type: 'trialSite',
  groupName,
});
/** An administrator of a company of trials. */
export async function anAdmin(portal: Portal, given: Parameters<Portal['aCompany']>[0] = ['TrialCard']) {
  const companyId = await portal.aCompany(given);
  return portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
}
export const add = async (caller: Caller, body: object): Promise<number> => {
  const { reply, message } = await caller.call(api.addCareGroup, { body });
  if (!reply) throw new Error(message);
  return reply.gId;
};
export const groupsOf = async (caller: Caller) => (await caller.call(listCareGroups)).reply.groups ?? [];
export const groupOf = async (caller: Caller, gId: number) =>
  (await groupsOf(caller)).find((group) => group.gId === gId);
export const actions = (portal: Portal) =>
  portal.rows<{ action: string; changes: unknown }>('select action, changes from audit_entry order by seq');
export const participantAt = (g_id: number, subject_number: string) => ({
  body: { g_id, fname: 'Ada', lname: 'Lovelace', dob: '1980-03-05', gender: 1, subject_number },
});
