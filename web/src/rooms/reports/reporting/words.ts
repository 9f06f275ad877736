/** How the reporting page names months and channels. */
import type { OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { asDay } from '#kit/today.ts';

/** `2031-03` as `Mar 2031`. */
export const monthWords = (month: string): string => asDay(`${month}-01`).slice(3).replace('-', ' ');

export const channelWords: Record<OutreachChannel, string> = { email: 'Emails', sms: 'Texts' };
export const oneOf: Record<OutreachChannel, string> = { email: 'Email', sms: 'Text' };
