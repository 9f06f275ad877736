-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on participant: a column without a value
-- PRV-03: a participant who is removed keeps the subject number, under which the trial has its records, and nothing that says who it was.
set local check_function_bodies = off;
alter table participant add column removed_at timestamptz;
grant update (recipient) on card_outreach to portal_system;

-- The requests of a participant: of those that were asked for by the subject number alone too.
create function requests_of_participant(whose int) returns table (request_id int, place int)
language sql stable security invoker set role = portal_system set search_path = public as $$
  select named.request_id, named.position from participant
  join shipment_participant as named on named.participant_id = participant.participant_id
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
  union
  select named.request_id, named.position from participant
  join shipment_request as request using (trial_id)
  join shipment_participant as named on named.request_id = request.request_id
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
    and named.participant_id is null and named.subject_number = participant.subject_number
$$;
revoke execute on function requests_of_participant(int) from public;
grant execute on function requests_of_participant(int) to portal_app, portal_system;

-- What other tables say of a participant who is removed, while the record still has the e-mail and phone. Addresses of before are found by the
-- trail, and are erased where nothing has them any more: a site, a partner or somebody else may live at the same.
create function forget_participant(whose int, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  select forget_messages_to(null, whose, at);
  update card_outreach set recipient = ''
  where participant_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int;
  update address set street = 'Removed', street2 = '', city = 'Removed', zip = ''
  where company_id = nullif(current_setting('app.company_id', true), '')::int
    and not exists (select from participant as other where other.address_id = address.address_id and other.participant_id <> whose)
    and not exists (select from care_group where care_group.address_id = address.address_id)
    and not exists (select from partner where partner.address_id = address.address_id)
    and not exists (select from company_brand where company_brand.address_id = address.address_id)
    and not exists (select from company_address where company_address.address_id = address.address_id)
    and (address_id = (select participant.address_id from participant where participant_id = whose)
      or address_id in (select request.address_id from requests_of_participant(whose)
        join shipment_request as request using (request_id) where request.to_participant)
      or (street, street2, city, state, zip, country) in (select change->'old'->>'street', change->'old'->>'street2', change->'old'->>'city',
            change->'old'->>'state', change->'old'->>'zip', change->'old'->>'country'
          from audit_entry cross join jsonb_array_elements(changes) as change
          where audit_entry.company_id = nullif(current_setting('app.company_id', true), '')::int
            and record_kind = 'participant' and record_id = whose::text and change->>'field' = 'address')
        and not exists (select from shipment_request as request where request.address_id = address.address_id));
  update shipment_participant set first_name = 'Removed', last_name = 'participant ' || whose
  from requests_of_participant(whose) as own
  where shipment_participant.request_id = own.request_id and shipment_participant.position = own.place;
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
