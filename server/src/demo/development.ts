/** What exists in development and test mode alone: caught messages, the clock, the demo accounts. */
import path from 'node:path';
import * as api from '@portal/contract/dev/endpoints.ts';
import { mustSetUpMfa, refusedTypes } from '@portal/contract/identity/rules.ts';
import fastifyStatic from '@fastify/static';
import { demoAccounts, demoCompanies, demoPassword } from './accounts.ts';
import { sql } from 'kysely';
import { everyJob, wakes } from '../platform/jobs/jobs.ts';
import type { House } from '../platform/http/calls.ts';

export async function serveDevelopment({ env, http, clock, database, openRoute }: House): Promise<void> {
  openRoute(api.outbox, ({ query }) =>
    database.asSystem(async (tx) => {
      const rows = await tx
        .selectFrom('message')
        .selectAll()
        .$if(query.to !== undefined, (select) => select.where('recipient', '=', query.to as string))
        .orderBy('message_id', 'desc')
        .limit(200)
        .execute();
      return rows.map((row) => ({
        id: row.message_id,
        channel: row.channel as 'email' | 'sms',
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        createdAt: row.created_at,
      }));
    }),
  );
  if (env.mode === 'test') {
    openRoute(api.setClock, async ({ body }) => {
      clock.set(body.now);
      await database.asSystem((tx) => sql`select pg_notify(${wakes}, ${everyJob})`.execute(tx));
      return { message: body.now ? 'The clock has been moved.' : 'The clock is the real one again.' };
    });
  }
  if (env.mode === 'development') {
    openRoute(api.demoAccounts, () => ({ accounts: demoAccounts.map(offered) }));
    await http.register(fastifyStatic, {
      root: path.join(import.meta.dirname, '../../../web/dist-dev'),
      prefix: '/dev/',
      decorateReply: false,
      index: false,
    });
  }
}

function offered({ email, companyId, type, sees, state }: (typeof demoAccounts)[number]) {
  const mfa = mustSetUpMfa(type, false) && !refusedTypes.includes(type) && !state;
  return {
    email,
    password: demoPassword,
    company: demoCompanies[companyId - 1]?.name ?? '',
    type,
    mfa,
    hint: mfa ? `${sees}. Needs six digits: npm run code ${email}` : sees,
  };
}
