-- serves from 20261123T1400-patients.sql
-- brief lock on company, care_group, provider, patient: new tables refer to them
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
create index survey_event_open on survey_event (company_id, patient_id) where answered_at is null and ended_at is null;
create index survey_event_to_tell on survey_event (survey_event_id) where tells_patient and told_at is null and answered_at is null and ended_at is null;
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
  tries_left smallint not null,
  -- What the date of birth opened last.
  pass_hash bytea
);
select fence_table('respond_code');
grant select, insert, update, delete on respond_code to portal_app, portal_system;

-- ------------------------------------------------------------------ reminders (ACT) and follow-ups (FUP)
create table reminder (
  reminder_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  survey_event_id int not null references survey_event,
  -- `reminder`: somebody asked for it, once a UTC day; `start`: the portal says that an assessment began.
  kind text not null check (kind in ('reminder', 'start')),
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
  at timestamptz not null,
  -- Empty in what was imported alone.
  notes text not null,
  created_at timestamptz not null
);
create index follow_up_of_provider on follow_up (provider_id, at);
create index follow_up_of_company on follow_up (company_id, at);
create index follow_up_of_patient on follow_up (patient_id, at);
select fence_table('follow_up');
grant select, insert on follow_up to portal_app;
grant select, insert, update, delete on follow_up to portal_system;
