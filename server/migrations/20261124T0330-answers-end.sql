-- serves from 20261124T0300-assessments.sql
-- brief lock on survey_event: a trigger for what is left of an event that is over
-- With an event ends what hangs on it alone: what was answered so far, and the patient's link. Whatever ends it, nothing is left behind.
create function forget_what_event_wants() returns trigger language plpgsql as $$
begin
  delete from survey_draft where survey_event_id = new.survey_event_id;
  delete from respond_code where survey_event_id = new.survey_event_id;
  return null;
end $$;
create trigger forget_what_event_wants after update of answered_at, ended_at on survey_event for each row
  when (new.answered_at is not null or new.ended_at is not null) execute function forget_what_event_wants();
