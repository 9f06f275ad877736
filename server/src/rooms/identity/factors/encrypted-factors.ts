/** What this room keeps encrypted, under the secret of now: secrets of apps, recovery codes, tokens of the pool (PRV-07). */
import type { EncryptedColumn } from '#platform/security/encrypted-columns.ts';

export const encryptedFactors: readonly EncryptedColumn[] = [
  { table: 'identity_account', key: 'account_id', column: 'totp_secret' },
  { table: 'identity_account', key: 'account_id', column: 'pending_totp_secret' },
  { table: 'recovery_code', key: 'code_id', column: 'encrypted_hash' },
  { table: 'pool_account', key: 'email', column: 'refresh_token' },
];
