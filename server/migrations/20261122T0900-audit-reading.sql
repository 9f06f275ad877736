-- Reading the audit trail (P11-14): the newest entries of a company, of one record, person or kind of change, by number, and
-- those of a period.
create index audit_entry_by_number on audit_entry (company_id, seq);
create index audit_entry_of_record on audit_entry (company_id, record_kind, record_id, seq);
create index audit_entry_of_person on audit_entry (company_id, actor_id, seq);
create index audit_entry_of_kind on audit_entry (company_id, action, seq);
create index audit_entry_of_period on audit_entry (company_id, at);
-- The one of records replaces it.
drop index audit_entry_company_id_record_kind_record_id_idx;

-- When somebody last signed in on each day they did (P11-16): sessions are cleared away after a week.
create table sign_in_day (
  provider_id int not null references provider,
  day date not null,
  company_id int not null references company,
  last_at timestamptz not null,
  primary key (provider_id, day)
);
alter table sign_in_day enable row level security;
alter table sign_in_day force row level security;
create policy system on sign_in_day to portal_system using (true) with check (true);
grant select, insert, update, delete on sign_in_day to portal_system;
create policy company on sign_in_day to portal_app using (company_id = nullif(current_setting('app.company_id', true), '')::int)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::int);
grant select on sign_in_day to portal_app;

-- What is known of earlier sign-ins.
do $$
begin
  set local role portal_system;
  insert into sign_in_day (provider_id, day, company_id, last_at)
  select provider_id, (at at time zone 'UTC')::date, min(company_id), max(at) from (
    select provider_id, company_id, first_seen_at as at from known_device
    union all select provider_id, company_id, last_seen_at from known_device
    union all select provider_id, company_id, created_at from session
  ) seen group by 1, 2;
  reset role;
end $$;
