-- Assessments: what is asked, whom and when, what was answered, and who looks after it.

-- ------------------------------------------------------------------ what is asked (ASB)
create table survey (
  survey_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null,
  -- OPS-92: 0 for care groups too; -1, by import alone, not for them.
  default_recurrence int not null default 0,
  -- The number of the newest definition.
  definition int not null default 1,
  created_at timestamptz not null,
  version int not null default 1
);
create index survey_of_company on survey (company_id, survey_id);
select fence_table('survey');
grant select, insert, update on survey to portal_app;
grant select, insert, update, delete on survey to portal_system;

-- What was sent never changes: saving it makes the next one.
create table survey_definition (
  survey_definition_id int generated always as identity primary key,
  company_id int not null references company,
  survey_id int not null references survey,
  number int not null,
  name text not null,
  -- { nodes, edges } as the builder saves it; null where there is none yet.
  graph jsonb,
  -- It has a graph without problems, and can be answered.
  is_usable boolean not null,
  is_sent boolean not null default false,
  created_at timestamptz not null,
  unique (survey_id, number)
);
select fence_table('survey_definition');
grant select, insert, update on survey_definition to portal_app;
grant select, insert, update, delete on survey_definition to portal_system;

create function sent_definition_stays() returns trigger language plpgsql as $$
begin
  if old.is_sent and (new.graph is distinct from old.graph or new.name is distinct from old.name or not new.is_sent) then
    raise exception 'a definition that was sent does not change';
  end if;
  return new;
end $$;
create trigger sent_definition_stays before update on survey_definition for each row execute function sent_definition_stays();

-- ------------------------------------------------------------------ which groups ask it (CGW-06 to CGW-20)
create table workflow_survey (
  trigger_id int generated always as identity primary key,
  company_id int not null references company,
  care_group_id int not null references care_group,
  survey_id int not null references survey,
  trigger_type text not null check (trigger_type in ('Time', 'Fill-Count (List)', 'Fill-Count (Pattern)', 'Rx Status Change')),
  trigger_value text not null,
  description text not null,
  added_at timestamptz not null,
  -- When its trigger was changed last: from then on what comes goes by the new one.
  changed_at timestamptz,
  version int not null default 1,
  removed_at timestamptz
);
create unique index workflow__survey_already on workflow_survey (care_group_id, survey_id) where removed_at is null;
create index workflow_survey_of_survey on workflow_survey (survey_id);
select fence_table('workflow_survey');
grant select, insert, update on workflow_survey to portal_app;
grant select, insert, update, delete on workflow_survey to portal_system;

-- ------------------------------------------------------------------ when a patient is asked (SCH)
create table schedule_item (
  schedule_item_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  survey_id int not null references survey,
  trigger_id int not null references workflow_survey,
  -- Nd, Nw or NM, and the rule that is made of it at `starts_at`.
  recurrence text not null,
  rule text not null,
  starts_at timestamptz not null,
  -- When it was made: what lies before is asked without a message (REL-14).
  made_at timestamptz not null,
  -- The occurrence that comes next, counted from 0, and when.
  next_occurrence int not null default 0,
  next_at timestamptz not null,
  version int not null default 1,
  ended_at timestamptz
);
create unique index schedule_item_once on schedule_item (patient_id, trigger_id) where ended_at is null;
create index schedule_item_due on schedule_item (next_at) where ended_at is null;
create index schedule_item_of_trigger on schedule_item (trigger_id) where ended_at is null;
select fence_table('schedule_item');
grant select, insert, update on schedule_item to portal_app;
grant select, insert, update, delete on schedule_item to portal_system;

create table survey_event (
  survey_event_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  survey_id int not null references survey,
  survey_definition_id int not null references survey_definition,
  schedule_item_id int not null references schedule_item,
  started_at timestamptz not null,
  due_at timestamptz not null,
  -- A message says that it began; never, where that lies in the past.
  tells_patient boolean not null,
  told_at timestamptz,
  answered_at timestamptz,
  -- Over without an answer: the patient left the group or was deactivated, or the group asks no more.
  ended_at timestamptz,
  -- Nothing is asked twice, however many processes look what is due.
  unique (schedule_item_id, started_at)
);
create index survey_event_of_patient on survey_event (patient_id, started_at desc);
-- What a clinic asked for in a quarter.
create index survey_event_of_company on survey_event (company_id, started_at);
create index survey_event_open on survey_event (company_id, patient_id) where answered_at is null and ended_at is null;
create index survey_event_to_tell on survey_event (survey_event_id)
  where tells_patient and told_at is null and answered_at is null and ended_at is null;
create index survey_event_by_due on survey_event (company_id, due_at) where answered_at is null and ended_at is null;
select fence_table('survey_event');
grant select, insert, update on survey_event to portal_app;
grant select, insert, update, delete on survey_event to portal_system;

-- ------------------------------------------------------------------ what was answered (ANS)
create table survey_response (
  response_id int generated always as identity primary key,
  company_id int not null references company,
  survey_event_id int not null references survey_event,
  patient_id int not null references patient,
  survey_id int not null references survey,
  -- Who answered on behalf of the patient; null where it was the patient.
  provider_id int references provider,
  reviewer_id int references provider,
  reviewed_at timestamptz,
  completed_at timestamptz not null,
  -- What the sender's clock said.
  claimed_at timestamptz not null,
  -- [{ questionNum, question, questionType, answer, note }]
  answers jsonb not null,
  flagged int[] not null,
  -- [{ medicationName, strength, pills }]
  medications jsonb not null,
  version int not null default 1,
  constraint response__exists unique (survey_event_id)
);
create index survey_response_of_patient on survey_response (patient_id, completed_at desc);
create index survey_response_of_survey on survey_response (company_id, survey_id, completed_at);
create index survey_response_by_time on survey_response (company_id, completed_at);
-- The dashboard counts the flagged responses of two months.
create index survey_response_flagged on survey_response (company_id, completed_at) where flagged <> '{}';
create index survey_response_to_review on survey_response (company_id, patient_id) where reviewed_at is null and flagged <> '{}';
select fence_table('survey_response');
grant select, insert, update on survey_response to portal_app;
grant select, insert, update, delete on survey_response to portal_system;

-- What is answered so far, of each provider and of the patient (no provider).
create table survey_draft (
  survey_draft_id int generated always as identity primary key,
  company_id int not null references company,
  survey_event_id int not null references survey_event,
  provider_id int references provider,
  content jsonb not null,
  saved_at timestamptz not null,
  constraint survey_draft_one unique nulls not distinct (survey_event_id, provider_id)
);
select fence_table('survey_draft');
grant select, insert, update, delete on survey_draft to portal_app, portal_system;

-- A flagged answer stays open until somebody closes it with a note.
create table flagged_answer (
  flagged_answer_id int generated always as identity primary key,
  company_id int not null references company,
  response_id int not null references survey_response,
  patient_id int not null references patient,
  question_num int not null,
  -- As they stood when it was flagged: a review may leave another answer in the response, or none.
  question text not null,
  answer text not null,
  opened_at timestamptz not null,
  taker_id int references provider,
  taken_at timestamptz,
  closer_id int references provider,
  closed_at timestamptz,
  note text,
  version int not null default 1,
  unique (response_id, question_num)
);
create index flagged_answer_open on flagged_answer (company_id, opened_at) where closed_at is null;
create index flagged_answer_of_patient on flagged_answer (patient_id, opened_at desc);
select fence_table('flagged_answer');
grant select, insert, update on flagged_answer to portal_app;
grant select, insert, update, delete on flagged_answer to portal_system;

-- ------------------------------------------------------------------ the patient's own page
-- The link of a reminder: one for each event; the code itself is kept nowhere.
create table respond_code (
  survey_event_id int primary key references survey_event,
  company_id int not null references company,
  code_hash bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left smallint not null
);
select fence_table('respond_code');
grant select, insert, update, delete on respond_code to portal_app, portal_system;

-- With an event ends what hangs on it alone: what was answered so far, the patient's link, and a message with it that still waits.
-- Whatever ends it, nothing is left behind.
create function forget_what_event_wants() returns trigger language plpgsql as $$
begin
  delete from survey_draft where survey_event_id = new.survey_event_id;
  delete from respond_code where survey_event_id = new.survey_event_id;
  perform withdraw_messages_that_open('assessment ' || new.survey_event_id, coalesce(new.ended_at, new.answered_at));
  return null;
end $$;
create trigger forget_what_event_wants after update of answered_at, ended_at on survey_event for each row
  when (new.answered_at is not null or new.ended_at is not null) execute function forget_what_event_wants();

-- ------------------------------------------------------------------ reminders (ACT) and follow-ups (FUP)
create table reminder (
  reminder_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  survey_event_id int not null references survey_event,
  -- `reminder`: somebody asked for it, once a UTC day; `start`: the portal says that an assessment began; `again`: the link of either
  -- ended with the address that it was sent to or by wrong dates of birth, or comes by another way.
  kind text not null check (kind in ('reminder', 'start', 'again')),
  methods text[] not null,
  sent_on date not null,
  sent_at timestamptz not null,
  provider_id int references provider
);
create unique index outreach__already_today on reminder (survey_event_id, sent_on) where kind = 'reminder';
create unique index reminder_one_start on reminder (survey_event_id) where kind = 'start';
create index reminder_of_patient on reminder (patient_id, sent_at desc);
create index reminder_of_event on reminder (survey_event_id, sent_at);
create index reminder_of_company on reminder (company_id, sent_at);
select fence_table('reminder');
grant select, insert on reminder to portal_app;
grant select, insert, update, delete on reminder to portal_system;

create table follow_up (
  follow_up_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  -- Whose it is.
  provider_id int not null references provider,
  -- Who scheduled it, where somebody else has taken it over since.
  scheduler_id int references provider,
  at timestamptz not null,
  -- Empty in what was imported alone.
  notes text not null,
  created_at timestamptz not null,
  -- It is moved, and completed once, with what came of it.
  changed_at timestamptz,
  completed_at timestamptz,
  completer_id int references provider,
  outcome text,
  version int not null default 1
);
create index follow_up_of_provider on follow_up (provider_id, at);
create index follow_up_of_company on follow_up (company_id, at);
create index follow_up_of_patient on follow_up (patient_id, at);
-- What is overdue is counted on the first page of a clinic, beside years of what was completed.
create index follow_up_that_waits on follow_up (company_id, at) where completed_at is null;
select fence_table('follow_up');
grant select, insert, update (provider_id, scheduler_id, at, changed_at, completed_at, completer_id, outcome, version) on follow_up
  to portal_app;
grant select, insert, update, delete on follow_up to portal_system;

-- ------------------------------------------------------------------ schedules
-- They follow from rows: who is active, in which group, and what that group asks. Whoever changes one of these leaves them settled.
-- All rules are in UTC; contract/src/schedules/occurrences.ts says the same.

-- What begins so long (Nd, Nw, NM) after a moment; months end where the shorter one does.
create function time_after(moment timestamptz, n_of_unit text) returns timestamptz language sql immutable strict parallel safe as $$
  select (moment at time zone 'UTC' + case right(n_of_unit, 1)
    when 'd' then make_interval(days => rtrim(n_of_unit, 'd')::int)
    when 'w' then make_interval(days => 7 * rtrim(n_of_unit, 'w')::int)
    else make_interval(months => rtrim(n_of_unit, 'M')::int) end) at time zone 'UTC'
$$;

-- OPC-62.
create function rule_of(recurrence text, starts_at timestamptz) returns text language sql immutable strict parallel safe as $$
  select case right(recurrence, 1)
    when 'd' then 'FREQ=DAILY;INTERVAL=' || rtrim(recurrence, 'd')
    when 'w' then 'FREQ=WEEKLY;INTERVAL=' || rtrim(recurrence, 'w') || ';BYDAY='
      || (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[1 + extract(dow from starts_at at time zone 'UTC')::int]
    else 'FREQ=MONTHLY;INTERVAL=' || rtrim(recurrence, 'M') || ';BYMONTHDAY='
      || case when extract(day from starts_at at time zone 'UTC') > 28 then -1
           else extract(day from starts_at at time zone 'UTC')::int end
    end
$$;

-- The occurrence of the rule with this number, counted from 0, at the time of day of its start. From the 29th on, the last day of the
-- month.
create function occurrence_at(recurrence text, starts_at timestamptz, n int) returns timestamptz
language sql immutable strict parallel safe as $$
  select case right(recurrence, 1)
    when 'd' then starts_at + n * rtrim(recurrence, 'd')::int * interval '24 hours'
    when 'w' then starts_at + n * rtrim(recurrence, 'w')::int * interval '168 hours'
    else (select (date_trunc('month', s) + make_interval(months => n * rtrim(recurrence, 'M')::int)
        + case when extract(day from s) > 28 then interval '1 month' - interval '1 day' else date_trunc('day', s) - date_trunc('month', s) end
        + (s - date_trunc('day', s))) at time zone 'UTC'
      from (select starts_at at time zone 'UTC' as s) start)
    end
$$;

-- The number of the first one after a moment.
create function occurrence_after(recurrence text, starts_at timestamptz, moment timestamptz) returns int
language sql immutable strict parallel safe as $$
  select case right(recurrence, 1)
    when 'M' then (select case when occurrence_at(recurrence, starts_at, n) > moment then n else n + 1 end
      from (select greatest(0, ((extract(year from m) - extract(year from s)) * 12 + extract(month from m) - extract(month from s))::int
          / rtrim(recurrence, 'M')::int) as n
        from (select moment at time zone 'UTC' as m, starts_at at time zone 'UTC' as s) both_of_them) at_least)
    else case when moment < starts_at then 0
      else 1 + floor(extract(epoch from moment - starts_at)
        / (86400 * rtrim(recurrence, 'dw')::int * case right(recurrence, 1) when 'w' then 7 else 1 end))::int end
    end
$$;

-- Makes the schedules of these patients what they have to be, as of a moment; of one trigger, or of all.
create function settle_schedules(ids int[], of_trigger int, moment timestamptz) returns void language plpgsql as $$
declare
  over int[];
begin
  -- Here and below each row is looked up by its keys: joined as sets, thousands of patients were held against thousands of rows each.
  with ended as (
    update schedule_item item set ended_at = moment
    where item.patient_id = any(ids) and item.ended_at is null and (of_trigger is null or item.trigger_id = of_trigger)
      and (select count(*) from workflow_survey asked, patient_care_group own, patient p
        where asked.trigger_id = item.trigger_id and asked.removed_at is null and asked.trigger_type = 'Time'
          and own.patient_id = item.patient_id and own.care_group_id = asked.care_group_id
          and p.patient_id = item.patient_id and p.status = 'active' and p.removed_at is null) = 0
    returning item.schedule_item_id)
  select array_agg(schedule_item_id) into over from ended;
  -- A statement of its own: whoever was asking held the items until it was done, and its events are to be seen now.
  if over is not null then
    update survey_event set ended_at = moment where schedule_item_id = any(over) and answered_at is null and ended_at is null;
  end if;
  insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at)
  select w.company_id, w.patient_id, w.survey_id, w.trigger_id, w.value, rule_of(w.value, w.starts_at), w.starts_at, w.made_at,
    occurrence_at(w.value, w.starts_at, 0)
  from unnest(ids) whose (id) cross join lateral (
    select own.company_id, own.patient_id, asked.survey_id, asked.trigger_id, asked.trigger_value as value,
      greatest(own.joined_at, asked.added_at, moment) as made_at,
      time_after(greatest(own.joined_at, asked.added_at, moment), asked.trigger_value) as starts_at
    from patient_care_group own join patient p using (patient_id) join workflow_survey asked using (care_group_id)
    where own.patient_id = whose.id and p.patient_id = whose.id and p.status = 'active' and p.removed_at is null
      and asked.removed_at is null and asked.trigger_type = 'Time' and asked.trigger_value ~ '^[1-9][0-9]{0,3}[dwM]$'
      and (of_trigger is null or asked.trigger_id = of_trigger) offset 0) w
  on conflict (patient_id, trigger_id) where ended_at is null do nothing;
end $$;

-- Who changes what a group asks waits until whoever changes who is in it is done, and the other way round: neither would see the
-- other's rows.
create function hold_places(groups int[]) returns void language plpgsql as $$
declare
  place int;
begin
  foreach place in array groups loop
    perform pg_advisory_xact_lock_shared(20261124, place);
  end loop;
end $$;

create function after_leaving_places() returns trigger language plpgsql as $$
begin
  perform hold_places(array(select distinct care_group_id from moved order by 1));
  return null;
end $$;
create trigger after_leaving_places after delete on patient_care_group referencing old table as moved
  for each statement execute function after_leaving_places();

-- Every step of a patient through groups and statuses is told here, with its moment, when it is taken.
create function after_patient_step() returns trigger language plpgsql as $$
declare
  whose int[] := array(select distinct patient_id from taken);
begin
  perform hold_places(array(select distinct care_group_id from patient_care_group where patient_id = any(whose) order by 1));
  perform settle_schedules(whose, null, (select max(at) from taken));
  return null;
end $$;
create trigger after_patient_step after insert on patient_step referencing new table as taken
  for each statement execute function after_patient_step();

-- SCH-10, CGW-15: who has not been asked yet when a trigger is corrected begins by the corrected one, counted from the same moment: by
-- one of 9999M nobody would be asked in this life. A start that has come stays.
create function after_workflow_survey() returns trigger language plpgsql as $$
declare
  moment timestamptz := coalesce(new.removed_at, new.changed_at, case when tg_op = 'INSERT' then new.added_at end, now());
begin
  perform pg_advisory_xact_lock(20261124, new.care_group_id);
  if tg_op = 'UPDATE' then
    if new.trigger_value <> old.trigger_value and new.trigger_type = 'Time' then
      -- What is due already is still asked for, and what comes after it goes by the new rule.
      update schedule_item set recurrence = new.trigger_value, rule = rule_of(new.trigger_value, starts_at), version = version + 1,
        next_occurrence = case when next_at <= moment then next_occurrence else occurrence_after(new.trigger_value, starts_at, moment) end,
        next_at = case when next_at <= moment then next_at
          else occurrence_at(new.trigger_value, starts_at, occurrence_after(new.trigger_value, starts_at, moment)) end
      where trigger_id = new.trigger_id and ended_at is null and starts_at <= moment;
      -- After it: what begins here may begin before the moment.
      update schedule_item set recurrence = new.trigger_value, starts_at = time_after(made_at, new.trigger_value), version = version + 1,
        rule = rule_of(new.trigger_value, time_after(made_at, new.trigger_value)),
        next_occurrence = occurrence_after(new.trigger_value, time_after(made_at, new.trigger_value), moment),
        next_at = occurrence_at(new.trigger_value, time_after(made_at, new.trigger_value),
          occurrence_after(new.trigger_value, time_after(made_at, new.trigger_value), moment))
      where trigger_id = new.trigger_id and ended_at is null and starts_at > moment;
    end if;
  end if;
  perform settle_schedules(array(
    select patient_id from patient_care_group where care_group_id = new.care_group_id
    union select patient_id from schedule_item where trigger_id = new.trigger_id and ended_at is null), new.trigger_id, moment);
  return null;
end $$;
create trigger after_workflow_survey after insert or update of trigger_type, trigger_value, removed_at on workflow_survey
  for each row execute function after_workflow_survey();

-- Only the database knows whose schedules it changed, and what they were before. It notes what the trail tells of that, for the rest of
-- the transaction, and the act that led to it takes the notes and puts them on record (P11-09). No nested loops: planned for one row, the
-- join of before and after would hold each of thousands against all others.
create function note_settled() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  -- JSON with commas between, added to as text: parsed and printed anew with each statement, thousands of notes took seconds.
  noted text;
begin
  if tg_op = 'INSERT' then
    select string_agg(json_build_object('of', tg_table_name, 'id', schedule_item_id, 'new', json_build_object(
      'patient_id', patient_id, 'survey_id', survey_id, 'trigger_id', trigger_id, 'recurrence', recurrence, 'rule', rule,
      'starts_at', starts_at, 'ended_at', ended_at))::text, ',' order by schedule_item_id)
    into noted from became;
  elsif tg_table_name = 'schedule_item' then
    select string_agg(json_build_object('of', tg_table_name, 'id', schedule_item_id,
      'old', json_build_object('recurrence', was.recurrence, 'rule', was.rule, 'starts_at', was.starts_at, 'ended_at', was.ended_at),
      'new', json_build_object('recurrence', became.recurrence, 'rule', became.rule, 'starts_at', became.starts_at,
        'ended_at', became.ended_at))::text, ',' order by schedule_item_id)
    into noted from was join became using (schedule_item_id)
    where (was.recurrence, was.rule, was.starts_at, was.ended_at)
      is distinct from (became.recurrence, became.rule, became.starts_at, became.ended_at);
  else
    select string_agg(json_build_object('of', tg_table_name, 'id', survey_event_id, 'old', json_build_object('ended_at', was.ended_at),
      'new', json_build_object('ended_at', became.ended_at))::text, ',' order by survey_event_id)
    into noted from was join became using (survey_event_id) where was.ended_at is distinct from became.ended_at;
  end if;
  if noted is not null then
    perform set_config('app.settled', concat_ws(',', nullif(current_setting('app.settled', true), ''), noted), true);
  end if;
  return null;
end $$;
create trigger note_begun after insert on schedule_item referencing new table as became
  for each statement execute function note_settled();
create trigger note_changed after update on schedule_item referencing old table as was new table as became
  for each statement execute function note_settled();
create trigger note_ended after update on survey_event referencing old table as was new table as became
  for each statement execute function note_settled();

create function take_settled() returns json language plpgsql as $$
declare
  noted text := nullif(current_setting('app.settled', true), '');
begin
  if noted is not null then
    perform set_config('app.settled', '', true);
  end if;
  return '[' || noted || ']';
end $$;
