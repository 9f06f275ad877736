-- serves from 20261124T0720-events-by-quarter.sql
-- SCH-10, CGW-15: who has not been asked yet when a trigger is corrected begins by the corrected one, counted from the same moment: after a
-- trigger of 9999M by mistake nobody would have been asked in this life. A start that has come stays.
create or replace function after_workflow_survey() returns trigger language plpgsql as $$
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
