-- Care groups, who belongs to them and who is invited, and what people may know of and decide about by that.

create table care_group (
  care_group_id int generated always as identity primary key,
  company_id int not null references company,
  parent_id int references care_group,
  kind text not null check (kind in ('trial', 'site', 'group')),
  name text not null,
  display_name text not null,
  description text not null default '',
  primary_contact_id int references provider,
  -- A row of company_brand; the key is made with that table.
  brand_id int,
  created_at timestamptz not null,
  -- Removed is hidden, never erased.
  removed_at timestamptz,
  version int not null default 1,
  -- A trial's configuration.
  is_configured boolean not null default false,
  sponsor_id int references sponsor,
  subject_number_mask text,
  outreach_preference boolean not null default false,
  has_card boolean not null default false,
  has_shipping boolean not null default false,
  pdmi_group_number text,
  order_form_template_id int,
  -- A site's configuration.
  address_id int references address,
  phone text,
  extension text,
  study_contact text,
  study_contact_email text,
  notes text
);
create unique index care_group__name_taken on care_group (company_id, name_key(name)) where parent_id is null and removed_at is null;
create unique index care_group__name_taken_below on care_group (parent_id, name_key(name))
  where parent_id is not null and removed_at is null;
create index on care_group (company_id);
-- Also of the removed ones: what lies below a group.
create index care_group_children on care_group (parent_id) where parent_id is not null;
create index care_group_of_sponsor on care_group (sponsor_id) where sponsor_id is not null;
select fence_table('care_group');
grant select, insert, update, delete on care_group to portal_app, portal_system;
create trigger tell_of_rights after update of parent_id, sponsor_id, removed_at on care_group for each row
  when ((old.parent_id, old.sponsor_id, old.removed_at) is distinct from (new.parent_id, new.sponsor_id, new.removed_at))
  execute function tell_of_rights();

create table care_group_member (
  care_group_id int not null references care_group,
  provider_id int not null references provider,
  company_id int not null references company,
  -- OPC-86: whether patients can see the person as one of this group.
  is_public boolean not null default false,
  primary key (provider_id, care_group_id)
);
create index on care_group_member (care_group_id);
select fence_table('care_group_member');
grant select, insert, update, delete on care_group_member to portal_app, portal_system;
create trigger tell_of_rights after insert or delete on care_group_member for each row execute function tell_of_rights();

-- SEC-16. What an invitation fixes, nothing in the registration can change.
create table invitation (
  invitation_id int generated always as identity primary key,
  company_id int not null references company,
  code_hash bytea not null unique,
  -- The key of the brand whose portal it leads to.
  brand_key text not null,
  email text not null,
  -- A person has one number from their invitation on, for good (P11-17): an invitation draws it, and the person is added with it.
  person_id int not null default nextval('provider_provider_id_seq'),
  type text not null,
  admin_rights boolean not null default false,
  is_prescriber boolean not null default false,
  -- Whether patients can see the person in their groups, once they are registered.
  default_listing boolean not null default false,
  partner_id int references partner,
  sponsor_id int references sponsor,
  inviter_id int references provider,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  -- By a command of theirs, whoever had sent it last: none of the person says any more under which brand the company is.
  withdrawn_by_operator boolean not null default false,
  used_at timestamptz,
  provider_id int references provider,
  constraint invitation__email_normalised check (email = lower(btrim(email)))
);
create index on invitation (company_id, email);
create index invitation_of_partner on invitation (partner_id) where partner_id is not null;
-- Whose portal a host is, for e-mails that nobody has.
create index invitation_of_brand on invitation (brand_key, company_id);
-- Who was invited and has not come yet is counted for administrators on their first page.
create index invitation_that_waits on invitation (company_id) where used_at is null and cancelled_at is null;
-- Under which brand the operator invited people of a company, and what of it was withdrawn.
create index invitation_of_operator on invitation (company_id, invitation_id) where inviter_id is null;
create index invitation_withdrawn_by_operator on invitation (company_id, person_id) where withdrawn_by_operator;
select fence_table('invitation');
grant select, insert, update on invitation to portal_app;
grant select, insert, update, delete on invitation to portal_system;
create trigger store_role_in_one_spelling before insert or update of type on invitation for each row
  when (new.type = 'SiteUser') execute function store_role_in_one_spelling();

create table invitation_care_group (
  invitation_id int not null references invitation,
  care_group_id int not null references care_group,
  company_id int not null references company,
  primary key (invitation_id, care_group_id)
);
create index invitation_care_group_by_group on invitation_care_group (care_group_id);
select fence_table('invitation_care_group');
grant select, insert on invitation_care_group to portal_app;
grant select, insert, update, delete on invitation_care_group to portal_system;

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
grant select on emergency_access to portal_app;
grant select, insert, update on emergency_access to portal_system;
create trigger tell_of_rights after insert or update on emergency_access for each row execute function tell_of_rights();

-- ------------------------------------------------------------------ sight
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

-- Checked as the owner they would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
-- Of an invitation of the company, with those of the same address that it took the place of. What is in the outbox, nobody within the
-- fence can read.
create function invitation_does_not_arrive(which int, at timestamptz) returns boolean
language sql stable security invoker set role = portal_system set search_path = public as $$
  select none_arrives(array(
    select m.message_id from invitation i
      join invitation same on same.company_id = i.company_id and same.email = i.email
      join message m on lower(m.recipient) = same.email and m.patient_id is null and m.participant_id is null
        and m.opens = 'invitation ' || same.invitation_id
    where i.invitation_id = which and i.company_id = nullif(current_setting('app.company_id', true), '')::int), at)
$$;
revoke execute on function invitation_does_not_arrive(int, timestamptz) from public;
grant execute on function invitation_does_not_arrive(int, timestamptz) to portal_app;

-- To which partners of the company nothing arrives at the address that each has now: the newest that was refused there for an hour, or was
-- given up so, is later than all that went out. Asked of many at once: for each alone the role would change.
create function partners_without_mail(of_partners int[], at timestamptz) returns setof int
language sql stable security invoker set role = portal_system set search_path = public as $$
  select p.partner_id from partner p
    cross join lateral (select m.message_id from message m
      where m.partner_id = p.partner_id and m.recipient = p.email and m.withdrawn_at is null and is_refused(m.sent_at, m.refused_at, at)
      order by m.message_id desc limit 1) newest
  where p.partner_id = any (of_partners) and p.send_email
    and p.company_id = nullif(current_setting('app.company_id', true), '')::int
    and not exists (select from message later
      where later.partner_id = p.partner_id and later.recipient = p.email and later.message_id > newest.message_id
        and later.sent_at is not null)
$$;
revoke execute on function partners_without_mail(int[], timestamptz) from public;
grant execute on function partners_without_mail(int[], timestamptz) to portal_app;

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

-- Whose token this is, with everything that decides what they may see, emergency access at a moment of the portal's clock included;
-- read fresh at every call (SEC-06). One round trip, because before it nobody is known. All is found by indexes however many groups
-- there are: each step asks for the groups of one parent, one member or one sponsor. A join would be planned by guessed numbers of
-- rows, and may read all groups (`offset 0` keeps the steps apart).
create function viewer_at(token bytea, moment timestamptz)
returns table (
  session_id int, host text, last_input_at timestamptz, session_ends_at timestamptz, token_expires_at timestamptz,
  provider_id int, company_id int, email text, first_name text, last_name text, phone text, type text, admin_rights boolean,
  is_prescriber boolean, partner_id int, partner_kind text, sponsor_id int, modules text[], care_group_ids int[],
  sees_whole_company boolean, in_emergency boolean
)
language sql stable set search_path = public set role = portal_system as $$
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
revoke execute on function viewer_at(bytea, timestamptz) from public;
-- The login that serves is given the function at its start.
grant execute on function viewer_at(bytea, timestamptz) to portal_system;
