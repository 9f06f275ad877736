/** What a person changes about themselves; what they may do is for administrators (SEC-25). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId, requiredName, text, whole } from '../wire.ts';
import { dateLanguages, textWantsPhone } from './rules.ts';

/**
 * Counts from the next call on. What was signed, recorded or printed keeps the name it was made with (P11-11, P11-17).
 * Everything is sent: a phone left empty is taken away, no language is English.
 */
export const changeOwnDetails = endpoint({
  method: 'PUT',
  path: '/care-providers/own',
  summary: 'A person changes their own name, phone, preferred contact and language of dates',
  access: {},
  body: z
    .strictObject({
      cp_id: recordId('provider'),
      fName: requiredName(32),
      lName: requiredName(32),
      /** E.164 (OPN-70). */
      phone: text(20).nullable(),
      /** SCN-04: 0 e-mail, 1 text. */
      preferredContact: z.literal([0, 1], 'must be 0 or 1'),
      dateLanguage: z.enum(dateLanguages, 'must be one of the languages').nullable(),
      version: whole.optional(),
    })
    .refine((given) => given.preferredContact === 0 || Boolean(given.phone), {
      path: ['phone'],
      message: textWantsPhone,
    }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'There was a problem saving your details.',
});
