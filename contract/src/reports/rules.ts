/** The trial dashboard: which reports a person is offered, and the months of the enrolment chart. */
import type { UserType } from '../access.ts';
import type { CareGroup } from '../care-groups/endpoints.ts';

export const reports = ['training', 'inviteStatus', 'shipments', 'participants'] as const;
export type Report = (typeof reports)[number];

/** PRM-12, PRM-13. A Sponsor gets no participant data. */
export const reportTypes = {
  training: ['Admin', 'Sponsor'],
  inviteStatus: ['Admin', 'Sponsor'],
  shipments: ['Admin', 'Sponsor'],
  participants: ['Admin'],
} as const satisfies Record<Report, readonly UserType[]>;

type Chosen = Pick<CareGroup, 'groupType' | 'trialConfigured' | 'hasShippingRequest' | 'hasCard' | 'cardConfigured'>;

/** TRP-01 to TRP-06: the reports of the chosen group, and which of them are shown but cannot be had. */
export function offeredReports(type: UserType, group: Chosen | null): { report: Report; disabled: boolean }[] {
  if (group?.trialConfigured !== 'configured') return [];
  return reports
    .filter((report) => (reportTypes[report] as readonly UserType[]).includes(type) && fits(report, group))
    .map((report) => ({ report, disabled: report === 'inviteStatus' && isSite(group) }));
}

/** Whether somebody may have a report of a group: where it is not offered, or cannot be had, the server refuses it (SEC-24). */
export const isOffered = (report: Report, type: UserType, group: Chosen): boolean =>
  offeredReports(type, group).some((offered) => offered.report === report && !offered.disabled);

function fits(report: Report, group: Chosen): boolean {
  if (report === 'shipments') return group.hasShippingRequest;
  if (report === 'participants') return group.hasCard && group.cardConfigured === 'configured';
  return true;
}

/** OPN-91: spelled in two ways. */
export const isSite = ({ groupType }: { groupType: string }): boolean => groupType.toLowerCase() === 'trial site';

export interface Month {
  year: number;
  /** 1 is January. */
  month: number;
}

/** OPN-49: `3|2024`. */
export const monthKey = ({ year, month }: Month): string => `${month}|${String(year).padStart(4, '0')}`;
export const monthPattern = /^([1-9]|1[0-2])\|(\d{4})$/;

/** OPN-50: the months newest first, by date. What is no month is left out. */
export function newestFirst<Of>(byMonth: Readonly<Record<string, Of>>): (Month & { of: Of })[] {
  return Object.entries(byMonth)
    .flatMap(([key, of]) => {
      const [, month, year] = monthPattern.exec(key) ?? [];
      return month && year ? [{ year: Number(year), month: Number(month), of }] : [];
    })
    .toSorted((a, b) => b.year - a.year || b.month - a.month);
}

export const inviteStatuses = ['Accepted', 'Pending', 'Expired', 'Cancelled'] as const;
type InviteStatus = (typeof inviteStatuses)[number];

/** What has become of an invitation. */
export function inviteStatus(
  invitation: { usedAt: Date | null; cancelledAt: Date | null; expiresAt: Date },
  now: Date,
): InviteStatus {
  if (invitation.usedAt) return 'Accepted';
  if (invitation.cancelledAt) return 'Cancelled';
  return invitation.expiresAt <= now ? 'Expired' : 'Pending';
}
