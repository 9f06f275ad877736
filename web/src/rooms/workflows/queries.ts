import { listLibrary } from '@portal/contract/documents/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

export type WorkflowDocument = Ours<typeof api.listWorkflowDocuments.reply>['documents'][number];

/** The documents of a group's workflow (CGW-17), kept up to date. */
export function useWorkflowDocuments(gId: number) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['document.changed', 'care_group.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.listWorkflowDocuments.path] });
  });
  return useQuery({
    ...read(api.listWorkflowDocuments, { query: { companyId, gId } }),
    select: ({ documents }) => documents,
  });
}

/** What a workflow can take. */
export function useLibraryDocuments() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(listLibrary, { query: { companyId } }),
    select: ({ documents }) => documents.map(({ docId, friendlyName }) => ({ docId, friendlyName })),
  });
}

const own = { refresh: [api.listWorkflowDocuments], quiet: true };
export const useAddDocument = () => useCall(api.addWorkflowDocument, own);
export const useChangeDocument = () => useCall(api.changeWorkflowDocument, own);
export const useRemoveDocument = () => useCall(api.removeWorkflowDocument, own);
