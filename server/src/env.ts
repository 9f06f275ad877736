/** The configuration, read once and checked at start. A wrong value stops the server with a sentence naming it. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

export const portalMode = z.enum(['development', 'test', 'staging', 'production']);
export type PortalMode = z.infer<typeof portalMode>;

const number = (min: number, max: number) =>
  z.coerce.number<string>(`must be a number`).int('must be a whole number').min(min).max(max);

/** Addresses as Fastify's `trustProxy` takes them; never a count of hops, which anybody could be (SEC-18). */
const isProxy = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
};
const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
const isUrl = (text: string, ...protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

/** What is never repeated, whatever is wrong with it (SEC-37). */
const secrets = ['DATABASE_URL', 'SMTP_URL', 'PORTAL_SECRET'];

const variables = z.object({
  PORTAL_MODE: portalMode.default('development'),
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .refine((text) => isUrl(text, 'postgres:', 'postgresql:'), 'must be an address that starts with postgres://')
    .optional(),
  DATABASE_POOL: number(2, 200).default(12),
  DATA_DIR: z.string().min(1).default('./data'),
  BRANDS_FILE: z.string().optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => listOf(text).every(isProxy), 'must be network addresses, separated by commas')
    .default(''),
  PORTAL_SECRET: z.string().optional(),
  TLS_AT_EDGE: z.enum(['yes', 'no']).default('no'),
  SMTP_URL: z
    .string()
    .refine((text) => isUrl(text, 'smtp:', 'smtps:'), 'must be an address that starts with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('portal@trellis.example'),
  SIGN_IN_FAILURES_PER_ADDRESS: number(1, 1_000_000).optional(),
  LOG_ENTRIES_PER_ADDRESS: number(1, 1_000_000).optional(),
  PHYSICIAN_DASHBOARD_URL: z
    .string()
    .refine((text) => isUrl(text, 'https:', 'http:'), 'must be an address that starts with https://')
    .default(''),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export interface Env {
  mode: PortalMode;
  port: number;
  host: string;
  databaseUrl: string | undefined;
  databasePool: number;
  dataDir: string;
  brandsFile: string | undefined;
  /** Addresses of proxies whose forwarded headers are believed; nobody else's are. */
  trustedProxies: readonly string[];
  /** Key for the secrets at rest and for the audit chain; kept outside the database. */
  secret: Buffer;
  tlsAtEdge: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** In 15 minutes. */
  signInFailuresPerAddress: number;
  /** In one minute, of what browsers add to the log. */
  logEntriesPerAddress: number;
  physicianDashboardUrl: string;
  logLevel: string;
}

/** A configuration that cannot be used. Its message is meant for the operator's eyes. */
export class ConfigurationError extends Error {}

/** Reads the configuration from variables; throws `ConfigurationError` naming each wrong one. */
export function readEnv(given: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
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
  const mode = value.PORTAL_MODE;
  if (mode === 'production') {
    if (!value.DATABASE_URL) throw new ConfigurationError('DATABASE_URL is needed in production.');
    if (value.TLS_AT_EDGE !== 'yes') throw new ConfigurationError('TLS_AT_EDGE must be "yes" in production.');
    if (!value.PORTAL_SECRET) throw new ConfigurationError('PORTAL_SECRET is needed in production.');
  }
  if (value.PORTAL_SECRET !== undefined && value.PORTAL_SECRET.length < 32) {
    throw new ConfigurationError('PORTAL_SECRET must have at least 32 characters.');
  }
  if (value.PORTAL_SECRET !== undefined && new Set(value.PORTAL_SECRET).size < 10) {
    throw new ConfigurationError('PORTAL_SECRET must be random, not a few characters over and over.');
  }
  return {
    mode,
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir,
    brandsFile: value.BRANDS_FILE,
    trustedProxies: listOf(value.TRUSTED_PROXIES),
    secret: Buffer.from(value.PORTAL_SECRET ?? keptSecret(dataDir)),
    tlsAtEdge: value.TLS_AT_EDGE === 'yes',
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    signInFailuresPerAddress: value.SIGN_IN_FAILURES_PER_ADDRESS ?? (mode === 'test' ? 10_000 : 100),
    logEntriesPerAddress: value.LOG_ENTRIES_PER_ADDRESS ?? (mode === 'test' ? 12_000 : 120),
    physicianDashboardUrl: value.PHYSICIAN_DASHBOARD_URL,
    logLevel: value.LOG_LEVEL,
  };
}

/** Outside production a secret is made once and kept beside the data. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8');
}
