/** People who were invited and register. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { register } from '@portal/contract/providers/invitation-endpoints.ts';
import { hashOf } from '../../server/src/platform/security/viewer-of.ts';
import { audits, type Crew, events } from './crew.ts';
import type { Work } from './ledger.ts';

const joined = `provider p where p.company_id = $1 and p.email like 'joining-%'`;

export const registrations: Crew = {
  marks: { 'person registered': `select email as mark, count(*) as times from ${joined} group by 1` },
  halves: {
    'people without an account': `select 1 from ${joined} and not exists (select from identity_account where email = p.email)`,
    'accounts of nobody': `select 1 from identity_account a join invitation i on i.email = a.email where i.company_id = $1
      and not exists (select from provider where email = a.email)`,
    'people without the group that they were invited to': `select 1 from ${joined} and (select count(*) from care_group_member where provider_id = p.provider_id) <> 1`,
    'people who accepted no terms': `select 1 from ${joined} and (select count(*) from terms_acceptance where provider_id = p.provider_id) <> 1`,
    'people whose invitation is not used': `select 1 from ${joined} and not exists (select from invitation where provider_id = p.provider_id and used_at is not null)`,
    'used invitations of nobody':
      'select 1 from invitation where company_id = $1 and used_at is not null and provider_id is null',
    'people whose audit entries do not add up': `select 1 from ${joined} and (${audits('provider', 'p.provider_id', `'provider.added'`)} <> 1
      or ${audits('account', 'p.provider_id', `'account.created'`)} <> 1)`,
    'people whose events do not add up': `select 1 from ${joined} and ${events('provider.changed', 'p.provider_id')} < 1`,
  },
  hire: async ({ world, companyId, expected }) => {
    const inviter = await world.aPerson('Admin', { company_id: companyId });
    const [group] = await world.rows<{ id: number }>(
      `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Joined', 'Joined', now()) returning care_group_id as id`,
      [companyId],
    );
    const invited = Array.from({ length: expected }, () => randomBytes(32).toString('base64url'));
    await world.rows(
      `with sent as (
         insert into invitation (company_id, code_hash, brand_key, email, type, inviter_id, created_at, expires_at)
         select $1::int, code, 'default', 'joining-' || n || '@portal.example', 'Nurse', $2::int, now(), now() + interval '1 day'
         from unnest($3::bytea[]) with ordinality as given (code, n) returning invitation_id)
       insert into invitation_care_group (invitation_id, care_group_id, company_id) select invitation_id, $4::int, $1::int from sent`,
      [companyId, inviter, invited.map(hashOf), group?.id],
    );
    let n = 0;
    const joining = async ({ ask }: Work) => {
      const code = invited[n++];
      if (code === undefined) return pause(50);
      const email = `joining-${n}@portal.example`;
      const body = {
        firstName: 'Grace',
        lastName: 'Hopper',
        email,
        phone: '+16175550123',
        password: 'Battery-Staple-7',
        registrationCode: code,
        preferredContact: 1,
      };
      // An invitation that was used is unknown.
      await ask({ kind: 'person registered', mark: email, endpoint: register, body, doneBefore: 404 });
      // Each hashes a password, and the others want to work too.
      return pause(200);
    };
    return { workers: [joining] };
  },
};
