-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on follow_up, provider: columns without a look at the rows, and a key for what comes
-- A follow-up is moved, and completed once, with what came of it.
alter table follow_up
  add column version int not null default 1,
  add column changed_at timestamptz,
  add column completed_at timestamptz,
  add column completer_id int,
  add column outcome text,
  add constraint follow_up_completer_id_fkey foreign key (completer_id) references provider not valid;
grant update (at, version, changed_at, completed_at, completer_id, outcome) on follow_up to portal_app;
