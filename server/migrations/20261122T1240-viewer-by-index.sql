-- Whose token this is, found by indexes however many groups there are: each step asks for the groups of one parent, one
-- member or one sponsor. A join would be planned by guessed numbers of rows, and may read all groups (`offset 0` keeps the
-- steps apart).
grant create on schema public to portal_system;
-- data
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
          select g.care_group_id from mine cross join lateral (
            select child.care_group_id from care_group child
            where child.parent_id = mine.care_group_id and child.removed_at is null offset 0) g)
        select care_group_id from mine order by care_group_id)
    end
  from access_token t
    join session s on s.session_id = t.session_id and s.ended_at is null
    join provider p on p.provider_id = s.provider_id and p.is_active
    left join partner on partner.partner_id = p.partner_id
  where t.token_hash = token
$$;
-- end of data
revoke create on schema public from portal_system;
