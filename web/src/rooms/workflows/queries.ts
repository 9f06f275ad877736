import { listLibrary } from '@portal/contract/documents/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { inTime, read, rowsOf, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

export type WorkflowDocument = Ours<typeof api.listWorkflowDocuments.reply>[number];

/** The documents of a group's workflow (CGW-17), kept up to date. */
export function useWorkflowDocuments(gId: number) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['document.changed', 'care_group.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.listWorkflowDocuments.path] });
  });
  return useQuery(read(api.listWorkflowDocuments, { query: { companyId, gId } }, []));
}

/** What a workflow can take: the whole library, portion by portion, so that any of it is found. */
export function useLibraryDocuments() {
  const { companyId } = useViewer();
  return useQuery({
    queryKey: [listLibrary.path, { whole: companyId }],
    queryFn: async (context) => {
      const portions = [];
      for (let after: number | undefined; ; ) {
        const { reply, more } = await ask(listLibrary, { query: { companyId, after } }, inTime(context));
        portions.push(reply.documents.map(({ docId, friendlyName }) => ({ docId, friendlyName })));
        if (more === null) return rowsOf(portions, ({ docId }) => docId);
        after = Number(more);
      }
    },
  });
}

const own = { refresh: [api.listWorkflowDocuments], quiet: true, ofOneForm: true };
export const useAddDocument = () => useCall(api.addWorkflowDocument, own);
export const useChangeDocument = () => useCall(api.changeWorkflowDocument, own);
export const useRemoveDocument = () => useCall(api.removeWorkflowDocument, own);
