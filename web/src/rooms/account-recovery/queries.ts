import * as api from '@portal/contract/account-recovery/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { mostGroupsAsked } from '@portal/contract/patients/rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

export type RecoveryRequest = Ours<typeof api.listRecoveryRequests.reply>['mfaRequests'][number];

/** The requests of patients in sight, kept up to date. */
export function useRecoveryRequests() {
  const client = useQueryClient();
  const { path } = api.listRecoveryRequests;
  // Whoever is deactivated leaves the groups, and takes what they asked for out of sight.
  useLive(['patient_recovery.changed', 'patient.changed'], () => void client.invalidateQueries({ queryKey: [path] }));
  return useQuery(read(api.listRecoveryRequests, { query: {} }));
}

const own = { quiet: true, ofOneForm: true, refresh: [api.listRecoveryRequests] };
export const useAsk = () => useCall(api.askForRecovery, own);
export const useDecide = () => useCall(api.decideRecovery, own);

/** ARQ-07. */
const leastTyped = 3;
/** Whoever is not among them is found by more of the name. */
const mostFound = 25;
/** Active patients in sight whose name has this (CAG-01, OPC-49); nothing is asked before there is something to look for. */
export function usePatientsWith(typed: string) {
  const { gIds, seesWholeCompany } = useViewer();
  const search = typed.trim();
  const own = !seesWholeCompany && gIds.length > 0 && gIds.length <= mostGroupsAsked && { g_id: [...gIds] };
  const query = { ...own, patient_status: 1, patient_limit: mostFound, search };
  return useQuery({ ...read(listPatients, { query }), enabled: isEnough(search) });
}
export const isEnough = (typed: string): boolean => typed.trim().length >= leastTyped;
