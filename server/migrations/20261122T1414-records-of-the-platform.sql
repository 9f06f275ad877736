-- What the platform keeps by itself: who did what, what happened, what is still to be sent, and what was asked for too often.

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
create index audit_entry_of_period on audit_entry (company_id, at);
select fence_table('audit_entry');
grant select, insert on audit_entry to portal_app, portal_system;

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
create index access_entry_refused on access_entry (company_id, at) where outcome = 'refused';
create index access_entry_refused_of_person on access_entry (company_id, provider_id, at) where outcome = 'refused';
select fence_table('access_entry');
grant select, insert on access_entry to portal_app, portal_system;

-- Security events (SEC-39), append-only: who came in, who was kept out, what was changed about rights, what was taken along.
-- Never a password, a code, a token, an e-mail or anything clinical.
create table security_event (
  event_id bigint generated always as identity primary key,
  -- Made with the event: a batch that is written once more, because nobody knows whether it was, adds nothing.
  entry uuid not null unique,
  -- Null where an unknown e-mail was tried on a host that several companies share: that is for the operator alone.
  company_id int references company,
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
  call text
);
create index security_event_of_period on security_event (company_id, at);
create index security_event_of_kind on security_event (company_id, event, at);
create index security_event_of_outcome on security_event (company_id, outcome, at);
create index security_event_of_person on security_event (company_id, provider_id, at);
select fence_table('security_event');
grant select, insert on security_event to portal_app, portal_system;

-- Refused calls are on record already, in the access log (PRV-01). Read together they are the whole log; each event has one home.
create view security_log with (security_invoker = true) as
  select 2 * event_id as number, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call
  from security_event
  union all
  select 2 * entry_id + 1, company_id, at, 'access.refused'::text, outcome, null::text, provider_id, null::text, host, address, request_id,
    call
  from access_entry where outcome = 'refused';
grant select on security_log to portal_system, portal_app;

-- The login that migrates owns the tables, and owners may change what they own: here it may not. One column is left to it, because
-- checking a reference to an entry asks for the right to update; no row is in its sight, and triggers refuse it as well.
do $$
declare
  t text;
begin
  foreach t in array array['audit_entry', 'audit_link', 'access_entry', 'security_event'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', t);
    execute format('create trigger append_only_truncate before truncate on %I execute function refuse_change()', t);
    execute format('revoke update, delete, truncate on %I from %I', t, current_user);
  end loop;
  execute format('grant update (seq) on audit_entry to %I', current_user);
end $$;

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
  cause text not null check (cause in ('foreign calls', 'damage', 'audit trail cut')),
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
grant select, insert on event to portal_app;
grant select, insert, update, delete on event to portal_system;

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
  -- Which mails somebody may refuse by one choice; null is a mail that nobody may refuse.
  topic text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- What is not needed to use the portal is withdrawn while it waits, once its recipient wants none of it.
  withdrawn_at timestamptz,
  attempts int not null default 0,
  -- While somebody tries to deliver it, and after a failed try, until when it is left alone.
  next_try_at timestamptz,
  last_error text
);
create index message_unsent on message (message_id) where sent_at is null;
select fence_table('message');
create policy add on message for insert to portal_app with check (true);
grant insert on message to portal_app;
grant select, insert, update, delete on message to portal_system;

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

-- Takes one of so many in any window of this length. Null, or in how many seconds the next one is free.
create function take_from_limit(whose text, most int, now timestamptz, span interval) returns int
language plpgsql set search_path = public as $$
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
