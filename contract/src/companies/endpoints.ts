import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alert } from './alert.ts';
import { done, moduleEntry, recordId, requiredText, text } from '../wire.ts';

/** BRN-01 to BRN-12: chosen by the host, known before sign-in. */
export const brand = z.object({
  key: z.string(),
  name: z.string(),
  title: z.string(),
  logo: z.string(),
  signInImage: z.string(),
  favicon: z.string(),
  colours: z.object({ primary: z.string(), onPrimary: z.string() }),
  email: z.string(),
  phone: z.string().nullable(),
  terms: z.string(),
  companyName: z.string(),
  showsFooter: z.boolean(),
  /** What everybody may read before they have signed in; only the brand of a company has any. */
  alerts: z.array(alert),
});

/** Modes and the line for calls are of the installation, and known before sign-in as well. */
const modes = {
  demoMode: z.boolean(),
  callMode: z.boolean(),
  /** The test line reaches nobody. */
  callLine: z.enum(['test', 'provider']),
};
export const brandOfHost = endpoint({
  method: 'GET',
  path: '/brand',
  summary: 'The brand of the host that the portal is served from',
  access: 'open',
  reply: brand.extend(modes),
});

/** DAT-02, API-13. */
export const companyModules = endpoint({
  method: 'GET',
  path: '/company/modules',
  summary: 'The modules of the caller’s company',
  access: {},
  query: z.strictObject({ company_id: recordId('company') }),
  reply: z.object({ modules: z.array(moduleEntry) }),
});

/** The events a browser may log (SEC-01: a fixed set). */
const logEvent = z.enum([
  'sign-in',
  'sign-in-failed',
  'mfa-setup',
  'mfa',
  'mfa-failed',
  'lockout',
  'registration',
  'sign-out',
  'idle-sign-out',
]);

/** API-38, LOG-01 to LOG-08: works with or without a session and stores no secret. */
export const writeLog = endpoint({
  method: 'POST',
  path: '/web/logging',
  summary: 'The browser adds an entry to the log stream',
  access: 'open',
  body: z.strictObject({
    level: z.enum(['info', 'warn', 'error']),
    event: logEvent,
    message: text(500).optional(),
    timestamp: z.iso.datetime({ offset: true }),
    cpId: recordId('provider').optional(),
    sourceIdentifier: requiredText(100),
    logStream: requiredText(100),
  }),
  reply: done,
});
