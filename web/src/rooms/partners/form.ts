/** What the dialog holds while a partner is typed in, and what becomes of it. */
import { type Address, countryOf } from '@portal/contract/addresses/rules.ts';
import { addPharmacy, invitePharmacyUser } from '@portal/contract/partners/manage-endpoints.ts';
import { addressLine, emptyAddress, isEmptyAddress, problemsOf, sameAddress } from '#shared/address-form.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { phoneProblem } from '#shared/phone.ts';
import type { Partner } from './kinds.ts';

export interface Draft {
  name: string;
  phone: string;
  fax: string;
  email: string;
  sendEmail: boolean;
  address: Address;
}
export type Problems = Partial<Record<keyof Draft, string>>;

export const labels: Record<keyof Draft, string> = {
  name: 'Name',
  phone: 'Phone',
  fax: 'Fax',
  email: 'Email',
  sendEmail: 'Send shipment emails',
  address: 'Address',
};

export const newDraft: Draft = { name: '', phone: '', fax: '', email: '', sendEmail: false, address: emptyAddress };

export const draftOf = (partner: Partner): Draft => ({
  name: partner.name,
  phone: partner.phoneNumber ?? '',
  fax: partner.faxNumber ?? '',
  email: partner.email ?? '',
  sendEmail: partner.sendEmail,
  address: partner.address ?? emptyAddress,
});

export const bodyOf = (draft: Draft, companyId: number) => ({
  name: draft.name.trim(),
  phoneNumber: draft.phone,
  faxNumber: draft.fax,
  email: draft.email.trim().toLowerCase(),
  sendEmail: draft.sendEmail,
  address: draft.address,
  companyId,
});

const named: Record<string, keyof Draft> = {
  pharmacyName: 'name',
  wholesalerName: 'name',
  phoneNumber: 'phone',
  faxNumber: 'fax',
};
const draftField = (path: string): keyof Draft => {
  const [first = path] = path.split('.');
  return named[first] ?? (first as keyof Draft);
};

/** What is wrong, by field (PPW-04): the contract's own rules. */
export function problemsIn(draft: Draft): Problems {
  const { name, ...body } = bodyOf(draft, 1);
  const checked = addPharmacy.body.safeParse({ ...body, pharmacyName: name, sendEmail: undefined, address: undefined });
  const problems: Problems = {};
  for (const { path } of checked.error?.issues ?? []) {
    const field = draftField(String(path[0]));
    if (field !== 'address')
      problems[field] ??= checked.error?.issues.find((issue) => issue.path[0] === path[0])?.message ?? '';
  }
  for (const field of ['phone', 'fax'] as const) {
    const problem = phoneProblem(draft[field]);
    if (problem) problems[field] ??= problem;
  }
  const address = Object.values(problemsOf(draft.address))[0];
  if (address) problems.address = address;
  return problems;
}

/** The server's words about fields, put at the fields of the dialog. */
export const serverProblems = (fields: Record<string, string>): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [draftField(path), message]));

/** PPW-07. */
export const inviteProblem = (email: string): string | undefined =>
  invitePharmacyUser.body.shape.email.safeParse(email).error?.issues[0]?.message;

/** OPC-92: the country of the address, by its name. */
export const countryOfPartner = ({ address }: Partner): string =>
  address ? (countryOf(address.country)?.name ?? address.country) : '';

/** What of an edit is told where someone else has changed the partner. */
export const draftFields: DraftFields<Draft> = {
  labels,
  shown: (draft, field) => {
    const value = draft[field];
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return typeof value === 'string' ? value : isEmptyAddress(value) ? '' : addressLine(value);
  },
  same: (one, other) =>
    typeof one === 'object' && typeof other === 'object' ? sameAddress(one, other) : one === other,
};
