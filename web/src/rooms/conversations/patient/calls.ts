import type * as api from '@portal/contract/conversations/patient-endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import { exchange } from '#api/exchange.ts';

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
export const ask = async <N extends Name>(name: N, body: Wire<(typeof api)[N]['body']>) =>
  (await exchange({ method: 'POST', path: paths[name], body })).reply as Wire<(typeof api)[N]['reply']>;

export type Opened = Wire<typeof api.openConversation.reply>;
export type Said = Wire<typeof api.readOwnMessages.reply>['messages'][number];
