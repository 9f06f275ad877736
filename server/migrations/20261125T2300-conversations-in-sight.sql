-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on conversation_member, broadcast_member, broadcast_message: columns without a rewrite
-- Whoever came into a conversation by emergency access alone takes part as long as they see the patient (PRV-11).
alter table conversation_member add column in_emergency boolean not null default false;
alter table broadcast_member add column in_emergency boolean not null default false;

-- The conversations that a message to all goes into, where these were not all of the broadcast: whoever sent it saw their patients.
alter table broadcast_message add column reaches int[];

-- Checked as the owner they would fail, who sees no row where row security is forced.
set local check_function_bodies = off;

-- Whether somebody sees a patient of their company at a moment, by their groups or by emergency access. Through a removed group nobody does.
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

-- Conversations that somebody may know of, by topic, name of the patient and, where it is asked for, messages of those they take part
-- in: of each kind the newest thousands. `groups` are those they see, null is all. Where a message was found, the newest one is named.
-- Below the fence no trigram index is used. What is sorted by is written as a sum, so that no index is walked for the order alone:
-- words that are rare would be looked for in everything that was ever said.
create function conversations_found(pattern text, with_messages boolean, person int, groups int[])
returns table (conversation_id int, message_id int)
language plpgsql stable security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
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
        where p.company_id = company and p.removed_at is null and p.searched like pattern and p.searched_name like pattern and (
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
revoke execute on function conversations_found(text, boolean, int, int[]) from public;
grant execute on function conversations_found(text, boolean, int, int[]) to portal_app;
