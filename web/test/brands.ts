/** A brand of a company, as the contract has it. */
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';

export const aBrand = (more: Partial<BrandInfo> = {}): BrandInfo => ({
  company_id: 1,
  brandId: 71,
  brandKey: 'north',
  companyName: 'North',
  shortName: null,
  street: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  addrId: null,
  supportNumber: null,
  email: null,
  contactFax: null,
  hours: usualHours,
  brandHeaderUrl: null,
  logo: null,
  senderEmailId: null,
  contactEmailId: null,
  senderPhoneId: null,
  senderEmailName: null,
  termDocId: null,
  termsURL: null,
  portalUrl: 'https://north.example',
  alerts: [],
  version: 1,
  ...more,
});
