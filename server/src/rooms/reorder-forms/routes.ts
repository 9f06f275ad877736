import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import type { Room } from '#platform/http/calls.ts';
import { addMedicationList } from './add-medication-list.ts';
import { changeMedicationList } from './change-medication-list.ts';
import { companyWithList } from './queries.ts';

const message = 'Medication list successfully saved.';

export const reorderForms: Room = ({ lies, route }) => {
  lies({ medication_list: 'company' });
  route(api.readMedicationList, ({ viewer, tx }) => companyWithList(tx, viewer.companyId).executeTakeFirstOrThrow());

  route(api.addMedicationList, async ({ act, body }) => {
    const medListId = await addMedicationList(act, body.medList);
    return { message, medListId, version: 1 };
  });

  route(api.changeMedicationList, async ({ act, body }) => {
    const { medListId, medList: medications, version } = body;
    const changed = await changeMedicationList(act, { listId: medListId, medications, version });
    return { message, medListId, version: changed };
  });
};
