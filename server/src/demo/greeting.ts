import type { App } from '../app.ts';
import { endResting } from '../platform/core/threads.ts';
import { demoAccounts, demoCompanies, demoPassword } from './accounts.ts';

/** Fills an installation without a company. Others load nothing of how the demo is made. */
export async function fillWhereEmpty(app: App): Promise<void> {
  const company = await app.database.asSystem((tx) => tx.selectFrom('company').select('company_id').executeTakeFirst());
  if (company) return;
  const { seedDemo } = await import('./seed.ts');
  await seedDemo(app);
  endResting();
}

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
