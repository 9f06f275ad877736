-- Care groups that people change: the brand of a group, and what is removed. Removed is hidden, never erased.
alter table care_group
  add column brand_id int references company_brand,
  add column removed_at timestamptz;
drop index care_group__name_taken;
drop index care_group__name_taken_below;
create unique index care_group__name_taken on care_group (company_id, lower(name)) where parent_id is null and removed_at is null;
create unique index care_group__name_taken_below on care_group (parent_id, lower(name))
  where parent_id is not null and removed_at is null;
-- Also of the removed ones: what lies below a group.
create index care_group_children on care_group (parent_id) where parent_id is not null;
create index care_group_of_sponsor on care_group (sponsor_id) where sponsor_id is not null;

alter table sponsor
  add column version int not null default 1,
  add column removed_at timestamptz;
create unique index sponsor__name_taken on sponsor (company_id, lower(name)) where removed_at is null;

-- Nobody belongs to a removed group.
grant create on schema public to portal_system;
set local role portal_system;
create or replace function viewer_of(token bytea)
returns table (
  session_id int, host text, last_input_at timestamptz, session_ends_at timestamptz, token_expires_at timestamptz,
  provider_id int, company_id int, email text, first_name text, last_name text, phone text, type text, admin_rights boolean,
  is_prescriber boolean, partner_id int, partner_kind text, sponsor_id int, modules text[], care_group_ids int[]
)
language sql stable security definer set search_path = public as $$
  select s.session_id, s.host, s.last_input_at, s.ends_at, t.expires_at,
    p.provider_id, p.company_id, p.email, p.first_name, p.last_name, p.phone, p.type, p.admin_rights,
    p.is_prescriber, p.partner_id, partner.kind, p.sponsor_id,
    array(select m.name from company_module m where m.company_id = p.company_id order by m.module_id),
    case
      when p.type = 'Admin' then null
      when p.type = 'Sponsor' then array(
        select g.care_group_id from care_group g left join care_group trial on trial.care_group_id = g.parent_id
        where g.company_id = p.company_id and coalesce(trial.sponsor_id, g.sponsor_id) = p.sponsor_id and g.removed_at is null)
      else array(
        with recursive mine as (
          select g.care_group_id from care_group_member m join care_group g using (care_group_id)
          where m.provider_id = p.provider_id and g.removed_at is null
          union
          select g.care_group_id from care_group g join mine on g.parent_id = mine.care_group_id where g.removed_at is null)
        select care_group_id from mine order by care_group_id)
    end
  from access_token t
    join session s on s.session_id = t.session_id and s.ended_at is null
    join provider p on p.provider_id = s.provider_id and p.is_active
    left join partner on partner.partner_id = p.partner_id
  where t.token_hash = token
$$;
reset role;
revoke create on schema public from portal_system;
