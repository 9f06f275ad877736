-- serves from 20261124T0300-assessments.sql
-- brief lock on company, patient, provider: a new table refers to them
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
  created_at timestamptz not null
);
create index patient_call_of_patient on patient_call (patient_id, started_at);
select fence_table('patient_call');
grant select, insert on patient_call to portal_app;
grant select, insert, update, delete on patient_call to portal_system;
