/** The configuration, read once and checked at start. A wrong value stops the server with a sentence naming it. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import { z } from 'zod';
import { misspeltNames } from './platform/core/misspelt-names.ts';
import { enoughBits, guessingBits } from './platform/core/secret-strength.ts';
import { isLocalHost, isLoopback } from './platform/core/local-hosts.ts';
import { makeFolder, notWritten } from './platform/core/make-folder.ts';
import { wayInTheClear } from './platform/core/encrypted-connections.ts';
import { type Bucket, bucketOf, isInTheClear, wrongFilesUrl } from './platform/core/files-url.ts';

export const portalMode = z.enum(
  ['development', 'test', 'staging', 'production'],
  'must be production, staging, development or test',
);
export type PortalMode = z.infer<typeof portalMode>;
/** One for trying, with demo accounts whose password is known. */
export const isTrial = (mode: PortalMode): boolean => mode === 'development' || mode === 'test';

/** Who read whose record is kept for six years, and so are the days of sign-ins. */
export const leastAccessLogMonths = 72;

const number = (min: number, max: number) => {
  const range = `must be between ${min} and ${max}`;
  return z.coerce.number<string>('must be a number').int('must be a whole number').min(min, range).max(max, range);
};

/** Addresses as Fastify's `trustProxy` takes them; never a count of hops, which anybody could be (SEC-18). */
const isProxy = (text: string) => {
  const [address = '', range = '1'] = text.split('/');
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(range)) return false;
  if (range === '0') return true; // is too wide, which is another sentence
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
};
/** No wider than the widest private networks, 10.0.0.0/8 and fc00::/7; elsewhere in IPv6, than what one company is given. */
const isNarrow = (text: string) => {
  const [address = '', range] = text.split('/');
  if (range === undefined) return true;
  if (isIP(address) === 4) return Number(range) >= 8;
  if (isMappedAddress(address)) return Number(range) >= 104;
  return Number(range) >= (/^f[cd]/i.test(address) ? 7 : /^fe[89ab]/i.test(address) ? 10 : 24);
};
/** An IPv4 address in the clothes of IPv6, however it is spelled. */
const isMappedAddress = (address: string) =>
  /^\[::ffff:[\da-f]+:[\da-f]+\]$/.test(URL.parse(`http://[${address.split('%')[0]}]`)?.hostname ?? '');
const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
const isUrl = (text: string, ...protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** A bridge that runs beside the portal may be reached without TLS. */
const isOwnMachine = (text: string) =>
  isUrl(text, 'http:') && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(text).hostname);
const hasUserInfo = (text: string) =>
  URL.canParse(text) && (new URL(text).username !== '' || new URL(text).password !== '');

/** Where the users of a company's brand find their portal (OPN-31). */
const portalUrl = z
  .string()
  .refine((text) => isUrl(text, 'https:', 'http:'), 'must be an address that starts with https://')
  .optional();

/** What is off until somebody turns it on. */
const onOrOff = z.enum(['on', 'off'], 'must be "on" or "off"').default('off');

/** What is never repeated, whatever is wrong with it (SEC-37). */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'ADMIN_DATABASE_URL',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'VOICE_URL',
  'VOICE_TOKEN',
  'PORTAL_SECRET',
  'PORTAL_EARLIER_SECRETS',
  'COGNITO_CLIENT_SECRET',
  'FILES_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'DRUG_DIRECTORY_URL',
  'DRUG_DIRECTORY_KEY',
];

const databaseUrl = z
  .string()
  .refine((text) => isUrl(text, 'postgres:', 'postgresql:'), 'must be an address that starts with postgres://')
  .optional();

const filesUrl = z.string().superRefine((text, context) => {
  const message = wrongFilesUrl(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const variables = z.object({
  PORTAL_MODE: portalMode.optional(),
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  ADMIN_DATABASE_URL: databaseUrl,
  DATABASE_POOL: number(2, 200).default(12),
  DATA_DIR: z.string().min(1).default('./data'),
  FILES_URL: filesUrl.default('file:'),
  // AWS's own, which its client also finds in other places.
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  BRANDS_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => listOf(text).every(isProxy), {
      message: 'must be network addresses, separated by commas',
      abort: true,
    })
    .refine(
      (text) => listOf(text).every(isNarrow),
      'must not trust so wide a range: name the addresses of your proxies, in ranges of at least /8 (IPv4), /24 (IPv6) or /7 (within fc00::/7)',
    )
    .default(''),
  PORTAL_SECRET: z.string().optional(),
  PORTAL_EARLIER_SECRETS: z
    .string()
    .refine(
      (text) => listOf(text).every((one) => one === 'lost' || one.length >= 32),
      'must be secrets of at least 32 characters each, separated by commas; a comma within one is written %2C',
    )
    .default(''),
  TLS_AT_EDGE: z.enum(['yes', 'no'], 'must be "yes" or "no"').default('no'),
  SMTP_URL: z
    .string()
    .refine((text) => isUrl(text, 'smtp:', 'smtps:'), {
      message: 'must be an address that starts with smtp:// or smtps://',
      abort: true,
    })
    .refine((text) => new URL(text).hostname !== '', 'must name the host of the mail server')
    .optional(),
  SMS_URL: z
    .string()
    .refine((text) => isUrl(text, 'https:') || isOwnMachine(text), 'must be an address that starts with https://')
    .refine((text) => !hasUserInfo(text), 'must not hold a name or a password; SMS_TOKEN is for that')
    .optional(),
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
    .optional(),
  VOICE_URL: z
    .string()
    .refine((text) => isUrl(text, 'https:') || isOwnMachine(text), 'must be an address that starts with https://')
    .refine((text) => !hasUserInfo(text), 'must not hold a name or a password; VOICE_TOKEN is for that')
    .optional(),
  VOICE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
    .optional(),
  DRUG_DIRECTORY_URL: z
    .string()
    .refine((text) => isUrl(text, 'https:') || isOwnMachine(text), 'must be an address that starts with https://')
    .refine(
      (text) => !hasUserInfo(text) && !/[?#]/.test(text),
      'must not hold a name, a password or a query; DRUG_DIRECTORY_KEY is for a key',
    )
    .optional(),
  DRUG_DIRECTORY_KEY: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'must be letters, digits, - and _')
    .optional(),
  IDENTITY: z.enum(['embedded', 'hosted'], 'must be "embedded" or "hosted"').default('embedded'),
  COGNITO_REGION: z
    .string()
    .regex(/^[a-z]{2,4}(-[a-z]+)+-\d+$/, 'must be a region, such as eu-central-1')
    .default('eu-central-1'),
  COGNITO_ANY_REGION: z.enum(['yes', 'no'], 'must be "yes" or "no"').default('no'),
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]{1,40}_[0-9a-zA-Z]{1,40}$/, 'must be the id of a user pool, such as eu-central-1_Ab12Cd34E')
    .optional(),
  COGNITO_CLIENT_ID: z
    .string()
    .regex(/^\w{1,128}$/, 'must be the id of an app client')
    .optional(),
  COGNITO_CLIENT_SECRET: z
    .string()
    .regex(/^[\w+]{1,64}$/, 'must be the secret of an app client')
    .optional(),
  /** Node's own. */
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  COGNITO_ENDPOINT: z
    .string()
    .refine((text) => isUrl(text, 'https:', 'http:'), 'must be an address that starts with http:// or https://')
    .optional(),
  // Where AWS's own programs look for another address than the region's.
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.string().optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').optional(),
  SIGN_IN_FAILURES_PER_ADDRESS: number(1, 1_000_000).optional(),
  LOG_ENTRIES_PER_ADDRESS: number(1, 1_000_000).optional(),
  OPEN_CALLS_PER_ADDRESS: number(1, 1_000_000).optional(),
  COSTLY_CALLS_PER_PERSON: number(1, 1_000_000).default(300),
  CALLS_AT_ONCE: number(1, 100_000).default(200),
  CAPTCHA: z.enum(['altcha', 'off'], 'must be "altcha" or "off"').optional(),
  DEMO_MODE: onOrOff,
  CALL_MODE: onOrOff,
  SLOWEST_REQUEST_SECONDS: number(1, 30).default(30),
  PHYSICIAN_DASHBOARD_URL: z
    .string()
    .refine((text) => isUrl(text, 'https:', 'http:'), 'must be an address that starts with https://')
    .default(''),
  DEFAULT_PORTAL_URL: portalUrl,
  SPECIAL_PORTAL_URL: portalUrl,
  STOP_DELAY_SECONDS: number(0, 300).default(0),
  METRICS_PORT: number(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => isUrl(text, 'https:', 'http:'), 'must be an address that starts with http:// or https://')
    .optional(),
  SECURITY_STREAM: z
    .string()
    .refine(
      (text) => text === 'stdout' || (isUrl(text, 'tls:', 'tcp:') && new URL(text).port !== ''),
      'must be "stdout" or an address such as tls://siem.example.com:6514',
    )
    .optional(),
  SIGNING_KEY: z.string().optional(),
  SIGNING_CERTIFICATE: z.string().optional(),
  TRASH_DAYS: number(1, 3_650).default(30),
  RETENTION_ACCESS_LOG_MONTHS: number(0, 1_200)
    .min(leastAccessLogMonths, 'must be at least 72: who read whose record is kept for six years')
    .default(leastAccessLogMonths),
  RETENTION_SECURITY_EVENTS_MONTHS: number(0, 1_200)
    .min(13, 'must be at least 13: security events are kept for thirteen months')
    .default(13),
  RETENTION_MESSAGES_DAYS: number(0, 36_500)
    .min(7, 'must be at least 7: for so long a mail that cannot be delivered is tried again')
    .default(30),
  RETENTION_LOG_DAYS: number(0, 36_500)
    .min(7, 'must be at least 7: what browsers report is looked into later')
    .default(90),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
});

export interface Env {
  mode: PortalMode;
  /** False where nobody named the mode: then nobody meant to serve others either. */
  isModeNamed: boolean;
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** The same login past a pooler that `databaseUrl` leads through. */
  databaseDirectUrl: string | undefined;
  /** The login that owns the same database and migrates it. */
  migrationDatabaseUrl: string | undefined;
  /** An administrator of the database server, for the command that makes the two logins. */
  adminDatabaseUrl: string | undefined;
  databasePool: number;
  dataDir: string;
  /** Where files lie, instead of `dataDir`. */
  bucket: Bucket | undefined;
  brandsFile: string | undefined;
  /** Addresses of proxies whose forwarded headers are believed; nobody else's are. */
  trustedProxies: readonly string[];
  /** Key for the secrets at rest and for the audit chain; kept outside the database. */
  secret: Buffer;
  /** Those it had before: they decrypt what they encrypted, and encrypt nothing more. */
  earlierSecrets: readonly Buffer[];
  /** The portal goes on without what it cannot open: one for trying, or one whose secret is lost. */
  maySecretsBeMissing: boolean;
  tlsAtEdge: boolean;
  smtpUrl: string | undefined;
  /** Where texts are posted to, and as whom. */
  sms: { url: string; token: string } | undefined;
  /** The line for calls; without it a test line that reaches nobody. */
  voice: { url: string; token: string } | undefined;
  /** Where medications are looked for; without one, while trying in the bundled list, and elsewhere nowhere. */
  drugDirectory: { url: string; key: string | undefined } | undefined;
  /** The user pool that proves who people are; without one, our own accounts do. */
  hostedPool: HostedPool | undefined;
  mailFrom: string;
  /** Who runs the installation, and is told when its audit trail is cut. */
  operatorEmail: string | undefined;
  /** In 15 minutes. */
  signInFailuresPerAddress: number;
  /** In one minute, of what browsers add to the log. */
  logEntriesPerAddress: number;
  /** In 15 minutes, of each group of open calls: new passwords, registrations, e-mail choices; and of cards sent. */
  openCallsPerAddress: number;
  /** In 15 minutes, of each report, invoice, reminder and upload of a document. */
  costlyCallsPerPerson: number;
  /** Under way at the same time; more are asked to come again (REL-05). */
  callsAtOnce: number;
  /** Whether open pages want a solved puzzle (OPS-95). */
  captcha: 'altcha' | 'off';
  /** Whether pages show samples where there are no real numbers. */
  demoMode: boolean;
  /** Whether people call and are called from the portal. */
  callMode: boolean;
  /** How long a request may take to arrive, and its headers half of it (SEC-27). */
  slowestRequestMs: number;
  physicianDashboardUrl: string;
  /** Left out, they are those of the brand table (BRN-14). */
  defaultPortalUrl: string | undefined;
  specialPortalUrl: string | undefined;
  /** How long the server goes on after it has said that it is no longer ready. */
  stopDelayMs: number;
  /** Where Prometheus reads how the server is, on the address of HOST. */
  metricsPort: number | undefined;
  /** Where a collector of OpenTelemetry takes the traces of calls. */
  tracesUrl: string | undefined;
  /** Where security events go beside the database. */
  securityStream: string | undefined;
  /** With what signed documents are sealed, as files in PEM; without them, with what this installation makes for itself. */
  signing: { keyFile: string; certificateFile: string } | undefined;
  /** How long files that no record keeps can be brought back. */
  trashDays: number;
  /** How long these stay (PRV-10): what is on record by month in the database, then in the archive. */
  retention: Retention;
  logLevel: string;
}

export interface Retention {
  accessLogMonths: number;
  securityEventsMonths: number;
  /** The words of mails and texts; that they were sent stays. */
  messagesDays: number;
  /** What browsers add to the log. */
  logDays: number;
}

/** A user pool of Amazon Cognito, and our client in it. */
export interface HostedPool {
  region: string;
  userPoolId: string;
  clientId: string;
  clientSecret: string | undefined;
  /** In the place of the region's own, for a stand-in. */
  endpoint: string | undefined;
}

/** A configuration that cannot be used. Its message is meant for the operator's eyes. */
export class ConfigurationError extends Error {}

/** Reads the configuration from variables; throws `ConfigurationError` naming each wrong one. */
export function readEnv(given: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const misspelt = misspeltNames(Object.keys(filled), Object.keys(variables.shape));
  if (misspelt.length > 0) throw new ConfigurationError(misspelt.join('\n'));
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${issue.message}${secrets.includes(name) ? '' : ` (is "${filled[name]}")`}.`;
    });
    throw new ConfigurationError(sentences.join('\n'));
  }
  const value = parsed.data;
  const dataDir = path.resolve(value.DATA_DIR);
  const mode = value.PORTAL_MODE ?? modeWithoutName(value);
  if (value.MIGRATION_DATABASE_URL && !value.DATABASE_URL)
    throw new ConfigurationError(
      'MIGRATION_DATABASE_URL needs DATABASE_URL, the login that serves on the same database.',
    );
  if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL)
    throw new ConfigurationError('DATABASE_DIRECT_URL needs DATABASE_URL, the way through the pooler.');
  if (mode === 'production') {
    if (!value.DATABASE_URL) throw new ConfigurationError('DATABASE_URL is needed in production.');
    if (value.TLS_AT_EDGE !== 'yes') throw new ConfigurationError('TLS_AT_EDGE must be "yes" in production.');
    if (!value.PORTAL_SECRET) throw new ConfigurationError('PORTAL_SECRET is needed in production.');
    if (value.DEMO_MODE === 'on') throw new ConfigurationError('DEMO_MODE must be "off" in production.');
    for (const name of addressesOfOurs)
      if (value[name] && !isUrl(value[name], 'https:'))
        throw new ConfigurationError(`${name} must start with https:// in production (is "${value[name]}").`);
    const inTheClear = wayInTheClear(value);
    if (inTheClear) throw new ConfigurationError(inTheClear);
  }
  // SEC-37, OPS-95.
  const isGuarded = mode === 'production' || mode === 'staging';
  if (isGuarded && value.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new ConfigurationError(
      `NODE_TLS_REJECT_UNAUTHORIZED must be left out in ${mode}: with 0, anyone in between is trusted. Put a certificate of your own into NODE_EXTRA_CA_CERTS.`,
    );
  const stream = value.SECURITY_STREAM ?? '';
  if (isGuarded && isUrl(stream, 'tcp:') && !isLoopback(new URL(stream).hostname))
    throw new ConfigurationError(`SECURITY_STREAM must be an address that starts with tls:// in ${mode}.`);
  const bucket = bucketOf(value.FILES_URL);
  if (isGuarded && bucket && isInTheClear(bucket))
    throw new ConfigurationError(`FILES_URL must name an endpoint that starts with https:// in ${mode}.`);
  if ((value.AWS_ACCESS_KEY_ID === undefined) !== (value.AWS_SECRET_ACCESS_KEY === undefined))
    throw new ConfigurationError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed together.');
  if (isGuarded && value.CAPTCHA === 'off') throw new ConfigurationError(`CAPTCHA must be "altcha" in ${mode}.`);
  // No mail server of a receiver takes a mail from an address that nobody can have, and the one in between says nothing of it.
  if (isGuarded && value.SMTP_URL !== undefined && value.MAIL_FROM === undefined)
    throw new ConfigurationError(`SMTP_URL needs MAIL_FROM in ${mode}, the address that mails are sent from.`);
  if ((value.SMS_URL === undefined) !== (value.SMS_TOKEN === undefined)) {
    throw new ConfigurationError('SMS_URL and SMS_TOKEN are needed together.');
  }
  if ((value.VOICE_URL === undefined) !== (value.VOICE_TOKEN === undefined))
    throw new ConfigurationError('VOICE_URL and VOICE_TOKEN are needed together.');
  if (value.METRICS_PORT === value.PORT && value.PORT !== 0)
    throw new ConfigurationError(`METRICS_PORT and PORT must differ (both are ${value.PORT}).`);
  if (value.DRUG_DIRECTORY_KEY !== undefined && value.DRUG_DIRECTORY_URL === undefined)
    throw new ConfigurationError('DRUG_DIRECTORY_KEY needs DRUG_DIRECTORY_URL.');
  if ((value.SIGNING_KEY === undefined) !== (value.SIGNING_CERTIFICATE === undefined))
    throw new ConfigurationError('SIGNING_KEY and SIGNING_CERTIFICATE are needed together.');
  if (value.PORTAL_SECRET !== undefined && value.PORTAL_SECRET.length < 32) {
    throw new ConfigurationError('PORTAL_SECRET must have at least 32 characters.');
  }
  if (value.PORTAL_SECRET !== undefined && new Set(value.PORTAL_SECRET).size < 10) {
    throw new ConfigurationError('PORTAL_SECRET must be random, not a few repeated characters.');
  }
  if (isGuarded && value.PORTAL_SECRET !== undefined && guessingBits(value.PORTAL_SECRET) < enoughBits) {
    throw new ConfigurationError(
      `PORTAL_SECRET must be random in ${mode}, not made of words, rows or repetitions: take one from "openssl rand -base64 32".`,
    );
  }
  return {
    mode,
    isModeNamed: value.PORTAL_MODE !== undefined,
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    adminDatabaseUrl: value.ADMIN_DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir,
    bucket,
    brandsFile: value.BRANDS_FILE,
    trustedProxies: listOf(value.TRUSTED_PROXIES),
    ...secretsOf(value, dataDir, !isGuarded),
    tlsAtEdge: value.TLS_AT_EDGE === 'yes',
    smtpUrl: value.SMTP_URL,
    sms: value.SMS_URL && value.SMS_TOKEN ? { url: value.SMS_URL, token: value.SMS_TOKEN } : undefined,
    voice: value.VOICE_URL && value.VOICE_TOKEN ? { url: value.VOICE_URL, token: value.VOICE_TOKEN } : undefined,
    drugDirectory: value.DRUG_DIRECTORY_URL
      ? { url: value.DRUG_DIRECTORY_URL, key: value.DRUG_DIRECTORY_KEY }
      : undefined,
    hostedPool: hostedPoolOf(value),
    signing:
      value.SIGNING_KEY && value.SIGNING_CERTIFICATE
        ? { keyFile: value.SIGNING_KEY, certificateFile: value.SIGNING_CERTIFICATE }
        : undefined,
    mailFrom: value.MAIL_FROM ?? 'portal@trellis.example',
    operatorEmail: value.OPERATOR_EMAIL,
    signInFailuresPerAddress: value.SIGN_IN_FAILURES_PER_ADDRESS ?? (mode === 'test' ? 10_000 : 100),
    logEntriesPerAddress: value.LOG_ENTRIES_PER_ADDRESS ?? (mode === 'test' ? 12_000 : 120),
    openCallsPerAddress: value.OPEN_CALLS_PER_ADDRESS ?? (mode === 'test' ? 10_000 : 100),
    costlyCallsPerPerson: value.COSTLY_CALLS_PER_PERSON,
    callsAtOnce: value.CALLS_AT_ONCE,
    captcha: value.CAPTCHA ?? (isGuarded ? 'altcha' : 'off'),
    demoMode: value.DEMO_MODE === 'on',
    callMode: value.CALL_MODE === 'on',
    slowestRequestMs: value.SLOWEST_REQUEST_SECONDS * 1_000,
    physicianDashboardUrl: value.PHYSICIAN_DASHBOARD_URL,
    defaultPortalUrl: value.DEFAULT_PORTAL_URL,
    specialPortalUrl: value.SPECIAL_PORTAL_URL,
    stopDelayMs: value.STOP_DELAY_SECONDS * 1_000,
    metricsPort: value.METRICS_PORT,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    securityStream: value.SECURITY_STREAM,
    trashDays: value.TRASH_DAYS,
    retention: {
      accessLogMonths: value.RETENTION_ACCESS_LOG_MONTHS,
      securityEventsMonths: value.RETENTION_SECURITY_EVENTS_MONTHS,
      messagesDays: value.RETENTION_MESSAGES_DAYS,
      logDays: value.RETENTION_LOG_DAYS,
    },
    logLevel: value.LOG_LEVEL,
  };
}

/** What can be meant, and is more often forgotten. */
export function doubtsOf({
  mode,
  tlsAtEdge,
  trustedProxies,
  drugDirectory,
}: Env): { about: string; problem: string }[] {
  const doubts: { about: string; problem: string }[] = [];
  if (mode === 'production' && tlsAtEdge && trustedProxies.length === 0)
    doubts.push({
      about: 'proxies',
      problem: 'TRUSTED_PROXIES is left out: in limits, locks and records everybody has the address of the proxy.',
    });
  if (!isTrial(mode) && !drugDirectory)
    doubts.push({
      about: 'medications',
      problem: 'DRUG_DIRECTORY_URL is left out: no medication is found in a directory, and people type it themselves.',
    });
  return doubts;
}

/** What nobody sets who only tries the portal on their own machine. */
const forOthers = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'SMS_URL',
  'VOICE_URL',
  'OPERATOR_EMAIL',
] as const;
const addressesOfOurs = ['DEFAULT_PORTAL_URL', 'SPECIAL_PORTAL_URL', 'PHYSICIAN_DASHBOARD_URL'] as const;

/** Development opens demo accounts and outbox: by itself it is on only where nobody else comes and nothing goes out. */
function modeWithoutName(value: z.output<typeof variables>): PortalMode {
  const reasons = [
    ...forOthers.filter((name) => value[name]),
    ...addressesOfOurs.filter((name) => value[name] && !isOnThisMachine(value[name])),
    ...(value.IDENTITY === 'hosted' ? ['IDENTITY'] : []),
    ...(value.FILES_URL === 'file:' ? [] : ['FILES_URL']),
    ...(listOf(value.TRUSTED_PROXIES).length > 0 ? ['TRUSTED_PROXIES'] : []),
    ...(isLoopback(value.HOST) ? [] : ['HOST']),
    ...(value.TLS_AT_EDGE === 'yes' ? ['TLS_AT_EDGE'] : []),
  ];
  if (reasons.length === 0) return 'development';
  const [last = '', ...others] = reasons.toReversed();
  const named = others.length === 0 ? `${last} is` : `${others.toReversed().join(', ')} and ${last} are`;
  throw new ConfigurationError(
    `PORTAL_MODE must be named when ${named} set: production, staging, development or test. ` +
      'Development and test have demo accounts with known passwords and show every mail.',
  );
}

const isOnThisMachine = (address: string) => isUrl(address, 'http:') && isLocalHost(new URL(address).hostname);

function hostedPoolOf(value: z.output<typeof variables>): HostedPool | undefined {
  if (value.IDENTITY === 'embedded') return undefined;
  const { COGNITO_REGION: region, COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId } = value;
  // IDP-11, SCN-13.
  if (!region.startsWith('eu-') && value.COGNITO_ANY_REGION !== 'yes') {
    throw new ConfigurationError(
      `COGNITO_REGION must be in Europe, such as eu-central-1, unless COGNITO_ANY_REGION is "yes" (is "${region}").`,
    );
  }
  if (!userPoolId) throw new ConfigurationError('COGNITO_USER_POOL_ID is needed when IDENTITY is "hosted".');
  if (!clientId) throw new ConfigurationError('COGNITO_CLIENT_ID is needed when IDENTITY is "hosted".');
  if (!userPoolId.startsWith(`${region}_`)) {
    throw new ConfigurationError(`COGNITO_USER_POOL_ID must be a pool of the region ${region} (is "${userPoolId}").`);
  }
  const endpoint = value.COGNITO_ENDPOINT?.replace(/\/+$/, '');
  if (endpoint && value.PORTAL_MODE === 'production') {
    throw new ConfigurationError('COGNITO_ENDPOINT is for tests and must be left out in production.');
  }
  if (value.PORTAL_MODE === 'production' || value.PORTAL_MODE === 'staging')
    for (const name of ['COGNITO_ENDPOINT', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'] as const)
      if (value[name] && !isUrl(value[name], 'https:'))
        throw new ConfigurationError(`${name} must be an address that starts with https:// in ${value.PORTAL_MODE}.`);
  return { region, userPoolId, clientId, clientSecret: value.COGNITO_CLIENT_SECRET, endpoint };
}

/**
 * Whoever tried the portal before they gave it a secret finds again what was encrypted by the one it had made. Where it serves others,
 * a file beside the data proves nothing: whoever can lay one there would write an audit trail of their own (P11-10).
 */
function secretsOf(
  { PORTAL_SECRET: given, PORTAL_EARLIER_SECRETS: earlier }: z.output<typeof variables>,
  dataDir: string,
  believesKept: boolean,
): Pick<Env, 'secret' | 'earlierSecrets' | 'maySecretsBeMissing'> {
  const current = given ?? keptSecret(dataDir);
  const own = secretFileIn(dataDir);
  const named = listOf(earlier).filter((one) => one !== 'lost');
  const known = [
    ...named.map((one) => one.replaceAll('%2C', ',')),
    ...(believesKept && existsSync(own) ? [readFileSync(own, 'utf8')] : []),
  ];
  return {
    secret: Buffer.from(current),
    earlierSecrets: [...new Set(known)].filter((one) => one !== current).map((one) => Buffer.from(one)),
    maySecretsBeMissing: given === undefined || listOf(earlier).includes('lost'),
  };
}

/** Where a portal that was given no secret keeps the one it made. */
export const secretFileIn = (dataDir: string): string => path.join(dataDir, 'secret');

/** Outside production a secret is made once and kept beside the data. */
function keptSecret(dataDir: string): string {
  const file = secretFileIn(dataDir);
  if (!existsSync(file)) {
    try {
      makeFolder(dataDir);
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (!existsSync(file)) throw new ConfigurationError(notWritten(`DATA_DIR (${dataDir})`, error));
    }
  }
  return readFileSync(file, 'utf8');
}
