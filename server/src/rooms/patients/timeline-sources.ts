/** Where the line of time of a patient comes from: rooms that come later give what they know to the house, and this one reads it. */
import type { TimelineKind } from '@portal/contract/patients/timeline-endpoints.ts';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#platform/security/viewer.ts';
import { givenByRooms } from '#platform/http/given-by-rooms.ts';

export type TimelineLooker = Pick<Viewer, 'companyId' | 'careGroupIds' | 'seesWholeCompany'>;
/**
 * Rows of one patient, found by an index: `at`, `what` (plain words without a value of the record), `about` (what it was about, such
 * as the medication) and `by_id`, the person who did it. The patient is in sight of whoever looks.
 */
export interface TimelineSource {
  kind: TimelineKind;
  /** Its rows have a `note` as well: what somebody wrote down, for whoever sees the patient. */
  hasNote?: true;
  rowsOf: (patientId: number, viewer: TimelineLooker) => RawBuilder<unknown>;
}

const given = givenByRooms<TimelineSource>();

/** A room says when it is put into the house what it knows of patients. Several may give rows of one kind. */
export const tellsTimeline = given.give;
export const timelineSources = given.of;
