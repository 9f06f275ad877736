import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';

/** The medication list of the company, kept up to date. */
export function useMedicationList() {
  const client = useQueryClient();
  const { path } = api.readMedicationList;
  useLive(['medication_list.changed'], () => void client.invalidateQueries({ queryKey: [path] }));
  return useQuery(read(api.readMedicationList, {}, { medListId: null, version: null, medList: [], companyName: '' }));
}
