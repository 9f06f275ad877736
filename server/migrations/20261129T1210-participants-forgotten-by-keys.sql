-- serves from 20261124T0720-events-by-quarter.sql
-- PRV-03: who is removed is forgotten by looking up each address that may be theirs. It was looked for among all there are, and so was whoever
-- else lives there, which took as long as there were many. An `offset 0` keeps the planner from joining sets where one row is asked for.
set local check_function_bodies = off;
create or replace function requests_of_participant(whose int) returns table (request_id int, place int)
language sql stable security invoker set role = portal_system set search_path = public as $$
  select named.request_id, named.position from participant
  join shipment_participant as named on named.participant_id = participant.participant_id
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
  union
  select named.request_id, named.position from participant cross join lateral (
    select alone.request_id, alone.position from shipment_participant as alone
    where alone.company_id = participant.company_id and alone.participant_id is null
      and alone.subject_number = participant.subject_number offset 0) as named
  join shipment_request as request using (request_id)
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
    and request.trial_id = participant.trial_id
$$;

create or replace function forget_participant(whose int, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  select forget_messages_to(null, whose, at);
  update card_outreach set recipient = ''
  where participant_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int;
  update address set street = 'Removed', street2 = '', city = 'Removed', zip = ''
  from (
    select participant.address_id from participant where participant_id = whose
    union
    select sent.address_id from requests_of_participant(whose) as own cross join lateral (
      select request.address_id from shipment_request as request
      where request.request_id = own.request_id and request.to_participant offset 0) as sent
    union
    select former.address_id from (
      select change->'old' as place from audit_entry cross join jsonb_array_elements(changes) as change
      where audit_entry.company_id = nullif(current_setting('app.company_id', true), '')::int
        and record_kind = 'participant' and record_id = whose::text and change->>'field' = 'address') as told
    cross join lateral (
      select lived.address_id from address as lived
      where lived.company_id = nullif(current_setting('app.company_id', true), '')::int
        and (lived.street, lived.street2, lived.city, lived.state, lived.zip, lived.country) =
          (told.place->>'street', told.place->>'street2', told.place->>'city', told.place->>'state', told.place->>'zip', told.place->>'country')
        and not exists (select from shipment_request as request where request.address_id = lived.address_id offset 0)
      offset 0) as former
  ) as theirs
  where address.address_id = theirs.address_id and address.company_id = nullif(current_setting('app.company_id', true), '')::int
    and not exists (select from participant as other where other.address_id = theirs.address_id and other.participant_id <> whose offset 0)
    and not exists (select from care_group where care_group.address_id = theirs.address_id offset 0)
    and not exists (select from partner where partner.address_id = theirs.address_id offset 0)
    and not exists (select from company_brand where company_brand.address_id = theirs.address_id offset 0)
    and not exists (select from company_address where company_address.address_id = theirs.address_id offset 0);
  update shipment_participant set first_name = 'Removed', last_name = 'participant ' || whose
  from requests_of_participant(whose) as own
  where shipment_participant.request_id = own.request_id and shipment_participant.position = own.place;
$$;
