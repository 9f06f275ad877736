/** The floor plan: the rooms from the ground floor up. A room uses the doors of rooms before it, never of later ones. */
import { addresses } from './rooms/addresses/routes.ts';
import { assessments } from './rooms/assessments/routes.ts';
import { schedules } from './rooms/schedules/routes.ts';
import { responses } from './rooms/responses/routes.ts';
import { outreach } from './rooms/outreach/routes.ts';
import { followUps } from './rooms/follow-ups/routes.ts';
import { clinic } from './rooms/clinic/routes.ts';
import { conversations } from './rooms/conversations/routes.ts';
import { calls } from './rooms/calls/routes.ts';
import { cards } from './rooms/cards/routes.ts';
import { careGroups } from './rooms/care-groups/routes.ts';
import { companies } from './rooms/companies/routes.ts';
import { delegates } from './rooms/delegates/routes.ts';
import { documents } from './rooms/documents/routes.ts';
import { goTo } from './rooms/go-to/routes.ts';
import { identity } from './rooms/identity/routes.ts';
import { lots } from './rooms/lots/routes.ts';
import { needs } from './rooms/needs/routes.ts';
import { securityAlerts } from './rooms/security-alerts/routes.ts';
import { accountRecovery } from './rooms/account-recovery/routes.ts';
import { drugs } from './rooms/drugs/routes.ts';
import { patientRecords } from './rooms/patient-records/routes.ts';
import { patients } from './rooms/patients/routes.ts';
import { participants } from './rooms/participants/routes.ts';
import { partners } from './rooms/partners/routes.ts';
import { pricing } from './rooms/pricing/routes.ts';
import { products } from './rooms/products/routes.ts';
import { providers } from './rooms/providers/routes.ts';
import { audit } from './rooms/audit/routes.ts';
import { reorderForms } from './rooms/reorder-forms/routes.ts';
import { reports } from './rooms/reports/routes.ts';
import { signing } from './rooms/signing/routes.ts';
import { userReports } from './rooms/user-reports/routes.ts';
import { shipments } from './rooms/shipments/routes.ts';
import { subscriptions } from './rooms/subscriptions/routes.ts';
import { workflows } from './rooms/workflows/routes.ts';

export const rooms = [
  identity,
  addresses,
  companies,
  careGroups,
  providers,
  partners,
  delegates,
  products,
  pricing,
  participants,
  lots,
  subscriptions,
  cards,
  documents,
  signing,
  userReports,
  assessments,
  workflows,
  drugs,
  patients,
  patientRecords,
  schedules,
  responses,
  outreach,
  followUps,
  conversations,
  calls,
  clinic,
  accountRecovery,
  shipments,
  needs,
  goTo,
  reports,
  reorderForms,
  audit,
  securityAlerts,
] as const;
