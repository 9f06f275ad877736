/** Physician delegates: people who act for physicians, and for whom they do (APP-16 to APP-22, OPS-46, OPS-47). */
import { z } from 'zod';
import { isEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { done, flag, recordId, requiredName, whole } from '../wire.ts';
import { delegateAdministrators, emailMessage, isNpi, npiMessage, npiTakenMessage } from './rules.ts';

const email = z
  .string({ error: emailMessage })
  .overwrite((value) => value.trim().toLowerCase())
  .refine((value) => isEmail(value), { message: emailMessage, abort: true })
  .refine((value) => value.length <= 64, 'is too long (maximum is 64 characters)');

/** PHY-11. */
const missing = 'is required';
const npi = z
  .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
  .overwrite((value) => value.trim())
  .refine((value) => value !== '', { message: missing, abort: true })
  .refine(isNpi, npiMessage);
const named = { npi, fName: requiredName(32), lName: requiredName(32) };
/** OPS-46. */
export const npiEntry = z.strictObject(named);
export type NpiEntry = z.output<typeof npiEntry>;

/** PHY-09, PHY-12. */
const npiList = z
  .array(npiEntry)
  .min(1, 'At least one NPI is required.')
  .max(200)
  .superRefine((entries, context) => {
    entries.forEach((entry, i) => {
      if (entries.findIndex((one) => one.npi === entry.npi) < i)
        context.addIssue({ code: 'custom', path: [i, 'npi'], message: npiTakenMessage });
    });
  });

/** PHY-05. `npi` has all NPIs, joined by commas; a delegate who has not registered yet has no name and no `personId`. */
const physician = z.object({
  personId: z.number().nullable(),
  delegateId: z.number(),
  /** Their `cpID` in user management, from the invitation on: there access is revoked and an invitation withdrawn (OPS-47). */
  userCpId: z.number().nullable(),
  type: z.literal('physician'),
  status: z.literal([0, 1, 2]),
  statusDescription: z.string(),
  email: z.string(),
  fName: z.string().nullable(),
  lName: z.string().nullable(),
  phone: z.string().nullable(),
  npi: z.string(),
  /** Who invited them. */
  cpId: z.number(),
});
export type Physician = z.output<typeof physician>;

/** APP-16. */
export const listPhysicians = endpoint({
  method: 'GET',
  path: '/care-provider/physicians',
  summary: 'An administrator lists the physician delegates of the company',
  access: delegateAdministrators,
  /** `file`: it is for a file, which is on record (SEC-39). */
  query: z.strictObject({ company_id: recordId('company'), file: flag.optional() }),
  exports: 'on demand',
  atMost: 5_000,
  reply: z.object({ physicians: z.array(physician) }),
});

const shownNpi = z.object({ npi: z.string(), fName: z.string(), lName: z.string(), version: z.number() });
export type ShownNpi = z.output<typeof shownNpi>;

/** APP-17, PHY-14. */
export const readNpis = endpoint({
  method: 'GET',
  path: '/physician/NPIs',
  summary: 'An administrator reads for whom a delegate acts',
  access: delegateAdministrators,
  query: z.strictObject({ delegateId: recordId('delegate'), company_id: recordId('company') }),
  atMost: 5_000,
  reply: z.object({
    physicianInfo: z.object({
      personId: z.number().nullable(),
      delegateId: z.number(),
      directNPIs: z.array(shownNpi),
      physicianInvitedNPIs: z.array(shownNpi),
    }),
  }),
});

/** APP-18, PHY-16. */
export const inviteDelegate = endpoint({
  method: 'POST',
  path: '/care-provider/delegate/invite',
  summary: 'An administrator invites a physician delegate',
  access: delegateAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({ email, NPIs: npiList, cpId: recordId('provider'), companyId: recordId('company') }),
  reply: z.object({ message: z.string(), delegateId: z.number() }),
  failure: 'Unable to send the invite',
});

/** APP-22: refused unless the delegate is pending (OPS-47). */
export const reinviteDelegate = endpoint({
  method: 'POST',
  path: '/care-provider/delegate/re-invite',
  summary: 'An administrator invites a pending delegate once more',
  access: delegateAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({ email, companyId: recordId('company') }),
  reply: done,
  failure: 'Unable to send the invite',
});

const ofDelegate = {
  delegateId: recordId('delegate'),
  cpId: recordId('provider'),
  companyId: recordId('company'),
  email: email.optional(),
};

/** APP-19. */
export const addNpi = endpoint({
  method: 'POST',
  path: '/care-provider/delegate',
  summary: 'An administrator lets a delegate act for a physician',
  access: delegateAdministrators,
  creates: true,
  body: z.strictObject({ ...named, ...ofDelegate }),
  reply: done,
  failure: 'Unable to add the NPI',
});

/** APP-20: the NPI says which entry, and stays as it is (PHY-13). */
export const changeNpi = endpoint({
  method: 'PUT',
  path: '/care-provider/delegate',
  summary: 'An administrator renames a physician whom a delegate acts for',
  access: delegateAdministrators,
  body: z.strictObject({ ...named, ...ofDelegate, version: whole.optional() }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to update the NPI',
});

/** APP-21: names and e-mail may come along; which entry is meant is said by the NPI. */
export const removeNpi = endpoint({
  method: 'DELETE',
  path: '/care-provider/delegate',
  summary: 'An administrator ends that a delegate acts for a physician',
  access: delegateAdministrators,
  query: z.strictObject({ ...ofDelegate, npi, fName: named.fName.optional(), lName: named.lName.optional() }),
  reply: done,
  failure: 'Unable to remove the NPI',
});
