-- What a person may know of and decide about, and the few looks beyond the fence, each with the rights of portal_system.

-- Who sees the whole company: its Admins, and who belongs to a group of people at the top. A trial stands at the top too, and is
-- one of many; a sponsor's and a partner's people see what is theirs whatever groups they are in (SEC-13, SEC-23, SEC-24).
create view member_at_top with (security_invoker = true) as
  select m.provider_id from care_group_member m join care_group g using (care_group_id)
  where g.kind = 'group' and g.parent_id is null and g.removed_at is null;
create view sees_company with (security_invoker = true) as
  select p.provider_id from provider p
  where p.type = 'Admin' or p.type not in ('Sponsor', 'Pharmacy User', 'Wholesaler User')
    and exists (select from member_at_top m where m.provider_id = p.provider_id);
grant select on member_at_top, sees_company to portal_system, portal_app;

grant create on schema public to portal_system;
-- data
create function lies_in_groups_of(care_group int, provider int) returns boolean language sql stable as $$
  with recursive above as (
    select g.care_group_id, g.parent_id from care_group g where g.care_group_id = care_group and g.removed_at is null
    union all
    select g.care_group_id, g.parent_id from care_group g join above on g.care_group_id = above.parent_id where g.removed_at is null)
  select exists (select from above join care_group_member m using (care_group_id) where m.provider_id = provider)
$$;

-- Whether somebody may decide about a person: nobody whose rights or groups reach beyond their own. Who belongs to no group, and
-- whoever works for a sponsor or a partner, belongs to the company.
create function reaches(decider int, person int) returns boolean language sql stable as $$
  select exists (
    select from provider d join provider p using (company_id)
    where d.provider_id = decider and p.provider_id = person and (
      exists (select from sees_company s where s.provider_id = decider)
      or (d.type not in ('Sponsor', 'Pharmacy User', 'Wholesaler User')
        and p.type not in ('Admin', 'Sponsor', 'Pharmacy User', 'Wholesaler User')
        and (select bool_and(lies_in_groups_of(g.care_group_id, decider)) from care_group_member m join care_group g using (care_group_id)
          where m.provider_id = person and g.removed_at is null))))
$$;

-- Whose token this is, with everything that decides what they may see; read fresh at every call (SEC-06). One round trip, because
-- before it nobody is known. All is found by indexes however many groups there are: each step asks for the groups of one
-- parent, one member or one sponsor. A join would be planned by guessed numbers of rows, and may read all groups (`offset 0`
-- keeps the steps apart).
create function viewer_of(token bytea)
returns table (
  session_id int, host text, last_input_at timestamptz, session_ends_at timestamptz, token_expires_at timestamptz,
  provider_id int, company_id int, email text, first_name text, last_name text, phone text, type text, admin_rights boolean,
  is_prescriber boolean, partner_id int, partner_kind text, sponsor_id int, modules text[], care_group_ids int[],
  sees_whole_company boolean
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
    end,
    -- As `sees_company` has it, which would read the person once more.
    p.type = 'Admin' or p.type not in ('Sponsor', 'Pharmacy User', 'Wholesaler User')
      and exists (select from member_at_top m where m.provider_id = p.provider_id)
  from access_token t
    join session s on s.session_id = t.session_id and s.ended_at is null
    join provider p on p.provider_id = s.provider_id and p.is_active
    left join partner on partner.partner_id = p.partner_id
  where t.token_hash = token
$$;
revoke execute on function viewer_of(bytea) from public;

-- Whether somebody has this e-mail already, in whatever company: an invitation is refused then (P11-17). It says no more than
-- that, so that the fence of the inviter's company holds.
create function email_in_use(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from provider where email = wanted) or exists (select from identity_account where email = wanted)
$$;
revoke execute on function email_in_use(text) from public;
grant execute on function email_in_use(text) to portal_app;

-- Takes back what still waits for an address, also from within the fence, where the outbox cannot be read.
create function withdraw_messages(address text, of_topic text, at timestamptz) returns void
language sql security definer set search_path = public as $$
  update message set withdrawn_at = at
  where channel = 'email' and lower(recipient) = lower(address) and topic = of_topic and sent_at is null and withdrawn_at is null
$$;
revoke execute on function withdraw_messages(text, text, timestamptz) from public;
grant execute on function withdraw_messages(text, text, timestamptz) to portal_app;
-- end of data
revoke create on schema public from portal_system;

-- The login that serves is given the function at its start; where the owner serves as well, it is here.
do $$
declare
  login text := current_user;
begin
  set local role portal_system;
  execute format('grant execute on function viewer_of(bytea) to %I', login);
  reset role;
end $$;
