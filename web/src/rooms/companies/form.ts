/** What the dialog holds while a brand is typed in, and what becomes of it. */
import { type Address, storedAddress } from '@portal/contract/addresses/rules.ts';
import { addBrand } from '@portal/contract/companies/brand-endpoints.ts';
import { type Hours, usualHours } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { addressLine, emptyAddress, isEmptyAddress, problemsOf, sameAddress } from '#shared/address-form.ts';
import { phoneProblem } from '#shared/phone.ts';
import { hoursLine } from './hours.ts';

export interface Draft {
  companyName: string;
  shortName: string;
  address: Address;
  supportNumber: string;
  contactFax: string;
  email: string;
  senderEmailName: string;
  senderEmailId: number | null;
  contactEmailId: number | null;
  senderPhoneId: number | null;
  hours: Hours;
  /** The addresses of images that were uploaded. */
  header: string | null;
  logo: string | null;
  favicon: string | null;
  signInImage: string | null;
  primaryColour: string;
  termsURL: string;
  terms: File | null;
}
export type Field = keyof Draft;
export type Problems = Partial<Record<Field, string>>;

export const labels: Record<Field, string> = {
  companyName: 'Name',
  shortName: 'Short name',
  address: 'Address',
  supportNumber: 'Support number',
  contactFax: 'Fax',
  email: 'Support email',
  senderEmailName: 'Sender name',
  senderEmailId: 'Sender email',
  contactEmailId: 'Contact email',
  senderPhoneId: 'Sender phone',
  hours: 'Hours of operation',
  header: 'Brand header',
  logo: 'Brand logo',
  favicon: 'Favicon',
  signInImage: 'Sign-in image',
  primaryColour: 'Colour',
  termsURL: 'Web address of the terms',
  terms: 'Terms & Conditions',
};

/** BST-03: the parts of the dialog; the terms of a brand that is there have a dialog of their own. */
export const tabs = [
  {
    key: 'contact',
    title: 'Contact Details',
    fields: [
      'companyName',
      'shortName',
      'address',
      'supportNumber',
      'contactFax',
      'email',
      'senderEmailName',
      'senderEmailId',
      'contactEmailId',
      'senderPhoneId',
    ],
  },
  { key: 'hours', title: 'Hour of Operations', fields: ['hours'] },
  { key: 'header', title: 'Brand Header', fields: ['header', 'signInImage'] },
  { key: 'logo', title: 'Brand Logo', fields: ['logo', 'favicon', 'primaryColour'] },
  { key: 'terms', title: 'Terms & Conditions', fields: ['terms', 'termsURL'] },
] as const satisfies readonly { key: string; title: string; fields: readonly Field[] }[];
export type Tab = (typeof tabs)[number]['key'];

/** Where the first of these problems is mended. */
export const tabOf = (problems: Problems): Tab | undefined =>
  tabs.find(({ fields }) => fields.some((field) => problems[field] !== undefined))?.key;

export const newDraft: Draft = {
  companyName: '',
  shortName: '',
  address: emptyAddress,
  supportNumber: '',
  contactFax: '',
  email: '',
  senderEmailName: '',
  senderEmailId: null,
  contactEmailId: null,
  senderPhoneId: null,
  hours: usualHours,
  header: null,
  logo: null,
  favicon: null,
  signInImage: null,
  primaryColour: '',
  termsURL: '',
  terms: null,
};

export const draftOf = (brand: BrandInfo): Draft => {
  const { street, street2, city, state, zip, country } = brand;
  return {
    companyName: brand.companyName,
    shortName: brand.shortName ?? '',
    address: country === '' ? emptyAddress : { street, street2, city, state, zip, country },
    supportNumber: brand.supportNumber ?? '',
    contactFax: brand.contactFax ?? '',
    email: brand.email ?? '',
    senderEmailName: brand.senderEmailName ?? '',
    senderEmailId: brand.senderEmailId,
    contactEmailId: brand.contactEmailId,
    senderPhoneId: brand.senderPhoneId,
    // Of another release's hours its fields say what is to be corrected.
    hours: brand.hours as Hours,
    header: brand.brandHeaderUrl,
    logo: brand.logo,
    favicon: brand.favicon,
    signInImage: brand.signInImage,
    primaryColour: brand.primaryColour ?? '',
    termsURL: brand.termsURL ?? '',
    terms: null,
  };
};

const noAddress = { street: '', street2: '', city: '', state: '', zip: '', country: '' };

/** Hours of another release may be wrong by the rules of this one: they are checked and sent only once they are others. */
export const keepsHours = (draft: Draft, base: BrandInfo | undefined): boolean =>
  base !== undefined && JSON.stringify(draft.hours) === JSON.stringify(base.hours);

/** `base` is the brand that is changed. */
export const bodyOf = (draft: Draft, companyId: number, base: BrandInfo | undefined) => ({
  company_id: companyId,
  companyName: draft.companyName.trim(),
  shortName: draft.shortName,
  ...(isEmptyAddress(draft.address) ? noAddress : storedAddress(draft.address)),
  supportNumber: draft.supportNumber,
  contactFax: draft.contactFax,
  email: draft.email,
  senderEmailName: draft.senderEmailName,
  senderEmailId: draft.senderEmailId,
  contactEmailId: draft.contactEmailId,
  senderPhoneId: draft.senderPhoneId,
  ...(!keepsHours(draft, base) && { hours: draft.hours }),
  brandHeaderUrl: draft.header ?? '',
  logo: draft.logo ?? '',
  favicon: draft.favicon ?? '',
  signInImage: draft.signInImage ?? '',
  primaryColour: draft.primaryColour,
  termsURL: draft.termsURL.trim(),
});

const named: Record<string, Field> = { brandHeaderUrl: 'header', termDocId: 'terms' };
for (const part of Object.keys(noAddress)) named[part] = 'address';
const draftField = (path: string): Field => {
  const [first = path] = path.split('.');
  return named[first] ?? (first as Field);
};

/** What is wrong, by field: the contract's own rules. */
export function problemsIn(draft: Draft, base: BrandInfo | undefined): Problems {
  const problems: Problems = {};
  // The terms get their number once all else is right; whether there are any, the button asks (BST-04).
  const checked = addBrand.body.safeParse({ ...bodyOf({ ...draft, address: emptyAddress }, 1, base), termDocId: 1 });
  for (const { path, message } of checked.error?.issues ?? []) problems[draftField(String(path[0]))] ??= message;
  for (const field of ['supportNumber', 'contactFax'] as const) {
    const problem = phoneProblem(draft[field]);
    if (problem) problems[field] ??= problem;
  }
  const address = isEmptyAddress(draft.address) ? undefined : Object.values(problemsOf(draft.address))[0];
  if (address) problems.address = address;
  return problems;
}

/** The server's words about fields, put at the fields of the dialog. */
export const serverProblems = (fields: Record<string, string>): Problems =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([path, message]) => [draftField(path), message] as const)
      .filter(([field]) => field in labels),
  );

/** What of an edit is told where someone else has changed the brand. */
export const draftFields: DraftFields<Draft> = {
  labels,
  shown: (draft, field) => {
    if (field === 'address') return isEmptyAddress(draft.address) ? '' : addressLine(draft.address);
    if (field === 'hours') return hoursLine(draft.hours);
    if (field === 'header' || field === 'logo' || field === 'favicon' || field === 'signInImage')
      return draft[field] === null ? '' : 'another image';
    const value = draft[field];
    if (typeof value === 'number') return 'another choice';
    return typeof value === 'string' ? value : '';
  },
  same: (one, other) => {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    if ('street' in one && 'street' in other) return sameAddress(one, other);
    return JSON.stringify(one) === JSON.stringify(other);
  },
};
