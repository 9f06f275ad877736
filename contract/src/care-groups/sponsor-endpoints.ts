/** The sponsors of a company (SPO-01 to SPO-05, OPS-03). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, recordId, requiredName, whole } from '../wire.ts';
import { companyAdministrators, trialAdministrators } from './access.ts';
import { longest } from './rules.ts';

const sponsorName = requiredName(longest.sponsorName);

/** SPO-01. */
export const sponsor = z.object({
  spId: z.number(),
  sponsorName: z.string(),
  company_id: z.number(),
  version: z.number(),
});
export type Sponsor = z.output<typeof sponsor>;

export const listSponsors = endpoint({
  method: 'GET',
  path: '/company/sponsor',
  summary:
    'A person lists the sponsors of the trials they may see; an administrator of the whole company all of its sponsors',
  access: { module: trialAdministrators.module, except: trialAdministrators.except },
  query: z.strictObject({ company_id: recordId('company') }),
  atMost: 5_000,
  reply: z.object({ sponsors: z.array(sponsor) }),
  failure: 'There was a problem loading sponsors',
});

export const addSponsor = endpoint({
  method: 'POST',
  path: '/company/sponsor',
  summary: 'An administrator adds a sponsor',
  access: companyAdministrators,
  creates: true,
  body: z.strictObject({ company_id: recordId('company'), sponsorName }),
  reply: z.object({ message: z.string(), spId: z.number(), version: z.number() }),
  failure: 'Unable to add the sponsor',
});

export const changeSponsor = endpoint({
  method: 'PUT',
  path: '/company/sponsor',
  summary: 'An administrator renames a sponsor',
  access: companyAdministrators,
  body: z.strictObject({
    spId: recordId('sponsor'),
    sponsorName,
    company_id: recordId('company'),
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), spId: z.number(), version: z.number() }),
  failure: 'Unable to rename the sponsor',
});

/** OPS-39: refused while a trial has it. */
export const removeSponsor = endpoint({
  method: 'DELETE',
  path: '/company/sponsor',
  summary: 'An administrator removes a sponsor that no trial has',
  access: companyAdministrators,
  query: z.strictObject({ spId: recordId('sponsor'), company_id: recordId('company').optional() }),
  reply: done,
  failure: 'Unable to delete the sponsor',
});
