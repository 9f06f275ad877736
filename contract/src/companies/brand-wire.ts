/** A brand as it travels: in the words of seed 001, with its address flat (BST-05, OPN-90). */
import { z } from 'zod';
import { longest } from '../addresses/fields.ts';
import { addressProblems } from '../addresses/rules.ts';
import { reachableEmail } from '../email.ts';
import { imageIdIn } from '../images/rules.ts';
import { day, id, name, recordId, requiredText, text, tidyName, userType } from '../wire.ts';
import { alert } from './alert.ts';
import { brandColour, givenAlert, hours, keptHours } from './brand-rules.ts';

export const brandInfo = z.object({
  company_id: z.number(),
  brandId: z.number(),
  brandKey: z.string(),
  companyName: z.string(),
  shortName: z.string().nullable(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  addrId: z.number().nullable(),
  supportNumber: z.string().nullable(),
  email: z.string().nullable(),
  contactFax: z.string().nullable(),
  hours: keptHours,
  brandHeaderUrl: z.string().nullable(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  signInImage: z.string().nullable(),
  primaryColour: z.string().nullable(),
  senderEmailId: z.number().nullable(),
  contactEmailId: z.number().nullable(),
  senderPhoneId: z.number().nullable(),
  senderEmailName: z.string().nullable(),
  termDocId: z.number().nullable(),
  termsURL: z.string().nullable(),
  portalUrl: z.string(),
  alerts: z.array(alert.extend({ types: z.array(userType), from: day.nullable(), until: day.nullable() })),
  version: z.number(),
});
export type BrandInfo = z.output<typeof brandInfo>;

/** Empty means none. */
const email = z
  .string()
  .overwrite((value) => value.trim().toLowerCase())
  .refine((value) => value === '' || reachableEmail(150).safeParse(value).success, 'is not a valid email');
/** OPN-70: the server asks whether there can be such a number. Empty means none. */
const phone = z.string().regex(/^(\+[1-9]\d{6,18})?$/, 'Invalid phone number');
/** Where an image that was uploaded before is served. Empty means none. */
export const imageAddress = z
  .string()
  .refine((path) => path === '' || imageIdIn(path) !== null, 'must be the address of an upload');
const link = text(500).refine(
  (url) => url === '' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)),
  'must be an address that starts with https://',
);

/** The address of a brand as it is handed in by itself. */
const address = z.strictObject({
  company_id: recordId('company'),
  street: text(longest.street),
  street2: text(longest.street2).nullish(),
  city: text(longest.city),
  state: text(longest.province).nullish(),
  zip: text(longest.zip),
  country: text(longest.country),
});

/** A brand as an administrator hands it in. */
export const givenBrand = {
  company_id: recordId('company'),
  brandKey: requiredText(60).nullish(),
  shortName: name(50).nullish(),
  street: text(longest.street).nullish(),
  street2: text(longest.street2).nullish(),
  city: text(longest.city).nullish(),
  state: text(longest.province).nullish(),
  zip: text(longest.zip).nullish(),
  country: text(longest.country).nullish(),
  addrId: id.nullish(),
  supportNumber: phone.nullish(),
  email: email.nullish(),
  contactFax: phone.nullish(),
  hours: hours.nullish(),
  brandHeaderUrl: imageAddress.nullish(),
  senderEmailId: recordId('company_email').nullish(),
  contactEmailId: recordId('company_email').nullish(),
  senderPhoneId: recordId('company_phone').nullish(),
  // Stands in the header of a mail.
  senderEmailName: text(100)
    .refine((words) => !/[\r\n]/.test(words), 'must be one line')
    .overwrite(tidyName)
    .nullish(),
  termDocId: recordId('document').nullish(),
  termsURL: link.nullish(),
  alerts: z.array(givenAlert).max(20).optional(),
  logo: imageAddress.nullish(),
  favicon: imageAddress.nullish(),
  signInImage: imageAddress.nullish(),
  primaryColour: brandColour.nullish(),
  /** BRN-13: the server says what it is, whatever a new brand is sent with; a change may only send it back as it was read. */
  portalUrl: text(500).nullish(),
};
const addressFields = ['street', 'street2', 'city', 'state', 'zip', 'country'] as const;
type FlatAddress = Partial<Record<(typeof addressFields)[number], string | null | undefined>>;

/** Whether a brand was given an address. */
export const hasAddress = (body: FlatAddress): boolean => addressFields.some((field) => body[field]);

/** Of an address all or nothing. */
export const wholeAddress = (body: FlatAddress, context: z.core.$RefinementCtx) => {
  if (body.country !== undefined && addressFields.every((field) => field === 'country' || body[field] === undefined))
    return context.addIssue({ code: 'custom', path: ['country'], message: 'must come with the rest of the address' });
  if (!hasAddress(body)) return;
  const { street, street2, city, state, zip, country } = body;
  const problems = addressProblems({
    street: street ?? '',
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? '',
  });
  for (const [field, message] of Object.entries(problems)) context.addIssue({ code: 'custom', path: [field], message });
};

export const brandAddress = address.superRefine(({ company_id: _company, ...given }, context) => {
  const problems = addressProblems({ ...given, street2: given.street2 ?? '', state: given.state ?? '' });
  for (const [field, message] of Object.entries(problems)) context.addIssue({ code: 'custom', path: [field], message });
});
