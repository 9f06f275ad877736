/** Which settings would send something in the clear (PRV-06). */
import pg from 'pg';

/** A sentence about the setting that would, or null. The user pool has its own look, where its address is made. */
export function wayInTheClear(given: {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  MIGRATION_DATABASE_URL?: string | undefined;
  ADMIN_DATABASE_URL?: string | undefined;
  SMTP_URL?: string | undefined;
}): string | null {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL', 'ADMIN_DATABASE_URL'] as const) {
    const asked = given[name] === undefined ? 'not needed' : tlsOf(given[name]);
    if (asked === 'wrong')
      return `${name} cannot be used: the file of its sslrootcert cannot be read, or there is no such sslmode.`;
    if (asked === 'none')
      return `${name} must ask for TLS in production: with sslmode=verify-full, or verify-ca, or require at least.`;
  }
  const smtpUrl = given.SMTP_URL;
  const weaker = /^(ignoretls|opportunistictls|requiretls|secured?|service|tls\.(?!servername$).*)$/i;
  if (smtpUrl && [...new URL(smtpUrl).searchParams.keys()].some((option) => weaker.test(option)))
    return 'SMTP_URL must not change how mail is encrypted in production.';
  return null;
}

/** As libpq reads `require`, which the driver does where it is asked to: any certificate is good. */
const believesAnybody = (ssl: unknown): boolean =>
  typeof ssl === 'object' && ssl !== null && 'rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false;

/** As the driver itself understands the address. A socket of this machine is no way through a network. */
function tlsOf(databaseUrl: string): 'asked for' | 'not needed' | 'none' | 'wrong' {
  try {
    const { host, ssl } = new pg.Client({ connectionString: databaseUrl });
    if (host.startsWith('/')) return 'not needed';
    const mode = new URL(databaseUrl).searchParams.getAll('sslmode').at(-1) ?? '';
    if (believesAnybody(ssl)) return 'none';
    return ssl && ['require', 'verify-ca', 'verify-full'].includes(mode) ? 'asked for' : 'none';
  } catch {
    return 'wrong';
  }
}
