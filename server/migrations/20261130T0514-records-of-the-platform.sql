-- What the platform keeps by itself: who did what, what happened, what is still to be sent, and what was asked for too often.

-- What is recorded gets its number, and the instant of writing, from the database alone: whoever takes over a call can neither
-- lay an entry far ahead of all others nor before those that are there (P11-10). Of events the same holds for the transaction
-- they are known by. So whoever writes may name each column but these.

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
  request_id text not null,
  -- What the server adds under a key that the database does not hold: whoever writes an entry into the table by hand cannot
  -- make it (P11-10). Without a value the entry is reported.
  proof bytea
);
-- Reading (P11-14): the newest entries of a company, of one record, person or kind of change, by number, and those of a period.
create index audit_entry_by_number on audit_entry (company_id, seq);
create index audit_entry_of_record on audit_entry (company_id, record_kind, record_id, seq);
create index audit_entry_of_person on audit_entry (company_id, actor_id, seq);
create index audit_entry_of_kind on audit_entry (company_id, action, seq);
-- As they were called then.
create index audit_entry_of_name on audit_entry (company_id, actor_name);
-- A copy of an entry is looked for among those of its instant and record: an import leaves thousands of one instant, a record may have
-- thousands of its own. Periods are read by it as well.
create index audit_entry_of_instant on audit_entry (company_id, at, record_id);
select fence_table('audit_entry');
grant select, insert (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, reason, host, request_id,
  proof) on audit_entry to portal_app, portal_system;
-- Who links the entries asks how far numbers were given out: what lies beyond was put there by somebody else.
grant select on sequence audit_entry_seq_seq to portal_system;

-- The chain over the entries, one link an entry, made within seconds (P11-10). The hash is keyed with a secret that the database
-- does not hold.
create table audit_link (
  position bigint primary key,
  seq bigint not null unique references audit_entry,
  hash bytea not null,
  linked_at timestamptz not null default clock_timestamp()
);
select fence_table('audit_link');
grant select, insert on audit_link to portal_system;

-- A link goes to the end of the chain and nowhere else (P11-10): one laid far ahead would keep every other one from its place. What
-- it says, the portal reckons itself.
create function refuse_gap() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select max(position) - min(position) + 1 <> count(*) from added)
    or (select min(position) from added) <> 1 + coalesce(
      (select max(link.position) from audit_link as link where link.position < (select min(position) from added)), 0)
    or (select max(position) from added) <> (select max(position) from audit_link) then
    raise exception 'links are added to the end of the chain' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger in_order after insert on audit_link referencing new table as added for each statement execute function refuse_gap();
alter table audit_link enable always trigger in_order;

-- The access log and the security events lie in a table for each month (UTC), so that a month that was kept for long enough leaves
-- as a whole, archived and at once (PRV-10). The months are in a schema of their own, in which nobody but their owner has rights:
-- rows are read and written by the names of the tables below, behind their fences.
-- Identity columns of partitioned tables came with PostgreSQL 17, so the numbers are those of a sequence. What is unique over all
-- months has to hold the time; numbers are unique all the same, and an event that is written once more has the same time.
create schema by_month;

-- Append-only: who read whose record by which call (PRV-01). No clinical values.
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
  -- By somebody who had emergency access then (PRV-11).
  in_emergency boolean not null default false,
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
select fence_table('access_entry');
grant select, insert (company_id, at, provider_id, call, record_kind, record_ids, outcome, in_emergency, host, address, request_id)
  on access_entry to portal_app, portal_system;

-- Security events (SEC-39), append-only: who came in, who was kept out, what was changed about rights, what was taken along.
-- Never a password, a code, a token, an e-mail or anything clinical.
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
select fence_table('security_event');
grant select, insert (entry, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call)
  on security_event to portal_app, portal_system;
-- To draw the next number, not to choose one.
grant usage on sequence access_entry_entry_id_seq, security_event_event_id_seq to portal_app, portal_system;

-- The login that migrates owns the tables, and owners may change what they own: here it may not, also not in a session that has said
-- that it only repeats what another database did. One column is left to it, because checking a reference to an entry asks for the right
-- to update; no row is in its sight, and triggers refuse it as well.
do $$
declare
  t text;
begin
  foreach t in array array['audit_entry', 'audit_link', 'access_entry', 'security_event'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', t);
    execute format('create trigger append_only_truncate before truncate on %I execute function refuse_change()', t);
    execute format('alter table %I enable always trigger append_only', t);
    execute format('alter table %I enable always trigger append_only_truncate', t);
    execute format('revoke update, delete, truncate on %I from %I', t, current_user);
  end loop;
  execute format('grant update (seq) on audit_entry to %I', current_user);
end $$;

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
  execute format('alter table by_month.%I no force row level security', name);
  execute format('select count(*) from by_month.%I', name) into there;
  if archived is distinct from there then
    raise exception 'the month % of % has % entries, and % are archived', to_char(month, 'YYYY-MM'), of, there, coalesce(archived, 0)
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  -- Only now: until the end of the transaction nothing is written to the other months either.
  execute format('alter table %I detach partition by_month.%I', of, name);
  execute format('drop table by_month.%I', name);
end $$;

revoke execute on function make_month(text, date), remove_month(text, date) from public;
grant execute on function make_month(text, date), remove_month(text, date) to portal_system;

-- The first ones; those that follow are made in background work.
select make_month(t, (date_trunc('month', now() at time zone 'UTC') + n * interval '1 month')::date)
from unnest(array['access_entry', 'security_event']) t cross join generate_series(0, 2) n;

-- Refused calls are on record already, in the access log (PRV-01). Read together they are the whole log; each event has one home.
create view security_log with (security_invoker = true) as
  select 2 * event_id as number, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call
  from security_event
  union all
  select 2 * entry_id + 1, company_id, at, 'access.refused'::text, outcome, null::text, provider_id, null::text, host, address, request_id,
    call
  from access_entry where outcome = 'refused';
grant select on security_log to portal_system, portal_app;

-- P11-18: refused calls for records of another company, until they are counted no more, and what administrators were told of when.
create table foreign_call (
  call_id bigint generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  at timestamptz not null
);
create index on foreign_call (provider_id, at);
select fence_table('foreign_call');
grant select, insert, update, delete on foreign_call to portal_system;

create table security_alert (
  company_id int not null references company,
  -- Causes are listed by the type in the code that tells of them, and there alone.
  cause text not null,
  -- The person; 0 is the company as a whole.
  about int not null,
  told_at timestamptz not null,
  primary key (company_id, cause, about)
);
select fence_table('security_alert');
grant select, insert, update, delete on security_alert to portal_system;

-- What happened, for everything that comes after commit.
create table event (
  event_id bigint generated always as identity primary key,
  company_id int not null references company,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  -- Which transaction wrote it: what was committed late is found by the transactions that were still open, not by numbers that
  -- are missing (REL-12, SHP-14).
  written_by xid8 not null default pg_current_xact_id(),
  -- A step of a shipment request waits until its mails are planned (ACC-02, OPC-92).
  awaits_mail boolean not null default false
);
create index event__written_by on event (written_by, event_id);
create index event_by_age on event (created_at);
create index event_awaits_mail on event (event_id) where awaits_mail;
select fence_table('event');
grant select on event to portal_app;
grant select, update, delete on event to portal_system;
grant insert (company_id, type, payload, created_at, awaits_mail) on event to portal_app, portal_system;

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
select fence_table('idempotency_key');
grant select, insert, update, delete on idempotency_key to portal_app, portal_system;

-- Mail and texts: written with the change they belong to, delivered after commit.
create table message (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  -- In whose name a mail goes out, and where an answer to it goes. Null are the sender's own.
  from_name text,
  answers_to text,
  -- By what a mail that waits is withdrawn: when its recipient refuses such mails, or loses access to what they tell of. Null is never.
  topic text,
  -- Which patient, participant or partner it is to, where it is to one.
  patient_id int,
  participant_id int,
  partner_id int,
  -- Which sending of a card it is, where it is one.
  outreach_id int,
  -- What its link or code opens, such as `invitation 17`: while it waits it is withdrawn when that ends, and not sent when its time is up.
  opens text,
  useless_after timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- While it waited: its recipient refused it, lost access, or what it opens had ended.
  withdrawn_at timestamptz,
  attempts int not null default 0,
  -- While somebody tries to deliver it, and after a failed try, until when it is left alone.
  next_try_at timestamptz,
  last_error text,
  -- Since when it is refused for itself or its recipient, and not because whoever is to take it is away.
  refused_at timestamptz
);
-- By its age, so that what was given up is passed over.
create index message_unsent on message (channel, created_at, message_id) where sent_at is null and withdrawn_at is null;
-- What soon helps nobody any more goes first.
create index message_soon_useless on message (useless_after, message_id)
  where sent_at is null and withdrawn_at is null and useless_after is not null;
-- When the last of a channel was delivered.
create index message_delivered on message (channel, sent_at) where sent_at is not null;
-- What is blanked by its age is found by it.
create index message_with_text on message (created_at) where body <> '';
-- What somebody was sent is found when they are removed; what names nobody, by its address.
create index message_of_patient on message (patient_id) where patient_id is not null;
create index message_refused on message (patient_id) where refused_at is not null and sent_at is null;
create index message_of_participant on message (participant_id) where participant_id is not null;
create index message_of_partner on message (partner_id, message_id) where partner_id is not null and sent_at is null;
create index message_sent_to_partner on message (partner_id, message_id) where partner_id is not null and sent_at is not null;
create index message_of_address on message (lower(recipient)) where patient_id is null and participant_id is null;
create index message_that_opens on message (opens) where opens is not null and sent_at is null;
select fence_table('message');
create policy add on message for insert to portal_app with check (true);
grant insert on message to portal_app;
grant select, insert, update, delete on message to portal_system;
-- What was written since a restore is told from what came with it by the numbers that were skipped.
grant select on sequence message_message_id_seq to portal_system;

-- Checked as the owner it would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
-- Takes back what still waits for an address, also from within the fence, where the outbox cannot be read.
create function withdraw_messages(address text, of_topic text, at timestamptz) returns void
language sql set search_path = public set role = portal_system as $$
  update message set withdrawn_at = at
  where channel = 'email' and lower(recipient) = lower(address) and topic = of_topic and sent_at is null and withdrawn_at is null
$$;
revoke execute on function withdraw_messages(text, text, timestamptz) from public;
grant execute on function withdraw_messages(text, text, timestamptz) to portal_app, portal_system;

-- What was refused is of no use from now on, and not withdrawn: that its recipient takes nothing stays known.
create function withdraw_messages_that_open(what text, at timestamptz) returns void
language sql set search_path = public set role = portal_system as $$
  update message set withdrawn_at = case when refused_at is null then at end, useless_after = least(useless_after, at)
  where opens = what and sent_at is null and withdrawn_at is null
$$;
revoke execute on function withdraw_messages_that_open(text, timestamptz) from public;
grant execute on function withdraw_messages_that_open(text, timestamptz) to portal_app, portal_system;

-- What still waits is of no use from now on, since a newer message opens the same, or it was read. It is not withdrawn: where it was
-- refused, that stays known.
create function outdate_messages_that_open(what text, at timestamptz) returns void
language sql set search_path = public set role = portal_system as $$
  update message set useless_after = least(useless_after, at) where opens = what and sent_at is null and withdrawn_at is null
$$;
revoke execute on function outdate_messages_that_open(text, timestamptz) from public;
grant execute on function outdate_messages_that_open(text, timestamptz) to portal_app;

-- Takes back what still waits for a partner of the company, and puts it in again for another address where there is one: two partners
-- may have one address, and each has its own mails (SEC-22).
create function redirect_messages_to_partner(of_partner int, address text, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  with taken as (
    update message set withdrawn_at = at
    where partner_id = (select partner_id from partner
        where partner_id = of_partner and company_id = nullif(current_setting('app.company_id', true), '')::int)
      and sent_at is null and withdrawn_at is null
    returning *)
  insert into message (channel, recipient, subject, body, html, from_name, answers_to, topic, partner_id, created_at)
  select channel, address, subject, body, html, from_name, answers_to, topic, partner_id, created_at from taken where address is not null order by message_id
$$;
revoke execute on function redirect_messages_to_partner(int, text, timestamptz) from public;
grant execute on function redirect_messages_to_partner(int, text, timestamptz) to portal_app;

-- For an hour, also where it was given up by now, somebody refuses it or its recipient. A server that is away refuses nothing.
create function is_refused(sent_at timestamptz, refused_at timestamptz, at timestamptz) returns boolean language sql stable as $$
  select sent_at is null and refused_at < at - interval '1 hour'
$$;
-- Of messages to one address or number: one is refused, and none that was written later went out. A newer one that was not tried yet
-- says nothing else.
create function none_arrives(messages bigint[], at timestamptz) returns boolean language sql stable as $$
  select exists (select from message m where m.message_id = any (messages) and is_refused(m.sent_at, m.refused_at, at)
    and not exists (select from message later
      where later.message_id = any (messages) and later.message_id > m.message_id and later.sent_at is not null))
$$;

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
create index log_entry_by_age on log_entry (at);
select fence_table('log_entry');
grant select, insert, update, delete on log_entry to portal_system;

-- Solved puzzles, until they would have run out by themselves: each opens once, whichever process is asked.
create table spent_puzzle (
  signature text primary key,
  expires_at timestamptz not null
);
select fence_table('spent_puzzle');
grant select, insert, update, delete on spent_puzzle to portal_system;

-- What was taken of the limits per account, person and network address (SEC-10, SEC-36), counted for all processes together.
-- Nobody misses it after a crash, so it is not logged: to count costs no write to the disk.
create unlogged table limit_use (
  use_id bigint generated always as identity primary key,
  -- Which limit, and whose.
  whose text not null,
  at timestamptz(3) not null
);
create index on limit_use (whose, at);
create index on limit_use (at);
select fence_table('limit_use');
grant select, insert, update, delete on limit_use to portal_system;

-- Takes one of so many in any window of this length, also from within the fence. Null, or in how many seconds the next one is free.
create function take_from_limit(whose text, most int, now timestamptz, span interval) returns int
language plpgsql set search_path = public set role = portal_system as $$
declare
  taken int;
  oldest timestamptz;
begin
  -- Of two at once the second counts the first.
  perform pg_advisory_xact_lock(hashtextextended('limit ' || whose, 0));
  -- What lies ahead of now is from before the clock was set back (REL-10); clocks of two processes differ by less.
  delete from limit_use u
    where u.whose = take_from_limit.whose and (u.at <= now - span or u.at > now + interval '1 minute');
  select count(*), min(u.at) into taken, oldest from limit_use u where u.whose = take_from_limit.whose;
  if taken >= most then
    return greatest(1, ceil(extract(epoch from oldest + span - now)));
  end if;
  insert into limit_use (whose, at) values (whose, now);
  return null;
end $$;
revoke execute on function take_from_limit(text, int, timestamptz, interval) from public;
grant execute on function take_from_limit(text, int, timestamptz, interval) to portal_app, portal_system;
