-- Two roles that own nothing, the fence around each company, and what every room stands on.

-- A call works as portal_app inside the fence of one company; identity, background work and start-up work as portal_system.
-- The login role itself sees no row: security is forced on every table and it has no policy.
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

-- Every table is fenced right after it is made: portal_system sees every row; portal_app sees those of its company, where the
-- table has one and is not withheld. What each of them may do is granted beside it.
create function fence_table(name text, withheld boolean default false) returns void language plpgsql as $$
declare
  own constant text := '(company_id = nullif(current_setting(''app.company_id'', true), '''')::int)';
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy system on %I to portal_system using (true) with check (true)', name);
  if not withheld and exists (
    select from information_schema.columns c
    where c.table_schema = current_schema and c.table_name = name and c.column_name = 'company_id') then
    execute format('create policy company on %I to portal_app using %s with check %s', name, own, own);
  end if;
end $$;
revoke execute on function fence_table(text, boolean) from public;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % can only be added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Whatever `viewer_at` reads and somebody changes is told to every process, which then looks at the open sockets of that company
-- (SEC-06).
create function tell_of_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_event', 'rights ' || case when tg_op = 'DELETE' then old.company_id else new.company_id end);
  return null;
end $$;

-- How names are compared, in one place: without what cannot be seen, with one space for any gap and one dash for each of its kinds, in
-- small letters, and the same however a letter was put together (OPS-29, REL-08).
create function name_key(given text) returns text
language sql immutable strict parallel safe as $$
  select normalize(lower(btrim(
    regexp_replace(
      regexp_replace(
        translate(normalize(given, nfkc), E'\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212', '---------'),
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
        '', 'g'),
      '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g')
    )), nfkc)
$$;

-- Names are found with and without their accents: "Muller" finds "Müller", and the other way round.
create function without_accents(given text) returns text
language sql immutable strict parallel safe as $$
  select case when given ~ '[^ -~]' then translate(
    replace(replace(replace(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðıħ', 'olddih') else given end
$$;

create table company (
  company_id int generated always as identity primary key,
  name text not null,
  requires_mfa boolean not null default false,
  -- SES-12: how long before the end of an idle session its people are warned, in seconds.
  idle_warning_seconds int not null default 15 constraint company__idle_warning check (idle_warning_seconds between 15 and 300),
  created_at timestamptz not null
);
select fence_table('company');
grant select on company to portal_app;
grant select, insert, update, delete on company to portal_system;
-- REL-02: the demo numbers its companies from 1, also where an earlier start was cut off while it made them.
grant update on sequence company_company_id_seq to portal_system;

create table company_module (
  module_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null,
  constraint company_module__taken unique (company_id, name)
);
select fence_table('company_module');
grant select on company_module to portal_app;
grant select, insert, update, delete on company_module to portal_system;
create trigger tell_of_rights after insert or delete on company_module for each row execute function tell_of_rights();

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
-- PRV-03: where a participant lived before is found by the words of the trail.
create index address_of_street on address (company_id, street);
select fence_table('address');
grant select, insert, update, delete on address to portal_app, portal_system;

-- Every file of the store is one row here, and every record that keeps a file has a foreign key to it: what may be cleared away
-- and what is encrypted anew is read from this table and from the foreign keys, never from a list of tables.
create table stored_file (
  file_id int generated always as identity primary key,
  -- Null for what belongs to no company.
  company_id int references company,
  bytes bigint not null check (bytes >= 0),
  -- The media type it is served as.
  type text not null check (type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  -- Its name in the store, where the name that a person gave never becomes a path; another one once it is encrypted anew.
  key text not null unique,
  -- Of the clear content. Null until it is encrypted anew, for what was kept without one.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Under which secret it lies in the store, by its name in portal_secret; null until background work has asked the store.
  secret_id text,
  created_at timestamptz not null
);
create index on stored_file (created_at);
select fence_table('stored_file');
grant select, insert on stored_file to portal_app;
grant select, insert, update, delete on stored_file to portal_system;

-- Keys of the store that were given up when their file was encrypted anew: somebody may have just read one, so it lies there for
-- another day.
create table replaced_file (
  key text primary key,
  replaced_at timestamptz not null
);
create index on replaced_file (replaced_at);
select fence_table('replaced_file');
grant select, insert, delete on replaced_file to portal_system;

-- PORTAL_SECRET may change (PRV-07). Which secrets something is encrypted under is known by names made from them, which tell
-- nothing of them: a start without one that is still needed says so.
create table portal_secret (
  secret_id text primary key,
  -- When a process first started with it as the one that encrypts, after one with another.
  started_at timestamptz not null,
  -- When nothing was left any more that this server has to open with it.
  retired_at timestamptz,
  -- Until then a process encrypts anew under it, and no other one does.
  rotating_until timestamptz
);
select fence_table('portal_secret');
grant select, insert, update, delete on portal_secret to portal_system;

-- Which portal this database belongs to. The folder of its files carries the same marker: a database and a folder that do not
-- belong together are refused at the start, and so is another mode than the one it was begun in.
create table installation (
  -- There is one row.
  is_this boolean primary key default true check (is_this),
  marker text not null check (marker ~ '^[0-9a-f]{32}$'),
  mode text not null check (mode in ('development', 'test', 'staging', 'production')),
  -- Demo data came in, with accounts whose password everybody knows.
  has_demo_data boolean not null default false,
  -- A restored copy sends nothing until its operator says so: what waits in its outbox may have been sent by the original.
  holds_outbound boolean not null default false,
  -- A legal hold: until it is lifted, no record is removed or blanked because of its age, and no participant or patient is removed
  -- (PRV-03, PRV-10).
  retention_held_because text,
  -- The moment that the last whole backup is of, as the operator's command makes them.
  backed_up_at timestamptz,
  created_at timestamptz not null
);
select fence_table('installation');
grant select, insert, update (mode, has_demo_data, holds_outbound, retention_held_because, backed_up_at) on installation to portal_system;
