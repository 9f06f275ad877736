-- brief lock on company, provider, care_group, access_entry: a new table refers to them, and a column without a rewrite
-- Emergency access (PRV-11): an operator lets an account into a care group for some hours, and all it does meanwhile is marked.
create table emergency_access (
  emergency_access_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  care_group_id int not null references care_group,
  reason text not null,
  given_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > given_at and ends_at <= given_at + interval '24 hours'),
  ended_at timestamptz
);
create unique index emergency_access_open on emergency_access (provider_id, care_group_id) where ended_at is null;
create index emergency_access_of_group on emergency_access (care_group_id);
select fence_table('emergency_access');
grant select, insert, update on emergency_access to portal_system;
create trigger tell_of_rights after insert or update on emergency_access for each row execute function tell_of_rights();

alter table access_entry add column in_emergency boolean not null default false;
-- Whoever writes names each column but the number.
grant insert (in_emergency) on access_entry to portal_app, portal_system;

-- Whose token this is, as `viewer_of` told it, with the groups of emergency access at a moment of the portal's clock.
drop function viewer_of(bytea);
-- Checked as the owner it would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
create function viewer_at(token bytea, moment timestamptz)
returns table (
  session_id int, host text, last_input_at timestamptz, session_ends_at timestamptz, token_expires_at timestamptz,
  provider_id int, company_id int, email text, first_name text, last_name text, phone text, type text, admin_rights boolean,
  is_prescriber boolean, partner_id int, partner_kind text, sponsor_id int, modules text[], care_group_ids int[],
  sees_whole_company boolean, in_emergency boolean
)
language sql stable set search_path = public as $$
  select s.session_id, s.host, s.last_input_at, s.ends_at, t.expires_at,
    p.provider_id, p.company_id, p.email, p.first_name, p.last_name, p.phone, p.type, p.admin_rights,
    p.is_prescriber, p.partner_id, partner.kind, p.sponsor_id,
    array(select m.name from company_module m where m.company_id = p.company_id order by m.module_id),
    case
      when p.type = 'Admin' then null
      when p.type = 'Sponsor' then array(
        -- What is a sponsor's, and what lies right below it; below another sponsor's, a group is that one's.
        select g.care_group_id from care_group g left join lateral (
          select parent.sponsor_id from care_group parent where parent.care_group_id = g.parent_id offset 0) above on true
        where g.sponsor_id = p.sponsor_id and coalesce(above.sponsor_id, g.sponsor_id) = p.sponsor_id
          and g.company_id = p.company_id and g.removed_at is null
        union
        select below.care_group_id from care_group g cross join lateral (
          select child.care_group_id from care_group child
          where child.parent_id = g.care_group_id and child.company_id = p.company_id and child.removed_at is null offset 0) below
        where g.sponsor_id = p.sponsor_id
        order by care_group_id)
      else array(
        with recursive mine as (
          select g.care_group_id from care_group_member m cross join lateral (
            select own.care_group_id from care_group own
            where own.care_group_id = m.care_group_id and own.removed_at is null offset 0) g
          where m.provider_id = p.provider_id
          union
          select g.care_group_id from emergency_access e cross join lateral (
            select own.care_group_id from care_group own
            where own.care_group_id = e.care_group_id and own.removed_at is null offset 0) g
          where e.provider_id = p.provider_id and e.ended_at is null and e.ends_at > moment
          union
          select g.care_group_id from mine cross join lateral (
            select child.care_group_id from care_group child
            where child.parent_id = mine.care_group_id and child.removed_at is null offset 0) g)
        select care_group_id from mine order by care_group_id)
    end,
    -- As `sees_company` has it, which would read the person once more.
    p.type = 'Admin' or p.type not in ('Sponsor', 'Pharmacy User', 'Wholesaler User')
      and exists (select from member_at_top m where m.provider_id = p.provider_id),
    exists (select from emergency_access e where e.provider_id = p.provider_id and e.ended_at is null and e.ends_at > moment)
  from access_token t
    join session s on s.session_id = t.session_id and s.ended_at is null
    join provider p on p.provider_id = s.provider_id and p.is_active
    left join partner on partner.partner_id = p.partner_id
  where t.token_hash = token
$$;
alter function viewer_at(bytea, timestamptz) set role = portal_system;
revoke execute on function viewer_at(bytea, timestamptz) from public;
-- The login that serves is given the function at its start.
grant execute on function viewer_at(bytea, timestamptz) to portal_system;
