/** The configuration of a trial and of a trial site: the first one is posted, later ones are put (TRC-10, STC-03). */
import { z } from 'zod';
import { givenSiteAddress } from '../addresses/rules.ts';
import { isEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { phoneMessage } from '../participants/rules.ts';
import { phoneExtension } from '../phone-extension.ts';
import { flag, recordId, requiredText, text, whole } from '../wire.ts';
import { trialAdministrators } from './access.ts';
import { isSubjectMask, longest, subjectMaskMessage } from './rules.ts';

const reply = z.object({ message: z.string(), gId: z.number(), version: z.number() });

/** TRC-04: whatever is no mask is told so, an empty one and none as well. */
const mask = z
  .string(subjectMaskMessage)
  .overwrite((value) => value.trim())
  .refine(
    (value) => value.length <= longest.subjectMask || !isSubjectMask(value),
    `is too long (maximum is ${longest.subjectMask} characters)`,
  )
  .refine(isSubjectMask, subjectMaskMessage);

/** APG-03. `status` is always 0 (TRC-02). */
const trial = z.strictObject({
  g_id: recordId('care_group'),
  outreachPreference: flag,
  hasCard: flag,
  hasShippingRequest: flag,
  subjectNumberMask: mask,
  status: z.literal([0, '0']).optional(),
  sponsorId: recordId('sponsor'),
  pdmiGroupNumber: requiredText(longest.pdmiNumber).nullish(),
  version: whole.optional(),
});
const ofTrial = {
  path: '/care-groups/clinical-trial',
  access: trialAdministrators,
  body: trial,
  reply,
  refusesWith400: true,
  failure: 'Unable to configure the trial',
} as const;

export const configureTrial = endpoint({
  ...ofTrial,
  method: 'POST',
  summary: 'An administrator configures a trial',
  creates: true,
});

/** APG-04. */
export const reconfigureTrial = endpoint({
  ...ofTrial,
  method: 'PUT',
  summary: 'An administrator changes the configuration of a trial',
});

/** Empty means none. */
const email = z
  .string()
  .overwrite((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= 150, 'is too long (maximum is 150 characters)')
  .refine((value) => value === '' || isEmail(value), 'is not a valid email');

/** APG-06. What is left out of the texts is empty; without `pharmacyPartners` the connections stay as they are (OPS-35). A first configuration connects these too; later they are the whole list. */
const site = z.strictObject({
  g_id: recordId('care_group'),
  address: givenSiteAddress,
  phone: z
    .string()
    .regex(/^(\+[1-9]\d{6,18})?$/, phoneMessage)
    .nullish(),
  extension: phoneExtension.nullish(),
  studyContact: text(longest.studyContact).nullish(),
  studyContactEmail: email.nullish(),
  notes: text(longest.notes).nullish(),
  pharmacyPartners: z.array(recordId('partner')).max(200).optional(),
  version: whole.optional(),
});
const ofSite = {
  path: '/care-groups/trial-site',
  access: trialAdministrators,
  body: site,
  reply,
  refusesWith400: true,
  failure: 'Unable to configure the trial site',
} as const;

export const configureSite = endpoint({
  ...ofSite,
  method: 'POST',
  summary: 'An administrator configures a trial site',
  creates: true,
});

/** APG-07. */
export const reconfigureSite = endpoint({
  ...ofSite,
  method: 'PUT',
  summary: 'An administrator changes the configuration of a trial site',
});
