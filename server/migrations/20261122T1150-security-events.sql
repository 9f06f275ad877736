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
create trigger append_only before update or delete on security_event for each row execute function refuse_change();
create trigger append_only_truncate before truncate on security_event execute function refuse_change();

alter table security_event enable row level security;
alter table security_event force row level security;
create policy system on security_event to portal_system using (true) with check (true);
create policy company on security_event to portal_app using (company_id = nullif(current_setting('app.company_id', true), '')::int)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::int);
grant select, insert on security_event to portal_system, portal_app;
do $$
begin
  execute format('revoke update, delete, truncate on security_event from %I', current_user);
end $$;

-- Refused calls are on record already, in the access log (PRV-01). Read together they are the whole log; each event has one home.
create index access_entry_refused on access_entry (company_id, at) where outcome = 'refused';
create view security_log with (security_invoker = true) as
  select 2 * event_id as number, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id, call
  from security_event
  union all
  select 2 * entry_id + 1, company_id, at, 'access.refused'::text, outcome, null::text, provider_id, null::text, host, address, request_id,
    call
  from access_entry where outcome = 'refused';
grant select on security_log to portal_system, portal_app;

-- Whose portal a host is, for e-mails that nobody has.
create index invitation_of_brand on invitation (brand_key, company_id);
