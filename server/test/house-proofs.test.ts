/** Who has proven who they are: where that can come from, and what can be opened by it. The types do the rest (platform/security/proof.ts). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.join(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
const filesWith = (text: RegExp) =>
  files.filter((file) => text.test(readFileSync(path.join(source, file), 'utf8'))).sort();
const providers = ['rooms/identity/embedded/embedded-identity.ts', 'rooms/identity/hosted/hosted-identity.ts'];

test('SEC-02 SEC-17 proofs are made by the two identity providers alone, each by the credentials it keeps', () => {
  expect(filesWith(/\bproofsBy\(/)).toEqual(providers);
});

test('SEC-02 SEC-08 sessions, tokens and challenges are opened where a spent proof is asked for, and nowhere else', () => {
  expect(filesWith(/insertInto\('(session|access_token)'\)/)).toEqual(['rooms/identity/sessions/sessions.ts']);
  expect(filesWith(/insertInto\('auth_challenge'\)/)).toEqual([
    'rooms/identity/proofs/challenges.ts',
    'rooms/identity/proofs/proof-codes.ts',
  ]);
});

test('SEC-02 SEC-05 password, factor and state of an account change where the version of its credential does', () => {
  const credential = /\.set\(\{[^}]*\b(password_hash|preferred_mfa|(?<!pending_)totp_secret|state|factor):/;
  const ofAccounts = filesWith(/updateTable\('(identity|pool)_account'\)/);
  expect(ofAccounts.length).toBeGreaterThan(1);
  expect(filesWith(credential).filter((file) => ofAccounts.includes(file))).toEqual([
    'rooms/identity/hosted/pool-accounts.ts',
  ]);
  const [inThePool] = /updateTable\('pool_account'\)\s*\.set\(\{ factor[^;]*;/.exec(
    readFileSync(path.join(source, 'rooms/identity/hosted/pool-accounts.ts'), 'utf8'),
  ) ?? [''];
  expect(inThePool).toContain("credential_version: eb('credential_version', '+', 1)");
});
