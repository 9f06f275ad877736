import type { Wire } from '@portal/contract/endpoint.ts';
import type * as api from '@portal/contract/responses/respond-endpoints.ts';
import { askAt } from '#shared/patient-page/ask.ts';

/** What a patient asks. The schemas stay out of the page, which must be light; a test compares. */
export const paths = {
  lookAtCode: '/respond/code',
  openAssessment: '/respond/open',
  keepOwnDraft: '/respond/draft',
  sendOwnResponse: '/respond/send',
  chooseTexts: '/respond/texts',
} as const satisfies Record<keyof typeof api, string>;

type Name = keyof typeof paths;
const reads: readonly Name[] = ['lookAtCode'];
export const ask = async <N extends Name>(name: N, body: Wire<(typeof api)[N]['body']>) =>
  (await askAt(paths[name], body, { isRead: reads.includes(name) })) as Wire<(typeof api)[N]['reply']>;

export type Opened = Wire<typeof api.openAssessment.reply>;
