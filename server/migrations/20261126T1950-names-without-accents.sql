-- serves from 20261124T0720-events-by-quarter.sql
-- Patients are found with and without the accents of their names: "Muller" finds "Müller", and the other way round. What is searched is
-- kept without them, so the index is that of before.
set local check_function_bodies = off;
create function without_accents(given text) returns text
language sql immutable strict parallel safe as $$
  select case when given ~ '[^ -~]' then translate(
    replace(replace(replace(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðıħ', 'olddih') else given end
$$;
create or replace function words_of_patient() returns trigger language plpgsql as $$
begin
  new.sort_name := left(name_key(new.last_name || ' ' || new.first_name), 100);
  -- Both orders of a name, and each field as people type it.
  new.searched_name := without_accents(' ' || name_key(new.first_name || ' ' || new.last_name || ' ' || new.first_name));
  new.searched := new.searched_name || to_char(new.born_on, ' MM/DD/YYYY YYYY-MM-DD')
    || coalesce(regexp_replace(new.phone, '^(\+1)(\d{3})(\d{3})(\d{4})$', ' \2-\3-\4 \1\2\3\4'), '')
    || case when new.email like '%@no-email.invalid' then '' else ' ' || without_accents(new.email) end;
  return new;
end $$;
create or replace function patients_like(pattern text, in_names boolean, groups int[], are_small boolean, statuses text[], types smallint[], most int)
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

-- data
-- The trigger makes the words anew.
update patient set first_name = first_name where searched ~ '[^ -~]';
-- end of data
