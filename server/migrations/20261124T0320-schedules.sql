-- serves from 20261124T0300-assessments.sql
-- brief lock on workflow_survey, patient_step, patient_care_group: a column without a default, and triggers
-- Schedules follow from rows: who is active, in which group, and what that group asks. Whoever changes one of these leaves them settled.

-- When its trigger was changed last: from then on what comes goes by the new one.
alter table workflow_survey add column changed_at timestamptz;

-- ------------------------------------------------------------------ rules, all in UTC; contract/src/schedules/occurrences.ts says the same
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

-- The occurrence of the rule with this number, counted from 0, at the time of day of its start. From the 29th on, the last day of the month.
create function occurrence_at(recurrence text, starts_at timestamptz, n int) returns timestamptz language sql immutable strict parallel safe as $$
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
create function occurrence_after(recurrence text, starts_at timestamptz, moment timestamptz) returns int language sql immutable strict parallel safe as $$
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

-- ------------------------------------------------------------------ who is asked what
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

-- Who changes what a group asks waits until whoever changes who is in it is done, and the other way round: neither would see the other's rows.
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

create function after_workflow_survey() returns trigger language plpgsql as $$
declare
  moment timestamptz := coalesce(new.removed_at, new.changed_at, case when tg_op = 'INSERT' then new.added_at end, now());
begin
  perform pg_advisory_xact_lock(20261124, new.care_group_id);
  -- The start stays. What is due already is still asked for, and what comes after it goes by the new rule.
  if tg_op = 'UPDATE' then
    if new.trigger_value <> old.trigger_value and new.trigger_type = 'Time' then
      update schedule_item set recurrence = new.trigger_value, rule = rule_of(new.trigger_value, starts_at), version = version + 1,
        next_occurrence = case when next_at <= moment then next_occurrence else occurrence_after(new.trigger_value, starts_at, moment) end,
        next_at = case when next_at <= moment then next_at
          else occurrence_at(new.trigger_value, starts_at, occurrence_after(new.trigger_value, starts_at, moment)) end
      where trigger_id = new.trigger_id and ended_at is null;
    end if;
  end if;
  perform settle_schedules(array(
    select patient_id from patient_care_group where care_group_id = new.care_group_id
    union select patient_id from schedule_item where trigger_id = new.trigger_id and ended_at is null), new.trigger_id, moment);
  return null;
end $$;
create trigger after_workflow_survey after insert or update of trigger_type, trigger_value, removed_at on workflow_survey
  for each row execute function after_workflow_survey();
