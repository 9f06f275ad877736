/** Every call of the portal, by room. The routes, the OpenAPI document and the tests over all calls start here. */
import * as accountRecovery from './account-recovery/endpoints.ts';
import * as addresses from './addresses/endpoints.ts';
import * as builder from './assessments/endpoints.ts';
import * as clinic from './clinic/endpoints.ts';
import * as followUps from './follow-ups/endpoints.ts';
import * as outreach from './outreach/endpoints.ts';
import * as answering from './responses/endpoints.ts';
import * as flags from './responses/flag-endpoints.ts';
import * as responding from './responses/respond-endpoints.ts';
import * as schedules from './schedules/endpoints.ts';
import * as workflowAssessments from './workflows/assessment-endpoints.ts';
import * as cards from './cards/endpoints.ts';
import * as groupChanges from './care-groups/change-endpoints.ts';
import * as groupConfiguration from './care-groups/configuration-endpoints.ts';
import * as groups from './care-groups/endpoints.ts';
import * as sponsors from './care-groups/sponsor-endpoints.ts';
import * as brands from './companies/brand-endpoints.ts';
import * as company from './companies/endpoints.ts';
import * as delegates from './delegates/endpoints.ts';
import * as documents from './documents/endpoints.ts';
import * as drugs from './drugs/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as goTo from './go-to/endpoints.ts';
import * as account from './identity/account-endpoints.ts';
import * as signingIn from './identity/endpoints.ts';
import * as lots from './lots/endpoints.ts';
import * as firstNeeds from './needs/endpoints.ts';
import * as lateNeeds from './needs/late-endpoints.ts';
import * as participants from './participants/endpoints.ts';
import * as sitePartners from './partners/endpoints.ts';
import * as partnerManagement from './partners/manage-endpoints.ts';
import * as supply from './partners/supply-endpoints.ts';
import * as documentsOfPatients from './patient-records/document-endpoints.ts';
import * as recordsOfPatients from './patient-records/endpoints.ts';
import * as historyOfPatients from './patient-records/history-endpoints.ts';
import * as valuesOfPatients from './patient-records/value-endpoints.ts';
import * as listsOfPatients from './patients/endpoints.ts';
import * as importing from './patients/import-endpoints.ts';
import * as timeline from './patients/timeline-endpoints.ts';
import * as prices from './pricing/endpoints.ts';
import * as settingUp from './pricing/set-up-endpoints.ts';
import * as products from './products/endpoints.ts';
import * as people from './providers/endpoints.ts';
import * as invitations from './providers/invitation-endpoints.ts';
import * as own from './providers/own-endpoints.ts';
import * as users from './providers/user-endpoints.ts';
import * as trails from './audit/endpoints.ts';
import * as security from './audit/security-endpoints.ts';
import * as reorderForms from './reorder-forms/endpoints.ts';
import * as dashboard from './reports/endpoints.ts';
import * as reporting from './reports/reporting-endpoints.ts';
import type { RoomName } from './rooms.ts';
import * as shipmentDocuments from './shipments/document-endpoints.ts';
import * as requests from './shipments/endpoints.ts';
import * as invoices from './shipments/invoice-endpoints.ts';
import * as packingSlips from './shipments/packing-slip-endpoints.ts';
import * as signatures from './signing/endpoints.ts';
import * as trainings from './signing/training-endpoints.ts';
import * as subscriptions from './subscriptions/endpoints.ts';
import * as userReports from './user-reports/endpoints.ts';
import * as workflowDocuments from './workflows/endpoints.ts';

const careGroups = { ...groups, ...groupChanges, ...groupConfiguration, ...sponsors };
const companies = { ...company, ...brands };
const identity = { ...signingIn, ...account };
const partners = { ...sitePartners, ...partnerManagement, ...supply };
const patients = { ...listsOfPatients, ...importing, ...timeline };
const patientRecords = { ...recordsOfPatients, ...historyOfPatients, ...valuesOfPatients, ...documentsOfPatients };
const pricing = { ...prices, ...settingUp };
const providers = { ...people, ...own, ...invitations, ...users };
const audit = { ...trails, ...security };
const needs = { ...firstNeeds, ...lateNeeds };
const reports = { ...dashboard, ...reporting };
const responses = { ...answering, ...flags, ...responding };
const shipments = { ...requests, ...shipmentDocuments, ...invoices, ...packingSlips };

export const rooms = {
  identity,
  addresses,
  companies,
  careGroups,
  providers,
  partners,
  delegates,
  products,
  pricing,
  lots,
  participants,
  subscriptions,
  cards,
  documents,
  signing: { ...signatures, ...trainings },
  userReports,
  assessments: builder,
  workflows: { ...workflowDocuments, ...workflowAssessments },
  drugs,
  patients,
  patientRecords,
  schedules,
  responses,
  outreach,
  followUps,
  clinic,
  accountRecovery,
  shipments,
  needs,
  goTo,
  reports,
  reorderForms,
  audit,
} satisfies Record<RoomName, object>;

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Each endpoint with the room and the name it has there, such as `shipments.moveByPharmacy`. */
export const endpoints: readonly { name: string; endpoint: Endpoint }[] = Object.entries(rooms).flatMap(
  ([room, exported]) =>
    Object.entries(exported as Record<string, unknown>).flatMap(([name, value]) => {
      if (isEndpoint(value)) return [{ name: `${room}.${name}`, endpoint: value }];
      if (typeof value !== 'object' || value === null || '_zod' in value) return [];
      return Object.entries(value).flatMap(([part, inner]) =>
        isEndpoint(inner) ? [{ name: `${room}.${name}.${part}`, endpoint: inner }] : [],
      );
    }),
);
