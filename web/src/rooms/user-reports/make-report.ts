import { signingReasons } from '@portal/contract/signing/rules.ts';
import { listChangedPeople, listPeopleOfGroups } from '@portal/contract/user-reports/endpoints.ts';
import { asDay } from '#kit/today.ts';
import { wholly } from '#shared/report-rows.ts';
import type { ChangedUser, Place, ReportedUser, Sponsor } from './queries.ts';

/** What a report is about, and who signs it. */
export interface Asked {
  place: Place;
  /** `YYYY-MM-DD`. */
  since: string;
  today: string;
  admin: { cpId: number; name: string; email: string };
  sponsor: Sponsor;
}

export interface Report extends Asked {
  file: Blob;
  /** UMR-01: it ends with the day of its creation and the day since which changes are told. */
  name: string;
}

/** Reads who has access to a place now and what changed, and draws the report; what draws is loaded with the first one. */
export async function makeReport(asked: Asked): Promise<Report> {
  const { place, since, today, admin, sponsor } = asked;
  const { gId } = place;
  const [{ careProviders: people }, { careProviders: changed }, { drawReport }] = await Promise.all([
    // What people sign leaves nobody out.
    wholly(
      listPeopleOfGroups,
      { query: { g_id: gId } },
      'These are too many people for one report. Please choose a trial site.',
    ),
    wholly(
      listChangedPeople,
      { query: { g_id: gId, changes_since: since } },
      'These are too many changes for one report. Please choose a later day.',
    ),
    import('./draw-report.ts'),
  ]);
  const byName = <User extends ReportedUser>(list: readonly User[]) =>
    list.toSorted((one, other) =>
      `${one.name} ${one.email}`.trim().localeCompare(`${other.name} ${other.email}`.trim(), 'en'),
    );
  const [createdOn, sinceDay] = [asDay(today, 'DD-MM-YYYY'), asDay(since, 'DD-MM-YYYY')];
  const bytes = await drawReport({
    place: place.displayName,
    since: sinceDay,
    createdOn,
    reason: signingReasons.report,
    signers: [
      { role: 'Administrator', name: admin.name },
      { role: 'Sponsor', name: sponsor.name },
    ],
    people: byName(people).map((one) => [
      one.name,
      one.email,
      one.type,
      one.status,
      one.trainingComplete ? 'Yes' : 'No',
    ]),
    changed: byName(changed).map((one) => [one.name, one.email, one.status, changesOf(one).join(', ')]),
  });
  return {
    ...asked,
    file: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }),
    name: `User Management Report ${place.displayName}_${createdOn}_${sinceDay}`,
  };
}

/** What happened to somebody's access, in words. */
const changesOf = (one: ChangedUser): string[] => [
  ...(one.recentlyInvited ? ['Invited'] : []),
  ...(one.recentlyRegistered ? ['Registered'] : []),
  // Whoever registers is added to their groups by that.
  ...(one.recentlyAdded && !one.recentlyRegistered ? ['Added'] : []),
  ...(one.recentlyReactivated ? ['Reactivated'] : []),
  ...(one.recentlyChangedRights ? ['Admin rights changed'] : []),
  ...(one.recentlyDeactivated ? ['Deactivated'] : []),
  ...(one.recentlyRemoved ? ['Removed'] : []),
];
