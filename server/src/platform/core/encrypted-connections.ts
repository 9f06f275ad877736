/** Which settings would send something in the clear (PRV-06). */
import pg from 'pg';

/** A sentence about the setting that would, or null. The user pool has its own look, where its address is made. */
export function wayInTheClear(databaseUrl: string, smtpUrl: string | undefined): string | null {
  const asked = tlsOf(databaseUrl);
  if (asked === 'wrong') return 'DATABASE_URL cannot be used: its certificates or its sslmode are not right.';
  if (asked === 'none')
    return 'DATABASE_URL must ask for TLS in production: with sslmode=verify-full, or verify-ca, or require at least.';
  const weaker = /^(ignoretls|opportunistictls|requiretls|secured?|service|tls\.(?!servername$).*)$/i;
  if (smtpUrl && [...new URL(smtpUrl).searchParams.keys()].some((option) => weaker.test(option)))
    return 'SMTP_URL must not change how mail is encrypted in production.';
  return null;
}

/** As the driver itself understands the address. A socket of this machine is no way through a network. */
function tlsOf(databaseUrl: string): 'asked for' | 'not needed' | 'none' | 'wrong' {
  try {
    const { host, ssl } = new pg.Client({ connectionString: databaseUrl });
    if (host.startsWith('/')) return 'not needed';
    const mode = new URL(databaseUrl).searchParams.getAll('sslmode').at(-1) ?? '';
    return ssl && ['require', 'verify-ca', 'verify-full'].includes(mode) ? 'asked for' : 'none';
  } catch {
    return 'wrong';
  }
}
