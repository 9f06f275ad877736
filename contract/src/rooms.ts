/** The rooms of the contract, each with what the rest of the house must know of it. `all.ts` finds their calls. */
import { accountRecovery } from './account-recovery/room.ts';
import { addresses } from './addresses/room.ts';
import { audit } from './audit/room.ts';
import { calls } from './calls/room.ts';
import { cards } from './cards/room.ts';
import { careGroups } from './care-groups/room.ts';
import { companies } from './companies/room.ts';
import { delegates } from './delegates/room.ts';
import { documents } from './documents/room.ts';
import { drugs } from './drugs/room.ts';
import { goTo } from './go-to/room.ts';
import { identity } from './identity/room.ts';
import { lots } from './lots/room.ts';
import { needs } from './needs/room.ts';
import { participants } from './participants/room.ts';
import { partners } from './partners/room.ts';
import { patientRecords } from './patient-records/room.ts';
import { patients } from './patients/room.ts';
import { pricing } from './pricing/room.ts';
import { products } from './products/room.ts';
import { providers } from './providers/room.ts';
import { reorderForms } from './reorder-forms/room.ts';
import { assessments } from './assessments/room.ts';
import { clinic } from './clinic/room.ts';
import { conversations } from './conversations/room.ts';
import { followUps } from './follow-ups/room.ts';
import { outreach } from './outreach/room.ts';
import { responses } from './responses/room.ts';
import { schedules } from './schedules/room.ts';
import type { Keys } from './room.ts';
import { reports } from './reports/room.ts';
import { shipments } from './shipments/room.ts';
import { signing } from './signing/room.ts';
import { subscriptions } from './subscriptions/room.ts';
import { userReports } from './user-reports/room.ts';
import { workflows } from './workflows/room.ts';

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
] as const;

type Rooms = (typeof rooms)[number];
/** Kinds of records that calls name by their number. */
export type NumberedKind = {
  [K in Keys<Rooms, 'records'>]: Extract<Rooms, { records: { [k in K]: { key: string } } }> extends never ? never : K;
}[Keys<Rooms, 'records'>];
