-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on participant: a column without a value
-- PRV-03: a participant who is removed keeps the subject number, under which the trial has its records, and nothing that says who it was.
set local check_function_bodies = off;
alter table participant add column removed_at timestamptz;
grant update (recipient) on card_outreach to portal_system;

-- What other tables say of a participant who is removed, while the record still has the e-mail and phone. Of what was sent the lines stay,
-- without where to and what; messages of before they named anybody go by their address. Addresses that the participant had before are
-- found by the trail, as nothing else points at them.
create function forget_participant(whose int, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  update message set participant_id = participant.participant_id from participant
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
    and message.patient_id is null and message.participant_id is null and lower(message.recipient) in (participant.email, participant.phone)
    and (message.topic = 'to participants' or message.channel = 'sms' and message.sent_at is not null);
  update message set subject = '', body = '', html = null,
    recipient = case channel when 'email' then 'participant-' || whose || '@no-email.invalid' else '+10000000000' end,
    withdrawn_at = case when sent_at is null then coalesce(withdrawn_at, at) else withdrawn_at end
  from participant
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
    and message.participant_id = participant.participant_id;
  update card_outreach set recipient = ''
  where participant_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int;
  update shipment_participant set first_name = 'Removed', last_name = 'participant ' || whose
  where participant_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int;
  update address set street = 'Removed', street2 = '', city = 'Removed', zip = ''
  where company_id = nullif(current_setting('app.company_id', true), '')::int
    and not exists (select from participant as other where other.address_id = address.address_id and other.participant_id <> whose)
    and (address_id = (select participant.address_id from participant where participant_id = whose)
      or address_id in (select request.address_id from shipment_participant as named join shipment_request as request using (request_id)
        where named.participant_id = whose and request.to_participant)
      or (street, zip) in (select change->'old'->>'street', change->'old'->>'zip'
          from audit_entry cross join jsonb_array_elements(changes) as change
          where audit_entry.company_id = nullif(current_setting('app.company_id', true), '')::int
            and record_kind = 'participant' and record_id = whose::text and change->>'field' = 'address')
        and not exists (select from shipment_request as request where request.address_id = address.address_id));
$$;
revoke execute on function forget_participant(int, timestamptz) from public;
grant execute on function forget_participant(int, timestamptz) to portal_app;

create or replace function participants_named(begins text, sites int[], most int)
returns table (participant_id int, sort_name text)
language plpgsql stable rows 6 security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  lowest text := without_accents(name_key(begins));
  highest text := lowest || chr(1114111);
begin
  return query
    select named.participant_id, min(named.name)
    from care_group site cross join lateral (
      (select p.participant_id, without_accents(name_key(p.first_name || ' ' || p.last_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company and p.removed_at is null
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" >= lowest
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" < highest
        order by without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C", p.participant_id limit most)
      union
      (select p.participant_id, without_accents(name_key(p.last_name || ' ' || p.first_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company and p.removed_at is null
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" >= lowest
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" < highest
        order by without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C", p.participant_id limit most)) named
    where site.company_id = company and site.kind = 'site' and (sites is null or site.care_group_id = any(sites))
    group by named.participant_id
    order by min(named.name), named.participant_id
    limit most;
end $$;
