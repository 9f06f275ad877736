import type * as api from '@portal/contract/conversations/patient-endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import type { Way } from '#api/exchange.ts';
import { askAt } from '#shared/patient-page/ask.ts';

/** What a patient asks. The schemas stay out of the page, which must be light; a test compares. */
export const paths = {
  lookAtConversation: '/respond/conversation',
  openConversation: '/respond/conversation/open',
  readOwnMessages: '/respond/conversation/messages',
  sendOwnMessage: '/respond/conversation/send',
  openOwnDocument: '/respond/conversation/document',
  chooseTexts: '/respond/conversation/texts',
} as const;

type Name = keyof typeof paths;
const reads: readonly Name[] = ['lookAtConversation', 'readOwnMessages', 'openOwnDocument'];
export const ask = async <N extends Name>(name: N, body: Wire<(typeof api)[N]['body']>, way?: Way) =>
  (await askAt(paths[name], body, { ...way, isRead: reads.includes(name) })) as Wire<(typeof api)[N]['reply']>;

export type Opened = Wire<typeof api.openConversation.reply>;
export type Said = Wire<typeof api.readOwnMessages.reply>['messages'][number];
export type Brought = Wire<typeof api.openOwnDocument.reply>;
