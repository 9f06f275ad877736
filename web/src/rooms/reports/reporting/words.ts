/** How the reporting page names months and channels. */
import type { AssessmentState, OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { inFileName } from '#kit/csv.ts';
import { asDay } from '#kit/today.ts';

/** `2031-03` as `Mar 2031`. */
export const monthWords = (month: string): string => asDay(`${month}-01`).slice(3).replace('-', ' ');

export const channelWords: Record<OutreachChannel, string> = { email: 'Emails', sms: 'Texts' };
export const oneOf: Record<OutreachChannel, string> = { email: 'Email', sms: 'Text' };

/** `2031-Q1` as `Q1 2031`. */
export const quarterWords = (quarter: string): string => `${quarter.slice(5)} ${quarter.slice(0, 4)}`;

export const stateWords: Record<AssessmentState, string> = {
  open: 'Open',
  answered: 'Answered',
  ended: 'Not answered',
};

/** `Shipments_2031-02_Received`: the file of a number says to what that was narrowed. */
export const fileOf = (name: string, period: string, narrowedTo?: string): string =>
  [name, period, ...(narrowedTo ? [inFileName(narrowedTo).replaceAll(' ', '_')] : [])].join('_');
