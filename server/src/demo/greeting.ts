import { demoAccounts, demoCompanies, demoPassword } from './accounts.ts';

/** What the person who started the portal wants to know: who they can be. */
export function greeting(): string {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length)) + 2;
  const accounts = demoAccounts.map(
    ({ email, companyId, type, sees }) =>
      `  ${email.padEnd(width)}${(demoCompanies[companyId - 1]?.name ?? '').padEnd(18)}${type.padEnd(17)}${sees}\n`,
  );
  return [
    `\nDemo accounts, all with the password ${demoPassword}\n`,
    ...accounts,
    '\nSix digits for an account with an authenticator app: npm run code <e-mail>\n\n',
  ].join('');
}
