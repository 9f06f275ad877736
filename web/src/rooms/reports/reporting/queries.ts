import type { Asked, Endpoint, Ours } from '@portal/contract/endpoint.ts';
import * as clinic from '@portal/contract/reports/clinic-endpoints.ts';
import * as api from '@portal/contract/reports/reporting-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Change, useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';
import { wholly } from '#shared/report-rows.ts';

export type ShipmentMonth = Ours<typeof api.countShipments.reply>['months'][number];
export type ReportedShipment = Ours<typeof api.listReportedShipments.reply>['shipments'][number];
export type OutreachMonth = Ours<typeof api.countOutreach.reply>['months'][number];
export type ReportedOutreach = Ours<typeof api.listReportedOutreach.reply>['outreach'][number];
export type ReviewedSite = Ours<typeof api.listAccessReviews.reply>['sites'][number];

export type AssessmentQuarter = Ours<typeof clinic.countAssessments.reply>['quarters'][number];
export type ReportedAssessment = Ours<typeof clinic.listReportedAssessments.reply>['assessments'][number];
export type ReportedPatientOutreach = Ours<typeof clinic.listReportedPatientOutreach.reply>['outreach'][number];

const outreach = [api.countOutreach, api.listReportedOutreach];
const assessments = [clinic.countAssessments, clinic.listReportedAssessments];
const patientOutreach = [clinic.countPatientOutreach, clinic.listReportedPatientOutreach];
type Heard = Change['type'];
const touched: Partial<Record<Heard, readonly Endpoint[]>> = {
  'shipment.changed': [api.countShipments, api.listReportedShipments],
  'card.sent': outreach,
  // Their cards are taken back, or go to another site with them.
  'participant.changed': outreach,
  'recovery.changed': [api.listAccessReviews],
  // What is due follows the reports on users that were sent to be signed.
  'document.changed': [api.listAccessReviews],
  'signing.changed': [api.listAccessReviews],
  'response.changed': assessments,
  'survey_event.changed': assessments,
  'outreach.changed': patientOutreach,
  // They go out of a reader's groups, or are removed, with all that counts.
  'patient.changed': [...assessments, ...patientOutreach],
};

/** The numbers keep up with what happens. */
export function useFreshReport(): void {
  const client = useQueryClient();
  useLive(Object.keys(touched) as Heard[], ({ type }) => {
    for (const { path } of touched[type] ?? []) void client.invalidateQueries({ queryKey: [path] });
  });
}

export const useShipmentNumbers = () => useQuery(read(api.countShipments));
export const useOutreachNumbers = () => useQuery(read(api.countOutreach));
export const useAssessmentNumbers = () => useQuery(read(clinic.countAssessments));
export const usePatientOutreachNumbers = () => useQuery(read(clinic.countPatientOutreach));
export const useAccessReviews = () => useQuery(read(api.listAccessReviews, { query: {} }));

/** The rows of a number for a file, or none of them. */
export const rowsForFile = <E extends Endpoint>(endpoint: E, asked: Asked<E>): Promise<Ours<E['reply']>> =>
  wholly(endpoint, asked, 'These are too many rows for one file. Please choose one of the numbers beside it.');
