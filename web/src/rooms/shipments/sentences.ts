import { inactiveText, type ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { CallFailure } from '#api/failure.ts';
import type { Row } from './sides.ts';

/** What creating a request brought. */
export interface Created {
  srIds: number[];
  orderForms: readonly { docId: number }[];
}

/** Whether the text for several is due (OPS-69). */
export const isSeveral = (created: Created): boolean => created.srIds.length > 1 || created.orderForms.length > 1;

/** SHC-22, SHC-23, ERR-24. */
export const createdText = (created: Created): string =>
  isSeveral(created)
    ? `${created.srIds.length} Shipment Request(s) Created! Go to Shipment Requests tab to view. Go to Documents tab to view ${created.orderForms.length} order forms.`
    : 'Shipment Request Created! Go to Shipment Requests tab to view.';

const byContent: readonly [string, string][] = [
  ['same', 'Request contains the same product as an active shipment.'],
  [
    'cannot be fulfilled',
    'Shipping request contains products that cannot be fulfilled. Please contact your site administrator to configure the supplier for this product.',
  ],
  [
    'duplicate zero participant',
    'Please cancel or receive existing shipment request before placing a new shipment request.',
  ],
];
/** What these say quotes the names of fields in a trial's form, whose words mean nothing here. */
const quoting: readonly string[] = ['shipment.order_form_unusable'];
/** SHC-24 to SHC-27, ERR-21: by what the server's message contains, else that message as it is. */
export const submitFailureText = ({ code, message }: Pick<CallFailure, 'code' | 'message'>): string =>
  (!quoting.includes(code) && byContent.find(([part]) => message.includes(part))?.[1]) || message;

/** What was refused of one thing, with its name before it; null where what was said is no sentence without a name. */
export const refusedOf = (name: string | null, said: string): string | null => {
  const isSentence = /^[A-Z]/.test(said);
  if (name === null) return isSentence ? said : null;
  return isSentence ? `${name}: ${said}` : `${name} ${said}.`;
};

/** The dates of a request, as its form labels them. */
export const dateNames = { dateRequired: 'Need By Date', nextOrderDate: 'Next Order Date' } as const;

/** PRV-04: what is typed for a wholesaler is not for names. */
export const wholesalerReads = 'Wholesalers can read this. Do not enter names or subject numbers.';
export const wholesalerOpens = 'Wholesalers can open this. Choose files without names or subject numbers.';

export const loadFailure = 'There was a problem retrieving shipment request data.';
export const shipmentTypeWords = { pharmacy: 'Pharmacy', wholesaler: 'Wholesaler' } as const;
export const shipToWords = (row: Pick<Row, 'toParticipant'>): string =>
  row.toParticipant ? 'Participant' : 'Trial site';

/** Who of a request is no longer active, which the server's question begins with as well. */
export const inactiveOf = ({ participants }: Pick<Row, 'participants'>): string =>
  inactiveText(participants?.filter(({ isInactive }) => isInactive) ?? []);

/** What a toast says once a request has moved. */
export const movedText = (srId: number, to: ShipmentStatus): string => {
  if (to === 'received') return `The delivery of request ${srId} is confirmed.`;
  if (to === 'damaged' || to === 'missing' || to === 'other') return `Delivery of request ${srId} reported as ${to}.`;
  return `Request ${srId} is now ${to}.`;
};

/** Where a request can go. */
export type Step = Exclude<ShipmentStatus, 'preprocessing'>;
const noLongerReported = 'This delivery can no longer be reported';
/** What a dialog says of a step that cannot be taken any more. */
export const noLongerText: Record<Step, string> = {
  processing: 'This request can no longer be marked as processing',
  cancelled: 'This request can no longer be cancelled',
  shipped: 'This shipment can no longer be confirmed',
  received: 'This delivery can no longer be confirmed',
  damaged: noLongerReported,
  missing: noLongerReported,
  other: noLongerReported,
};
/** What else it says: what the request has become instead. */
export const nowText = (status: ShipmentStatus): string =>
  status === 'damaged' || status === 'missing' || status === 'other'
    ? `Someone else has changed this request in the meantime: its delivery was reported as ${status}.`
    : `Someone else has changed this request in the meantime: it is now ${status}.`;

/** What whoever packs a request reads that cannot be shipped any more. */
export const goneText = (status: ShipmentStatus): string =>
  status === 'cancelled'
    ? 'This request was cancelled in the meantime. Nothing was shipped.'
    : 'This request was shipped in the meantime. What is entered here was not saved.';

/** What is said where the request was moved by a first try that got no answer, and the second said something else. */
export const firstTryText = 'Your first try was recorded, with what you had entered then.';

/** What they read when only its status has moved on, and when something else was asked for. */
export const movedOnText = (status: ShipmentStatus): string =>
  `${nowText(status)} What was asked for is the same. Submit again to confirm the shipment.`;
export const orderChangedText =
  'Someone else has changed what was asked for in the meantime. Please look at the order again, step by step. What you entered is kept.';

export const fullName = (person: { fname: string | null; lname: string | null }): string =>
  [person.fname, person.lname].filter(Boolean).join(' ');

/** Of somebody a request is for: as it was asked for, with the one of now where it was corrected. */
export const nameThenAndNow = (person: { fname: string; lname: string; nameNow?: string | undefined }): string =>
  person.nameNow ? `${fullName(person)}, now ${person.nameNow}` : fullName(person);

export const documentNotFound = 'Shipping request document not found.';
