import * as api from '@portal/contract/account-recovery/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';

export type RecoveryRequest = Ours<typeof api.listRecoveryRequests.reply>['mfaRequests'][number];

/** The requests of patients in sight, kept up to date. */
export function useRecoveryRequests() {
  const client = useQueryClient();
  const { path } = api.listRecoveryRequests;
  useLive(['patient_recovery.changed'], () => void client.invalidateQueries({ queryKey: [path] }));
  return useQuery(read(api.listRecoveryRequests, { query: {} }));
}

export const useAsk = () => useCall(api.askForRecovery, { quiet: true, refresh: [api.listRecoveryRequests] });
export const useDecide = () => useCall(api.decideRecovery, { quiet: true, refresh: [api.listRecoveryRequests] });

/** ARQ-07. */
const leastTyped = 3;
/** Patients whose name, birth date, phone or e-mail has this; nothing is asked before there is something to look for. */
export const usePatientsWith = (typed: string) =>
  useQuery({
    ...read(listPatients, { query: { filter_all_fields: typed.trim(), patient_limit: 10 } }),
    enabled: typed.trim().length >= leastTyped,
  });
export const isEnough = (typed: string): boolean => typed.trim().length >= leastTyped;
