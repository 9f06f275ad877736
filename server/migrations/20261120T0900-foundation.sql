-- The platform and the rooms that the main job needs. Written by hand and left alone after merge.

-- Two roles that own nothing. A call works as portal_app inside the fence of one company; identity, background work and
-- start-up work as portal_system. The login role itself sees no row: security is forced on every table and it has no policy.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['portal_app', 'portal_system'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
    if current_setting('server_version_num')::int >= 160000 then
      execute format('grant %I to current_user with inherit false, set true', role_name);
    else
      execute format('grant %I to current_user', role_name);
      execute format('alter role %I noinherit', current_user);
    end if;
  end loop;
end $$;

create extension if not exists pg_trgm;

-- ------------------------------------------------------------------ companies and people
create table company (
  company_id int generated always as identity primary key,
  name text not null,
  requires_mfa boolean not null default false,
  created_at timestamptz not null
);

create table company_module (
  module_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null,
  constraint company_module__taken unique (company_id, name)
);

-- Addresses are never changed: a new one is a new row, so that what a shipment went to stays readable.
create table address (
  address_id int generated always as identity primary key,
  company_id int not null references company,
  street text not null,
  street2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null
);

create table sponsor (
  sponsor_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null
);

create table partner (
  partner_id int generated always as identity primary key,
  company_id int not null references company,
  kind text not null check (kind in ('pharmacy', 'wholesaler')),
  name text not null,
  address_id int references address,
  phone text,
  fax text,
  email text,
  country text not null default 'USA'
);

-- A person who signs in. How they prove it lies with the identity provider (identity_account), found by e-mail.
create table provider (
  provider_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  type text not null,
  admin_rights boolean not null default false,
  is_prescriber boolean not null default false,
  is_active boolean not null default true,
  partner_id int references partner,
  sponsor_id int references sponsor,
  created_at timestamptz not null,
  version int not null default 1,
  constraint provider__email_taken unique (email),
  constraint provider__email_normalised check (email = lower(btrim(email)))
);

create table notification_preference (
  notification_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  name text not null,
  description text not null,
  enabled boolean not null default true
);
create index on notification_preference (provider_id);

-- ------------------------------------------------------------------ identity
create table identity_account (
  account_id int generated always as identity primary key,
  email text not null,
  password_hash text not null,
  state text not null default 'confirmed' check (state in ('confirmed', 'unconfirmed', 'reset')),
  preferred_mfa text not null default 'none' check (preferred_mfa in ('none', 'totp', 'sms')),
  -- Encrypted (SEC-13). The pending secret is the one shown in a set-up that is not verified yet.
  totp_secret text,
  pending_totp_secret text,
  -- The newest time step a code was accepted for: a code works once (SEC-11).
  last_totp_step bigint not null default 0,
  phone text,
  wrong_codes int not null default 0,
  codes_locked_until timestamptz,
  constraint identity_account__email_taken unique (email)
);

-- Keyed by the e-mail as typed, known or not, so that a lock tells nothing (SEC-07, SEC-09).
create table sign_in_lock (
  email text primary key,
  wrong_in_a_row int not null,
  last_wrong_at timestamptz not null,
  locked_until timestamptz
);

create table session (
  session_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  host text not null,
  cookie_hash bytea not null unique,
  created_at timestamptz not null,
  last_input_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index on session (provider_id) where ended_at is null;

create table access_token (
  token_hash bytea primary key,
  company_id int not null references company,
  session_id int not null references session,
  expires_at timestamptz not null
);
create index on access_token (session_id);
create index on access_token (expires_at);

-- Between the right password and the accepted code (SEC-08, SEC-12).
create table auth_challenge (
  challenge_hash bytea primary key,
  email text not null,
  host text not null,
  purpose text not null check (purpose in ('code', 'setup')),
  factor text check (factor in ('totp', 'sms')),
  sms_code_hash bytea,
  tries int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on auth_challenge (expires_at);

-- ------------------------------------------------------------------ care groups, products, supply
create table care_group (
  care_group_id int generated always as identity primary key,
  company_id int not null references company,
  parent_id int references care_group,
  kind text not null check (kind in ('trial', 'site', 'group')),
  name text not null,
  display_name text not null,
  description text not null default '',
  primary_contact_id int references provider,
  created_at timestamptz not null,
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
create unique index care_group__name_taken on care_group (company_id, lower(name)) where parent_id is null;
create unique index care_group__name_taken_below on care_group (parent_id, lower(name)) where parent_id is not null;
create index on care_group (company_id);

create table care_group_member (
  care_group_id int not null references care_group,
  provider_id int not null references provider,
  company_id int not null references company,
  primary key (provider_id, care_group_id)
);
create index on care_group_member (care_group_id);

create table trial_card (
  care_group_id int primary key references care_group,
  company_id int not null references company,
  rx_bin text not null,
  rx_pcn text not null,
  rx_grp text not null,
  cardholder_name_label text not null,
  cardholder_id_label text not null,
  participants text not null,
  claim_submissions text not null,
  pharmacy_instructions text not null,
  card_introduction text not null,
  contact_info text not null,
  main_logo text,
  optional_logo text
);

create table product (
  product_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  drug_name text not null,
  dosage_form text not null,
  quantity_unit text not null,
  is_other_unit boolean not null default false,
  directions text not null default 'N/A',
  default_quantity int not null,
  default_batch_quantity int not null,
  max_shipment_quantity int not null check (max_shipment_quantity > 0),
  default_days_of_supply int not null,
  item_number text,
  item_description text,
  pharmacy_supplied boolean not null default false,
  wholesaler_supplied boolean not null default false,
  removed_at timestamptz,
  version int not null default 1
);
create index on product (trial_id);

create table site_partner (
  site_id int not null references care_group,
  partner_id int not null references partner,
  company_id int not null references company,
  primary key (site_id, partner_id)
);

create table product_supply (
  site_id int not null references care_group,
  partner_id int not null references partner,
  product_id int not null references product,
  company_id int not null references company,
  primary key (site_id, product_id, partner_id)
);

-- ------------------------------------------------------------------ participants
create sequence ctrx_number start 100001;
create table participant (
  participant_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  site_id int not null references care_group,
  first_name text not null,
  last_name text not null,
  born_on date not null,
  gender int not null check (gender in (0, 1)),
  email text,
  phone text,
  address_id int references address,
  subject_number text not null,
  ctrx_id text not null default 'CTRX' || nextval('ctrx_number'),
  preferred_contact int not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  version int not null default 1,
  constraint participant__subject_taken unique (trial_id, subject_number),
  constraint participant__ctrx_taken unique (ctrx_id)
);
create index on participant (site_id);

-- ------------------------------------------------------------------ shipments
create table shipment_request (
  request_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  site_id int not null references care_group,
  partner_id int not null references partner,
  shipment_type text not null check (shipment_type in ('pharmacy', 'wholesaler')),
  status text not null
    check (status in ('preprocessing', 'processing', 'shipped', 'received', 'missing', 'damaged', 'other', 'cancelled')),
  to_participant boolean not null,
  is_batch boolean not null default false,
  address_id int not null references address,
  requester_id int not null references provider,
  prescriber_id int references provider,
  required_on date not null,
  next_order_on date,
  -- The day to be reminded of; gone once dismissed, cancelled or ordered again (OPS-89).
  reminder_on date,
  status_changed_on date not null,
  shipped_on date,
  received_on date,
  -- Requests of one submit share a number (OPS-70).
  submission uuid not null,
  reorder_of int references shipment_request,
  created_at timestamptz not null,
  version int not null default 1
);
create index shipment_request_by_site on shipment_request (site_id, created_at desc);
create index shipment_request_by_partner on shipment_request (partner_id, created_at desc);
create index shipment_request_reminders on shipment_request (site_id, reminder_on) where reminder_on is not null;
create index shipment_request_by_submission on shipment_request (submission);

-- A participant without a record keeps its number here alone (OPS-68).
create table shipment_participant (
  request_id int not null references shipment_request,
  position int not null,
  company_id int not null references company,
  participant_id int references participant,
  subject_number text not null,
  first_name text not null,
  last_name text not null,
  primary key (request_id, position),
  constraint shipment__same_subject unique (request_id, subject_number)
);

create table shipment_line (
  line_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  product_id int not null references product,
  quantity int not null check (quantity > 0),
  days_of_supply int not null check (days_of_supply > 0),
  directions text not null,
  label text not null default '',
  -- The line this one stands in for (PKG-14).
  replaces_line_id int references shipment_line,
  constraint shipment__line_twice unique (request_id, product_id),
  constraint shipment__replaced_twice unique (replaces_line_id)
);

create table shipment_package (
  package_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  courier text not null,
  tracking_number text not null
);
create index on shipment_package (request_id);

create table package_item (
  item_id int generated always as identity primary key,
  company_id int not null references company,
  package_id int not null references shipment_package,
  line_id int not null references shipment_line,
  quantity int not null check (quantity > 0),
  lot_number text not null,
  expires_on date not null
);
create index on package_item (package_id);

create table shipment_status_change (
  change_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  status text not null,
  changed_on date not null,
  changed_at timestamptz not null,
  provider_id int not null references provider
);
create index on shipment_status_change (request_id);

create table shipment_comment (
  comment_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  author_id int not null references provider,
  text text not null,
  created_at timestamptz not null
);
create index on shipment_comment (request_id);

create table shipment_comment_read (
  comment_id int not null references shipment_comment,
  provider_id int not null references provider,
  company_id int not null references company,
  read_at timestamptz not null,
  primary key (comment_id, provider_id)
);

-- ------------------------------------------------------------------ the platform's own records
-- Append-only: who changed what, in the transaction of the change (P11-09, P11-10, P11-12).
create table audit_entry (
  seq bigint generated always as identity primary key,
  company_id int references company,
  at timestamptz(3) not null,
  recorded_at timestamptz not null default clock_timestamp(),
  actor_id int,
  actor_name text not null,
  actor_type text not null,
  action text not null,
  record_kind text not null,
  record_id text not null,
  changes jsonb not null,
  reason text,
  host text not null,
  request_id text not null
);
create index on audit_entry (company_id, record_kind, record_id);

-- The chain over the entries, one link an entry, made by the sealer within seconds (P11-10). The hash is keyed with a
-- secret that the database does not hold.
create table audit_link (
  position bigint primary key,
  seq bigint not null unique references audit_entry,
  hash bytea not null,
  linked_at timestamptz not null default clock_timestamp()
);

-- Append-only: who read whose record by which call (PRV-01). No clinical values.
create table access_entry (
  entry_id bigint generated always as identity primary key,
  company_id int references company,
  at timestamptz(3) not null,
  provider_id int,
  call text not null,
  record_kind text not null,
  record_ids int[] not null,
  outcome text not null check (outcome in ('read', 'refused')),
  host text not null,
  address text not null,
  request_id text not null
);
create index on access_entry (company_id, at);

-- What happened, for everything that comes after commit.
create table event (
  event_id bigint generated always as identity primary key,
  company_id int not null references company,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

create table idempotency_key (
  provider_id int not null references provider,
  key text not null,
  company_id int not null references company,
  call text not null,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (provider_id, key)
);
create index on idempotency_key (created_at);

-- Mail and texts: written with the change they belong to, delivered after commit.
create table message (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts int not null default 0,
  -- While somebody tries to deliver it, and after a failed try, until when it is left alone.
  next_try_at timestamptz,
  last_error text
);
create index message_unsent on message (message_id) where sent_at is null;

create table log_entry (
  entry_id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  level text not null,
  event text not null,
  message text,
  claimed_at timestamptz not null,
  provider_id int,
  source_identifier text not null,
  log_stream text not null,
  host text not null,
  address text not null
);

-- ------------------------------------------------------------------ who may do what
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % can only be added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger append_only_truncate before truncate on audit_entry execute function refuse_change();
create trigger append_only before update or delete on audit_link for each row execute function refuse_change();
create trigger append_only_truncate before truncate on audit_link execute function refuse_change();
create trigger append_only before update or delete on access_entry for each row execute function refuse_change();
create trigger append_only_truncate before truncate on access_entry execute function refuse_change();

-- Every table with a company is fenced; the tables of identity and of the platform are for portal_system alone.
do $$
declare
  t text;
begin
  for t in select table_name from information_schema.tables
    where table_schema = current_schema and table_type = 'BASE TABLE' and table_name <> 'migration'
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    if t in ('audit_entry', 'audit_link', 'access_entry') then
      execute format('grant select, insert on %I to portal_system', t);
    else
      execute format('grant select, insert, update, delete on %I to portal_system', t);
    end if;
  end loop;
  for t in select table_name from information_schema.columns
    where table_schema = current_schema and column_name = 'company_id' and table_name not in ('session', 'access_token')
  loop
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
    if t in ('audit_entry', 'access_entry', 'event') then
      execute format('grant select, insert on %I to portal_app', t);
    elsif t in ('company', 'company_module', 'provider') then
      execute format('grant select on %I to portal_app', t);
    else
      execute format('grant select, insert, update, delete on %I to portal_app', t);
    end if;
  end loop;
end $$;
grant insert on message to portal_app;
create policy add on message for insert to portal_app with check (true);
grant usage on all sequences in schema public to portal_app, portal_system;
grant update (phone, version) on provider to portal_app;

-- Whose token this is, with everything that decides what they may see; read fresh at every call (SEC-06). One round trip,
-- with the rights of portal_system, because before it nobody is known.
create function viewer_of(token bytea)
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
        where g.company_id = p.company_id and coalesce(trial.sponsor_id, g.sponsor_id) = p.sponsor_id)
      else array(
        with recursive mine as (
          select m.care_group_id from care_group_member m where m.provider_id = p.provider_id
          union
          select g.care_group_id from care_group g join mine on g.parent_id = mine.care_group_id)
        select care_group_id from mine order by care_group_id)
    end
  from access_token t
    join session s on s.session_id = t.session_id and s.ended_at is null
    join provider p on p.provider_id = s.provider_id and p.is_active
    left join partner on partner.partner_id = p.partner_id
  where t.token_hash = token
$$;
revoke execute on function viewer_of(bytea) from public;
grant create on schema public to portal_system;
alter function viewer_of(bytea) owner to portal_system;
revoke create on schema public from portal_system;
do $$
declare
  login text := current_user;
begin
  set local role portal_system;
  execute format('grant execute on function viewer_of(bytea) to %I', login);
  reset role;
end $$;
