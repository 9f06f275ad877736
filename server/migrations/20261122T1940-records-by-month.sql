-- The access log and the security events lie in a table for each month (UTC), so that a month that was kept for long enough leaves
-- as a whole, archived and at once (PRV-10). The months are in a schema of their own, in which nobody but their owner has rights:
-- rows are read and written by the names of before, behind the fences of before.
create schema by_month;

drop view security_log;
alter table access_entry set schema by_month;
alter table security_event set schema by_month;

-- Identity columns of partitioned tables came with PostgreSQL 17, so the numbers are those of a sequence. What is unique over all
-- months has to hold the time; numbers are unique all the same, and an event that is written once more has the same time.
create sequence access_entry_entry_id_seq;
create table access_entry (
  entry_id bigint not null default nextval('access_entry_entry_id_seq'),
  company_id int,
  at timestamptz(3) not null,
  provider_id int,
  call text not null,
  record_kind text not null,
  record_ids int[] not null,
  outcome text not null check (outcome in ('read', 'refused')),
  host text not null,
  address text not null,
  request_id text not null,
  primary key (entry_id, at)
) partition by range (at);
alter sequence access_entry_entry_id_seq owned by access_entry.entry_id;
create index on access_entry (company_id, at);
create index access_entry_refused on access_entry (company_id, at) where outcome = 'refused';
create index access_entry_refused_of_person on access_entry (company_id, provider_id, at) where outcome = 'refused';
-- Who read this record.
create index access_entry_of_record on access_entry using gin (record_ids);

create sequence security_event_event_id_seq;
create table security_event (
  event_id bigint not null default nextval('security_event_event_id_seq'),
  -- Made with the event: a batch that is written once more, because nobody knows whether it was, adds nothing.
  entry uuid not null,
  -- Null where an unknown e-mail was tried on a host that several companies share: that is for the operator alone.
  company_id int,
  at timestamptz(3) not null,
  event text not null,
  outcome text not null check (outcome in ('done', 'failed', 'refused')),
  factor text,
  provider_id int,
  -- Keyed with a secret that the database does not hold, and beginning with the name of that secret.
  email_hash text,
  host text not null,
  address text not null,
  request_id text not null,
  -- What was exported, or asked for too often.
  call text,
  primary key (event_id, at),
  unique (entry, at)
) partition by range (at);
alter sequence security_event_event_id_seq owned by security_event.event_id;
create index security_event_of_period on security_event (company_id, at);
create index security_event_of_kind on security_event (company_id, event, at);
create index security_event_of_outcome on security_event (company_id, outcome, at);
create index security_event_of_person on security_event (company_id, provider_id, at);

do $$
declare
  t text;
begin
  foreach t in array array['access_entry', 'security_event'] loop
    perform fence_table(t);
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', t);
    execute format('create trigger append_only_truncate before truncate on %I execute function refuse_change()', t);
    execute format('alter table %I enable always trigger append_only', t);
    execute format('alter table %I enable always trigger append_only_truncate', t);
    execute format('revoke update, delete, truncate on %I from %I', t, current_user);
    execute format('grant select, insert on %I to portal_app, portal_system', t);
  end loop;
end $$;
-- To draw the next number, not to choose one.
grant usage on sequence access_entry_entry_id_seq, security_event_event_id_seq to portal_app, portal_system;

-- A month that was written to the file store, and when it then left the database (PRV-10).
create table month_archive (
  archive_id int generated always as identity primary key,
  of_table text not null check (of_table in ('access_entry', 'security_event')),
  month date not null check (month = date_trunc('month', month)),
  rows bigint not null,
  -- Of the lines, as they were before they were compressed and encrypted.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_id int not null unique references stored_file,
  archived_at timestamptz not null,
  removed_at timestamptz
);
create unique index month_archive__once on month_archive (of_table, month) where removed_at is null;
select fence_table('month_archive');
grant select, insert, update (rows, sha256, file_id, archived_at) on month_archive to portal_system;

-- The login that serves owns nothing, so months are made and removed by the two functions below with the rights of their owner
-- (security definer), for portal_system alone. Neither takes anything into a statement but the names it knows.

-- Makes the table of a month; false where there is one. Attached as here, it holds up nobody who reads or writes.
create function make_month(of text, month date) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  begins constant date := date_trunc('month', month);
  name constant text := of || to_char(begins, '_YYYY_MM');
begin
  if of not in ('access_entry', 'security_event') or begins < date '2000-01-01' or begins > now() + interval '10 years' then
    raise exception 'there is no month % of %', month, of using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from pg_class where relnamespace = 'by_month'::regnamespace and relname = name) then
    return false;
  end if;
  -- Of two at once the second finds it made.
  perform pg_advisory_xact_lock(hashtextextended('month ' || name, 0));
  if exists (select from pg_class where relnamespace = 'by_month'::regnamespace and relname = name) then
    return false;
  end if;
  execute format('create table by_month.%I (like %I including defaults including constraints including indexes)', name, of);
  execute format('alter table by_month.%I enable row level security, force row level security', name);
  if exists (select from pg_roles where rolname = 'portal_backup') then
    execute format('grant select on by_month.%I to portal_backup', name);
    execute format('create policy backup on by_month.%I for select to portal_backup using (true)', name);
  end if;
  execute format('create trigger append_only_truncate before truncate on by_month.%I execute function refuse_change()', name);
  execute format('alter table by_month.%I enable always trigger append_only_truncate', name);
  execute format('revoke update, delete, truncate on by_month.%I from %I', name, current_user);
  execute format('alter table %I attach partition by_month.%I for values from (%L) to (%L)', of, name,
    begins::timestamp at time zone 'UTC', (begins + interval '1 month')::timestamp at time zone 'UTC');
  return true;
end $$;

-- Removes a month that lies in the file store as it is now. What the law wants kept is not removed, whoever asks: the access log
-- for six years, security events for thirteen months, by the clock of the database.
create function remove_month(of text, month date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  name constant text := of || to_char(month, '_YYYY_MM');
  months_kept constant int := case of when 'access_entry' then 72 when 'security_event' then 13 end;
  archived bigint;
  there bigint;
begin
  if months_kept is null or month <> date_trunc('month', month) or to_regclass('by_month.' || name) is null then
    raise exception 'there is no month % of %', month, of using errcode = 'invalid_parameter_value';
  end if;
  if month + make_interval(months => months_kept + 1) > now() at time zone 'UTC' then
    raise exception 'entries of % are kept for % months', of, months_kept using errcode = 'insufficient_privilege';
  end if;
  -- Where row security is forced an owner sees no row: both tables are open to it for these statements, and to nobody else.
  alter table month_archive no force row level security;
  update month_archive a set removed_at = now()
    where a.of_table = of and a.month = remove_month.month and a.removed_at is null
    returning a.rows into archived;
  alter table month_archive force row level security;
  execute format('alter table %I detach partition by_month.%I', of, name);
  execute format('alter table by_month.%I no force row level security', name);
  execute format('select count(*) from by_month.%I', name) into there;
  if archived is distinct from there then
    raise exception 'the month % of % has % entries, and % are archived', to_char(month, 'YYYY-MM'), of, there, coalesce(archived, 0)
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('drop table by_month.%I', name);
end $$;

revoke execute on function make_month(text, date), remove_month(text, date) from public;
grant execute on function make_month(text, date), remove_month(text, date) to portal_system;

-- What is on record already.
select setval('access_entry_entry_id_seq', last_value, is_called) from by_month.access_entry_entry_id_seq;
select setval('security_event_event_id_seq', last_value, is_called) from by_month.security_event_event_id_seq;
grant usage on schema by_month to portal_system;
-- data
select make_month('access_entry', month::date) from (
  select distinct date_trunc('month', at at time zone 'UTC') as month from by_month.access_entry
  union select date_trunc('month', now() at time zone 'UTC') + n * interval '1 month' from generate_series(0, 2) n) as needed;
select make_month('security_event', month::date) from (
  select distinct date_trunc('month', at at time zone 'UTC') as month from by_month.security_event
  union select date_trunc('month', now() at time zone 'UTC') + n * interval '1 month' from generate_series(0, 2) n) as needed;
insert into access_entry (entry_id, company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
  select entry_id, company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id
  from by_month.access_entry;
insert into security_event (event_id, entry, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call)
  select event_id, entry, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call
  from by_month.security_event;
-- end of data
revoke usage on schema by_month from portal_system;
drop table by_month.access_entry, by_month.security_event;

-- As 20261122T1830-numbers-of-records.sql has it: numbers come from the database alone.
do $$
declare
  t text;
  given text;
begin
  foreach t in array array['access_entry', 'security_event'] loop
    select string_agg(quote_ident(attname), ', ') into given from pg_attribute
    where attrelid = t::regclass and attnum > 0 and not attisdropped and attname not in ('entry_id', 'event_id');
    execute format('revoke insert on %I from portal_app, portal_system', t);
    execute format('grant insert (%s) on %I to portal_app, portal_system', given, t);
  end loop;
end $$;

-- Refused calls are on record already, in the access log (PRV-01). Read together they are the whole log; each event has one home.
create view security_log with (security_invoker = true) as
  select 2 * event_id as number, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call
  from security_event
  union all
  select 2 * entry_id + 1, company_id, at, 'access.refused'::text, outcome, null::text, provider_id, null::text, host, address, request_id,
    call
  from access_entry where outcome = 'refused';
grant select on security_log to portal_system, portal_app;

-- What is blanked and removed by its age is found by it.
create index message_with_text on message (created_at) where body <> '';
create index log_entry_by_age on log_entry (at);
create index sign_in_day_by_age on sign_in_day (day);
-- A legal hold: until it is lifted, nothing is removed or blanked because of its age (PRV-10).
alter table installation add column retention_held_because text;
grant update (retention_held_because) on installation to portal_system;
