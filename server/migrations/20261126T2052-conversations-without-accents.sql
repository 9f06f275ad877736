-- serves from 20261124T0720-events-by-quarter.sql
-- The names of patients are searched without their accents, so what is looked for in them loses its own: also where conversations are
-- found by them. Topics and messages are kept, and found, as they were written.
set local check_function_bodies = off;
create or replace function conversations_found(pattern text, with_messages boolean, person int, groups int[])
returns table (conversation_id int, message_id int)
language plpgsql stable security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  in_name text := without_accents(pattern);
begin
  return query
    select found.conversation_id, null::int from (
      (select c.conversation_id from conversation c
        where c.company_id = company and lower(c.topic) like pattern and (
          groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups))
          or exists (select from conversation_member own
            where own.conversation_id = c.conversation_id and own.provider_id = person and not own.in_emergency))
        order by c.latest_at + interval '0' desc limit 2000)
      union
      (select c.conversation_id from patient p join conversation c on c.patient_id = p.patient_id
        where p.company_id = company and p.removed_at is null and p.searched like in_name and p.searched_name like in_name and (
          groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups))
          or exists (select from conversation_member own
            where own.conversation_id = c.conversation_id and own.provider_id = person and not own.in_emergency))
        order by c.latest_at + interval '0' desc limit 2000)) found;
  if with_messages then
    return query
      select newest.conversation_id, max(newest.message_id) from (
        select m.conversation_id, m.message_id
        from conversation_member own
          join conversation c on c.conversation_id = own.conversation_id
          join conversation_message m on m.conversation_id = own.conversation_id
        where own.provider_id = person and own.company_id = company and lower(m.body) like pattern and (
          not own.in_emergency or groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups)))
        order by m.message_id + 0 desc limit 5000) newest
      group by newest.conversation_id;
  end if;
end $$;

-- data
-- Whoever was added by another server while the others lost their accents has them still, and would not be found by them.
update patient set first_name = first_name where searched <> without_accents(searched);
-- end of data
