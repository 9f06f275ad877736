/** A patient who has something open or flagged, as the dashboard speaks of it. */
import type { Intervention } from '@portal/contract/clinic/endpoints.ts';

export const interventionTypes = ['Incomplete', 'Answer(s) Flagged', 'Multiple Issues'] as const;
export type InterventionType = (typeof interventionTypes)[number];

/** PTB-05, PTB-06. */
export function typeOf({ flagged }: Pick<Intervention, 'flagged'>): InterventionType {
  const open = flagged.filter((one) => one === null).length;
  if (open === 0) return 'Answer(s) Flagged';
  return open === flagged.length ? 'Incomplete' : 'Multiple Issues';
}

/** One of the events that stand side by side in the lists of a row (PTB-08). */
export interface OpenEvent {
  surveyEventId: number;
  sId: number;
  surveyName: string;
  started: Date;
  due: Date;
  /** Null where it is not answered. */
  flagged: readonly number[] | null;
}

export const eventsOf = (row: Intervention): OpenEvent[] =>
  row.surveyEventId.flatMap((surveyEventId, at) => {
    const [sId, surveyName, started, due] = [row.sId[at], row.surveyName[at], row.started[at], row.due[at]];
    if (sId === undefined || surveyName === undefined || !started || !due) return [];
    return [{ surveyEventId, sId, surveyName, started, due, flagged: row.flagged[at] ?? null }];
  });

export const fullName = ({ fName, lName }: Pick<Intervention, 'fName' | 'lName'>): string => `${fName} ${lName}`.trim();
