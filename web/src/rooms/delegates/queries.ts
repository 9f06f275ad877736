import * as api from '@portal/contract/delegates/endpoints.ts';
import { readUser } from '@portal/contract/providers/user-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

/** The physician delegates of the company, kept up to date. */
export function usePhysicians() {
  const { companyId } = useViewer();
  const client = useQueryClient();
  // Whoever registers or is revoked is told of as any other person.
  useLive(['delegate.changed', 'provider.changed'], () => {
    for (const { path } of [...refresh, readUser]) void client.invalidateQueries({ queryKey: [path] });
  });
  return useQuery({
    ...read(api.listPhysicians, { query: { company_id: companyId } }, { physicians: [] }),
    select: (reply) => reply.physicians,
  });
}

/** For whom a delegate acts. */
export function useNpis(delegateId: number) {
  const { companyId } = useViewer();
  return useQuery({
    ...read(api.readNpis, { query: { delegateId, company_id: companyId } }),
    select: (reply) => reply.physicianInfo,
  });
}

const refresh = [api.listPhysicians, api.readNpis];
/** The dialogs say themselves what went wrong (PHY-18). */
const quiet = { refresh, quiet: true, ofOneForm: true };
export const useInvite = () => useCall(api.inviteDelegate, quiet);
export const useReinvite = () => useCall(api.reinviteDelegate, { refresh });
const assigned = ({ delegateId, npi }: { delegateId: number; npi: string }) => [`${npi} of ${delegateId}`];
export const useAddNpi = () => useCall(api.addNpi, { ...quiet, records: ({ body }) => assigned(body) });
export const useChangeNpi = () => useCall(api.changeNpi, { ...quiet, ofOneForm: ({ body }) => body.npi });
export const useRemoveNpi = () =>
  useCall(api.removeNpi, { ...quiet, takesBack: api.addNpi, records: ({ query }) => assigned(query) });
