import { composed } from '@portal/contract/identity/password-characters.ts';

/**
 * How a password is looked for: as new ones are kept, and then as it came, since earlier ones were kept so. Known and unknown e-mails are
 * asked for the same ones (SEC-07).
 */
export function spellingsOf(password: string): string[] {
  const kept = composed(password);
  return kept === password ? [kept] : [kept, password];
}
