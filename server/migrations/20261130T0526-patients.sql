-- Patients: who is looked after in the care groups of a company, and how they are found among many.

create table patient (
  patient_id int generated always as identity primary key,
  company_id int not null references company,
  first_name text not null,
  last_name text not null,
  born_on date not null,
  -- PNW-06: 0 male, 1 female, 2 other or not said.
  gender smallint not null check (gender in (0, 1, 2)),
  -- OPC-51: where there is none, a placeholder.
  email text not null,
  email_verified boolean not null default false,
  -- OPC-52: +1 and ten digits.
  phone text check (phone ~ '^\+1[0-9]{10}$'),
  phone_verified boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'active', 'deactivated')),
  -- PRF-02: 1 portal, 2 non-portal, 3 non-digital.
  type smallint not null check (type in (1, 2, 3)),
  is_hibernated boolean not null default false,
  -- PRF-04: 0 e-mail, 1 text, 3 both, -1 none.
  preferred_contact smallint not null check (preferred_contact in (0, 1, 3, -1)),
  -- The name of the identity account (OPC-52, OPC-55).
  username text not null unique,
  confirmed_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1,
  -- Hidden from every call; what is under retention stays, without what identifies (PRV-03).
  removed_at timestamptz,
  -- How lists are in order, and what a search is held against, without accents: made by the trigger.
  sort_name text not null default '',
  searched_name text not null default '',
  searched text not null default ''
);
create unique index patient__email_taken on patient (company_id, email) where removed_at is null;
create unique index patient__phone_taken on patient (company_id, phone) where phone is not null and removed_at is null;
-- Each page of a list is a range of this; without a status or a type, of a few of its ranges.
create index patient_by_name on patient (company_id, status, type, sort_name, patient_id) where removed_at is null;
create index patient_by_birth_date on patient (company_id, born_on) where removed_at is null;
-- Whoever unsubscribes by the link of a mail names an address, and no company (PRV-08).
create index patient_by_email on patient (email) where removed_at is null;
-- What was written last is in the index itself: as a list beside it, every search would read all of it until somebody tidies up.
create index patient_by_words on patient using gin (searched gin_trgm_ops) with (fastupdate = off) where removed_at is null;
select fence_table('patient');
grant select, insert, update on patient to portal_app;
grant select, insert, update, delete on patient to portal_system;

-- In which groups a patient was put.
create table patient_care_group (
  patient_id int not null references patient,
  care_group_id int not null references care_group,
  company_id int not null references company,
  joined_at timestamptz not null,
  constraint patient__already_in_group primary key (patient_id, care_group_id)
);
create index patient_care_group_of_group on patient_care_group (care_group_id, patient_id);
select fence_table('patient_care_group');
grant select, insert, delete on patient_care_group to portal_app;
grant select, insert, update, delete on patient_care_group to portal_system;

-- In which groups a patient lies: those, and all above them, each with what the patients of a group are listed by. Kept by triggers.
create table patient_within (
  patient_id int not null references patient,
  care_group_id int not null references care_group,
  company_id int not null references company,
  status text not null,
  type smallint not null,
  sort_name text not null,
  primary key (patient_id, care_group_id)
);
create index patient_within_group on patient_within (care_group_id, status, type, sort_name, patient_id);
select fence_table('patient_within');
grant select, insert, update, delete on patient_within to portal_app, portal_system;

-- Whoever was put into more than one group, with each group they lie in: of several groups the total is what is tallied for each of
-- them, without those who would be counted twice. Kept by the triggers of `patient_within`.
create table patient_in_several (
  care_group_id int not null references care_group,
  status text not null,
  type smallint not null,
  patient_id int not null references patient,
  company_id int not null references company,
  primary key (care_group_id, status, type, patient_id)
);
-- With the company, which row security compares: those who would be counted twice are counted in the index alone.
create index patient_in_several_counted on patient_in_several (care_group_id, status, type, patient_id) include (company_id);
create index patient_in_several_of_patient on patient_in_several (patient_id);
select fence_table('patient_in_several');
grant select, insert, delete on patient_in_several to portal_app, portal_system;

-- How many patients there are, by group, status and type: what every statement adds or takes, summed up now and then. A row that
-- is only added holds up nobody. No group is the company as a whole.
create table patient_tally (
  tally_id bigint generated always as identity primary key,
  company_id int not null references company,
  care_group_id int references care_group,
  status text not null,
  type smallint not null,
  n int not null
);
create index patient_tally_of_group on patient_tally (company_id, care_group_id, status, type);
select fence_table('patient_tally');
grant select, insert, update, delete on patient_tally to portal_app, portal_system;

create function words_of_patient() returns trigger language plpgsql as $$
begin
  new.sort_name := left(name_key(new.last_name || ' ' || new.first_name), 100);
  -- Both orders of a name, and each field as people type it.
  new.searched_name := without_accents(' ' || name_key(new.first_name || ' ' || new.last_name || ' ' || new.first_name));
  new.searched := new.searched_name || to_char(new.born_on, ' MM/DD/YYYY YYYY-MM-DD')
    || coalesce(regexp_replace(new.phone, '^(\+1)(\d{3})(\d{3})(\d{4})$', ' \2-\3-\4 \1\2\3\4'), '')
    || case when new.email like '%@no-email.invalid' then '' else ' ' || without_accents(new.email) end;
  return new;
end $$;
create trigger words_of_patient before insert or update of first_name, last_name, born_on, phone, email on patient
  for each row execute function words_of_patient();

-- Makes the rows of these patients what they have to be.
create function renew_patient_within(ids int[]) returns void language plpgsql as $$
begin
  with recursive places as (
    select m.patient_id, m.care_group_id from patient_care_group m where m.patient_id = any(ids)
    union
    select places.patient_id, g.parent_id from places join care_group g using (care_group_id) where g.parent_id is not null),
  wanted as (
    select p.patient_id, places.care_group_id, p.company_id, p.status, p.type, p.sort_name
    from places join patient p using (patient_id) where p.removed_at is null),
  gone as (
    delete from patient_within w where w.patient_id = any(ids)
      and not exists (select from wanted where wanted.patient_id = w.patient_id and wanted.care_group_id = w.care_group_id))
  insert into patient_within (patient_id, care_group_id, company_id, status, type, sort_name)
  select patient_id, care_group_id, company_id, status, type, sort_name from wanted
  on conflict (patient_id, care_group_id) do update
    set status = excluded.status, type = excluded.type, sort_name = excluded.sort_name
    where (patient_within.status, patient_within.type, patient_within.sort_name)
      is distinct from (excluded.status, excluded.type, excluded.sort_name);
  delete from patient_in_several where patient_id = any(ids);
  insert into patient_in_several (care_group_id, status, type, patient_id, company_id)
  select w.care_group_id, w.status, w.type, w.patient_id, w.company_id from patient_within w
  where w.patient_id in (
    select m.patient_id from patient_care_group m where m.patient_id = any(ids) group by m.patient_id having count(*) > 1)
  on conflict do nothing;
end $$;

create function after_membership() returns trigger language plpgsql as $$
begin
  perform renew_patient_within(array(select distinct patient_id from moved));
  return null;
end $$;
create trigger after_joining after insert on patient_care_group referencing new table as moved
  for each statement execute function after_membership();
create trigger after_leaving after delete on patient_care_group referencing old table as moved
  for each statement execute function after_membership();

create function after_patient_changed() returns trigger language plpgsql as $$
begin
  perform renew_patient_within(array(
    select after.patient_id from after join before using (patient_id)
    where (after.status, after.type, after.sort_name, after.removed_at)
      is distinct from (before.status, before.type, before.sort_name, before.removed_at)));
  insert into patient_tally (company_id, care_group_id, status, type, n)
  select company_id, null::int, status, type, sum(n) from (
    select company_id, status, type, 1 as n from after where removed_at is null
    union all
    select company_id, status, type, -1 from before where removed_at is null) change
  group by company_id, status, type having sum(n) <> 0;
  return null;
end $$;
create trigger after_patient_changed after update on patient referencing old table as before new table as after
  for each statement execute function after_patient_changed();

create function after_patient_added() returns trigger language plpgsql as $$
begin
  insert into patient_tally (company_id, care_group_id, status, type, n)
  select company_id, null::int, status, type, count(*) from after where removed_at is null group by company_id, status, type;
  return null;
end $$;
create trigger after_patient_added after insert on patient referencing new table as after
  for each statement execute function after_patient_added();

create function tally_within() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_tally (company_id, care_group_id, status, type, n)
    select company_id, care_group_id, status, type, count(*) from after group by company_id, care_group_id, status, type;
  elsif tg_op = 'DELETE' then
    insert into patient_tally (company_id, care_group_id, status, type, n)
    select company_id, care_group_id, status, type, -count(*) from before group by company_id, care_group_id, status, type;
  else
    insert into patient_tally (company_id, care_group_id, status, type, n)
    select company_id, care_group_id, status, type, sum(n) from (
      select company_id, care_group_id, status, type, 1 as n from after
      union all
      select company_id, care_group_id, status, type, -1 from before) change
    group by company_id, care_group_id, status, type having sum(n) <> 0;
  end if;
  -- Now and then somebody sums up what has been added; what another one holds is left alone.
  if random() < 0.02 then
    with gone as (
      delete from patient_tally where tally_id in (
        select tally_id from patient_tally order by tally_id limit 5000 for update skip locked)
      returning company_id, care_group_id, status, type, n)
    insert into patient_tally (company_id, care_group_id, status, type, n)
    select company_id, care_group_id, status, type, sum(n) from gone
    group by company_id, care_group_id, status, type having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger tally_added after insert on patient_within referencing new table as after
  for each statement execute function tally_within();
create trigger tally_gone after delete on patient_within referencing old table as before
  for each statement execute function tally_within();
create trigger tally_changed after update on patient_within referencing old table as before new table as after
  for each statement execute function tally_within();

-- ------------------------------------------------------------------ the record of a patient
create table patient_address (
  patient_address_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  type text not null,
  country text not null,
  street text not null,
  street2 text not null,
  city text not null,
  state text not null,
  zip text not null,
  is_primary boolean not null default false,
  is_shipping boolean not null default false,
  is_billing boolean not null default false,
  version int not null default 1,
  -- Here and below: removed is hidden, and stays readable to reviewers (P11-11).
  removed_at timestamptz
);
create index patient_address_of_patient on patient_address (patient_id, patient_address_id);
-- OPC-46.
create unique index patient_address_primary on patient_address (patient_id) where is_primary and removed_at is null;
create unique index patient_address_shipping on patient_address (patient_id) where is_shipping and removed_at is null;
create unique index patient_address_billing on patient_address (patient_id) where is_billing and removed_at is null;
select fence_table('patient_address');
grant select, insert, update on patient_address to portal_app;
grant select, insert, update, delete on patient_address to portal_system;

create table patient_contact (
  patient_contact_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  name text not null,
  detail text not null default '',
  phone text not null default '',
  phone_type text not null default '',
  phone_extension text not null default '',
  email text not null default '',
  version int not null default 1,
  removed_at timestamptz
);
create index patient_contact_of_patient on patient_contact (patient_id, patient_contact_id);
select fence_table('patient_contact');
grant select, insert, update on patient_contact to portal_app;
grant select, insert, update, delete on patient_contact to portal_system;

create table patient_insurance (
  patient_insurance_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  plan_name text not null,
  plan_type text not null,
  member_number text not null,
  bin text not null,
  pcn text not null,
  group_number text not null,
  is_primary boolean not null default false,
  version int not null default 1,
  removed_at timestamptz
);
create index patient_insurance_of_patient on patient_insurance (patient_id, patient_insurance_id);
create unique index patient_insurance_primary on patient_insurance (patient_id) where is_primary and removed_at is null;
select fence_table('patient_insurance');
grant select, insert, update on patient_insurance to portal_app;
grant select, insert, update, delete on patient_insurance to portal_system;

-- Of the next three: `held_key` says which addition of an assessment an entry is, so that the same one sent again adds nothing.
create table patient_medication (
  patient_medication_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  name text not null,
  dosage text not null,
  description text not null,
  notes text not null,
  created_at timestamptz not null,
  version int not null default 1,
  removed_at timestamptz,
  held_key text
);
create index patient_medication_of_patient on patient_medication (patient_id, patient_medication_id);
create unique index patient_medication_held_key on patient_medication (patient_id, held_key);
select fence_table('patient_medication');
grant select, insert, update on patient_medication to portal_app;
grant select, insert, update, delete on patient_medication to portal_system;

create table patient_allergy (
  patient_allergy_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  name text not null,
  dosage text not null,
  description text not null,
  notes text not null,
  created_at timestamptz not null,
  version int not null default 1,
  removed_at timestamptz,
  held_key text
);
create index patient_allergy_of_patient on patient_allergy (patient_id, patient_allergy_id);
create unique index patient_allergy_held_key on patient_allergy (patient_id, held_key);
select fence_table('patient_allergy');
grant select, insert, update on patient_allergy to portal_app;
grant select, insert, update, delete on patient_allergy to portal_system;

create table patient_goal (
  patient_goal_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  name text not null,
  description text not null,
  medication_name text,
  patient_medication_id int references patient_medication,
  notes text not null,
  version int not null default 1,
  removed_at timestamptz,
  held_key text
);
create index patient_goal_of_patient on patient_goal (patient_id, patient_goal_id);
create unique index patient_goal_held_key on patient_goal (patient_id, held_key);
select fence_table('patient_goal');
grant select, insert, update on patient_goal to portal_app;
grant select, insert, update, delete on patient_goal to portal_system;

-- ------------------------------------------------------------------ what comes from elsewhere (OPC-65)
create table patient_prescription (
  prescription_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  display_name text not null,
  rx_number text not null,
  display_status int not null,
  shipped_on date,
  provider text,
  refills_left int,
  instructions text,
  written_on date,
  days_of_supply int,
  is_active boolean not null,
  -- It was told of another patient by mistake; what it said is in the trail (P11-11).
  removed_at timestamptz
);
create index patient_prescription_of_patient on patient_prescription (patient_id, prescription_id);
create index patient_prescription_by_number on patient_prescription (company_id, rx_number) where removed_at is null;
select fence_table('patient_prescription');
-- What is told of a prescription once more changes its row; what it was before is in the trail (P11-11).
grant select, insert, update on patient_prescription to portal_app;
grant select, insert, update, delete on patient_prescription to portal_system;

-- When it was told of a prescription last, also where that was what is kept already: an older word that comes later changes nothing.
create table prescription_telling (
  prescription_id int primary key references patient_prescription,
  company_id int not null references company,
  told_at timestamptz not null
);
select fence_table('prescription_telling');
grant select, insert, update on prescription_telling to portal_app;
grant select, insert, update, delete on prescription_telling to portal_system;

create table refill_outreach (
  refill_outreach_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  rx_number text not null,
  reason text not null,
  method text not null check (method in ('Text', 'Phone Call', 'Push Notification', 'Email')),
  sent_at timestamptz not null,
  removed_at timestamptz
);
create index refill_outreach_of_patient on refill_outreach (patient_id, sent_at desc);
select fence_table('refill_outreach');
grant select, insert, update (removed_at) on refill_outreach to portal_app;
grant select, insert, update, delete on refill_outreach to portal_system;

create table patient_order_status (
  order_status_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  display_name text not null,
  rx_number text not null,
  order_status int not null,
  added_at timestamptz not null,
  removed_at timestamptz
);
create index patient_order_status_of_patient on patient_order_status (patient_id, added_at desc);
select fence_table('patient_order_status');
grant select, insert, update (removed_at) on patient_order_status to portal_app;
grant select, insert, update, delete on patient_order_status to portal_system;

create table patient_consent (
  consent_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  -- CNS-02: null or 1 text consent, 0 revoked, 2 portal terms.
  code smallint check (code in (0, 1, 2)),
  added_at timestamptz not null
);
create index patient_consent_of_patient on patient_consent (patient_id, added_at desc);
-- PRV-08: its history cannot be edited, whoever tries: nothing is taken out of it either.
create trigger patient_consent_stays before update on patient_consent for each row execute function refuse_change();
create trigger patient_consent_is_kept before delete on patient_consent for each row execute function refuse_change();
create trigger patient_consent_is_kept_whole before truncate on patient_consent execute function refuse_change();
select fence_table('patient_consent');
grant select, insert on patient_consent to portal_app, portal_system;

-- A consent that was told of another patient by mistake. Its own row stays as it was (PRV-08); the one before it counts again.
create table patient_consent_withdrawal (
  consent_id int primary key references patient_consent,
  company_id int not null references company,
  patient_id int not null references patient,
  withdrawn_at timestamptz not null
);
create index patient_consent_withdrawal_of_patient on patient_consent_withdrawal (patient_id);
create trigger append_only before update or delete on patient_consent_withdrawal for each row execute function refuse_change();
create trigger append_only_truncate before truncate on patient_consent_withdrawal execute function refuse_change();
select fence_table('patient_consent_withdrawal');
grant select, insert on patient_consent_withdrawal to portal_app, portal_system;

-- Checked as the owner they would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
-- CNS-02: the newest word on texts counts, null is text consent, as 1 is, and terms of the portal are none. Who was never asked takes
-- texts.
create function takes_texts(whose int) returns boolean language sql stable as $$
  select coalesce((
    select code is distinct from 0 from patient_consent
    where patient_id = whose and code is distinct from 2
      and not exists (select from patient_consent_withdrawal back where back.consent_id = patient_consent.consent_id)
    order by added_at desc, consent_id desc limit 1), true)
$$;

-- In which channels nothing arrives at patients of the company: something has been refused for an hour, or was given up so, and nothing
-- that was written later went out. A server that is away says nothing of an address. What is in the outbox, nobody within the fence can
-- read. Asked of many at once: for each alone the role would change.
create function channels_that_fail(of_patients int[], at timestamptz) returns table (patient_id int, channel text)
language sql stable security invoker set role = portal_system set search_path = public as $$
  select distinct m.patient_id, m.channel from message m
  where m.patient_id = any (array(select p.patient_id from patient p
      where p.patient_id = any (of_patients) and p.company_id = nullif(current_setting('app.company_id', true), '')::int))
    and m.withdrawn_at is null and is_refused(m.sent_at, m.refused_at, at)
    and not exists (select from message later
      where later.patient_id = m.patient_id and later.channel = m.channel and later.message_id > m.message_id
        and later.sent_at is not null)
$$;
revoke execute on function channels_that_fail(int[], timestamptz) from public;
grant execute on function channels_that_fail(int[], timestamptz) to portal_app;

-- Consents are told from outside, so what waits is taken back here, whoever notes that one was revoked.
create function after_patient_consent() returns trigger
language plpgsql security invoker set role = portal_system set search_path = public as $$
begin
  if not takes_texts(new.patient_id) then
    update message set withdrawn_at = now()
    where patient_id = new.patient_id and channel = 'sms' and sent_at is null and withdrawn_at is null;
  end if;
  return null;
end $$;
create trigger after_patient_consent after insert on patient_consent
  for each row when (new.code = 0) execute function after_patient_consent();
create trigger after_patient_consent_withdrawal after insert on patient_consent_withdrawal
  for each row execute function after_patient_consent();

create table patient_document (
  document_id int not null references document,
  patient_id int not null references patient,
  company_id int not null references company,
  -- PDO-03, OPC-67: null where nobody is asked to sign.
  waits_for text check (waits_for in ('patient', 'other', 'nobody')),
  added_at timestamptz not null,
  primary key (patient_id, document_id)
);
create index patient_document_of_document on patient_document (document_id);
select fence_table('patient_document');
grant select, insert on patient_document to portal_app;
grant select, insert, update, delete on patient_document to portal_system;

-- What happened with a patient, in plain words and without clinical values: statuses and groups.
create table patient_step (
  patient_step_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  kind text not null check (kind in ('status', 'group')),
  what text not null,
  care_group_id int references care_group,
  provider_id int references provider,
  at timestamptz not null
);
create index patient_step_of_patient on patient_step (patient_id, at desc);
-- How many patients were active at the end of last month is told from what has happened since.
create index patient_step_by_time on patient_step (company_id, at) where kind = 'status';
select fence_table('patient_step');
grant select, insert on patient_step to portal_app;
grant select, insert, update, delete on patient_step to portal_system;

-- What came of calls to patients (DMO-05).
create table patient_call (
  patient_call_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  provider_id int not null references provider,
  number text not null,
  started_at timestamptz not null,
  seconds int not null,
  outcome text not null,
  note text not null,
  -- A call on the test line reached nobody, whatever was kept of it.
  is_test boolean not null,
  created_at timestamptz not null
);
create index patient_call_of_patient on patient_call (patient_id, started_at);
select fence_table('patient_call');
-- PRV-03: which number of a removed patient was called is erased.
grant select, insert, update (number) on patient_call to portal_app;
grant select, insert, update, delete on patient_call to portal_system;

-- ------------------------------------------------------------------ recovery of accounts (ARQ)
create table patient_recovery (
  patient_recovery_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  contact_type text not null check (contact_type in ('email', 'phone')),
  contact text not null,
  -- ARQ-03: 0 pending, 1 approved, 2 denied.
  status smallint not null default 0 check (status in (0, 1, 2)),
  asked_at timestamptz not null,
  asker_id int not null references provider,
  decided_at timestamptz,
  decider_id int references provider,
  evidence text,
  version int not null default 1
);
create unique index patient_recovery__pending on patient_recovery (patient_id) where status = 0;
create index patient_recovery_of_company on patient_recovery (company_id, patient_recovery_id desc);
create index patient_recovery_of_patient on patient_recovery (patient_id);
select fence_table('patient_recovery');
grant select, insert, update on patient_recovery to portal_app;
grant select, insert, update, delete on patient_recovery to portal_system;

-- ------------------------------------------------------------------ looks and deeds beyond the fence
-- They are the owner's, and take on portal_system's role for as long as they run; to the owner alone no row is to be seen.

-- Patients whose words fit a pattern, of the company within whose fence the call works. Past the fence, because there a pattern is
-- no condition that an index may be asked for (LIKE is not leakproof). A search looks at a sample before it looks at thousands: what
-- few have is then found by the index alone, and takes no longer among many patients than among few.
create function patients_like(pattern text, in_names boolean, groups int[], are_small boolean, statuses text[], types smallint[], most int)
returns table (patient_id int, sort_name text)
language plpgsql stable security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  sample constant int := 300;
  fitting int;
begin
  pattern := without_accents(pattern);
  -- Of a small group all are looked at: what everybody has would be found a thousand times before it is found there.
  if are_small then
    return query
      with own as materialized (
        select distinct w.patient_id from patient_within w
        where w.care_group_id = any(groups) and w.status = any(statuses) and w.type = any(types))
      select p.patient_id, p.sort_name from own cross join lateral (
        select one.patient_id, one.sort_name from patient one
        where one.patient_id = own.patient_id and one.company_id = company and one.removed_at is null
          and one.searched like pattern and (not in_names or one.searched_name like pattern) offset 0) p
      limit most;
    return;
  end if;
  -- What a third of all have is found among the first few; the index would first gather everybody who has it.
  select count(*) into fitting from (
    select few.searched from patient few where few.company_id = company and few.removed_at is null limit sample) p
  where p.searched like pattern;
  if fitting * 3 >= sample then
    return query
      select p.patient_id, p.sort_name from (
        select * from patient few where few.company_id = company and few.removed_at is null limit 2 * most) p
      where p.searched like pattern and (not in_names or p.searched_name like pattern)
        and p.status = any(statuses) and p.type = any(types)
        and (groups is null or exists (
          select from patient_within w where w.patient_id = p.patient_id and w.care_group_id = any(groups)))
      limit most;
    get diagnostics fitting = row_count;
    if fitting >= most then
      return;
    end if;
  end if;
  return query
    select p.patient_id, p.sort_name from patient p
    where p.company_id = company and p.removed_at is null and p.searched like pattern
      and (not in_names or p.searched_name like pattern)
      and p.status = any(statuses) and p.type = any(types)
      and (groups is null or exists (
        select from patient_within w where w.patient_id = p.patient_id and w.care_group_id = any(groups)))
    limit most;
end $$;
revoke execute on function patients_like(text, boolean, int[], boolean, text[], smallint[], int) from public;
grant execute on function patients_like(text, boolean, int[], boolean, text[], smallint[], int) to portal_app;

-- Whether somebody sees a patient of their company at a moment, by their groups or by emergency access. Through a removed group nobody
-- does.
create function sees_patient_at(person int, patient int, moment timestamptz) returns boolean
language sql stable security invoker set role = portal_system set search_path = public as $$
  with recursive within as (
    select g.care_group_id, g.parent_id from patient_care_group d
      join care_group g on g.care_group_id = d.care_group_id and g.removed_at is null
    where d.patient_id = patient
    union
    select g.care_group_id, g.parent_id from within
      join care_group g on g.care_group_id = within.parent_id and g.removed_at is null)
  select exists (
    select from patient p join provider who on who.company_id = p.company_id
    where p.patient_id = patient and p.removed_at is null and who.provider_id = person and (
      exists (select from sees_company s where s.provider_id = person)
      or exists (select from within w where
        exists (select from care_group_member m where m.care_group_id = w.care_group_id and m.provider_id = person)
        or exists (select from emergency_access e where e.care_group_id = w.care_group_id and e.provider_id = person
          and e.ended_at is null and e.ends_at > moment))))
$$;
revoke execute on function sees_patient_at(int, int, timestamptz) from public;
grant execute on function sees_patient_at(int, int, timestamptz) to portal_app, portal_system;

-- OPC-55: the account of a patient, of this company and without one so far. Nobody knows a password of it.
create function add_patient_account(whose int, nobodys_hash text) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  insert into identity_account (email, password_hash, state)
  select username, nobodys_hash, 'confirmed' from patient
  where patient_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int
$$;
revoke execute on function add_patient_account(int, text) from public;
grant execute on function add_patient_account(int, text) to portal_app;

-- ARQ-05: takes the authenticator off; what was proven with it opens nothing any more.
create function clear_patient_factor(whose int) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  update identity_account set totp_secret = null, pending_totp_secret = null, preferred_mfa = 'none', credential_version = credential_version + 1
  where email = (select username from patient
    where patient_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int)
$$;
revoke execute on function clear_patient_factor(int) from public;
grant execute on function clear_patient_factor(int) to portal_app;

-- PRV-03: the account of a removed patient goes.
create function remove_patient_account(whose int) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  delete from identity_account where email = (select username from patient
    where patient_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int)
$$;
revoke execute on function remove_patient_account(int) from public;
grant execute on function remove_patient_account(int) to portal_app;
