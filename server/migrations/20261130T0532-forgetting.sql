-- What is taken back of those who are not to be reached any more, and what is forgotten of those who are removed (PRV-03, PRV-08). These
-- functions take on portal_system's role, and are held to the company within whose fence the call works.

-- Checked as the owner they would fail, who sees no row where row security is forced.
set local check_function_bodies = off;

-- PRV-10: whether records are on hold; a hold that begins meanwhile waits until the transaction has ended.
create function records_are_held() returns boolean
language sql security invoker set role = portal_system set search_path = public as $$
  -- Without a condition, which would leave out the row before it is locked.
  select retention_held_because is not null from installation for key share
$$;
revoke execute on function records_are_held() from public;
grant execute on function records_are_held() to portal_app, portal_system;

-- Takes back what still waits for a patient or a participant of the company, in one channel or, without one, in both.
create function withdraw_messages_to(of_patient int, of_participant int, of_channel text, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  update message set withdrawn_at = at
  where sent_at is null and withdrawn_at is null and channel = coalesce(of_channel, channel)
    and (patient_id = (select patient_id from patient
        where patient_id = of_patient and company_id = nullif(current_setting('app.company_id', true), '')::int)
      or participant_id = (select participant_id from participant
        where participant_id = of_participant and company_id = nullif(current_setting('app.company_id', true), '')::int))
$$;
revoke execute on function withdraw_messages_to(int, int, text, timestamptz) from public;
grant execute on function withdraw_messages_to(int, int, text, timestamptz) to portal_app;

-- PRV-03: of what somebody who is removed was sent the lines stay, without where to and what. What names nobody goes by an address that
-- the person still has when this is called and nobody else has, but for texts that wait, which may be codes.
create function forget_messages_to(of_patient int, of_participant int, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  with whose as (
    select email, phone from patient
    where patient_id = of_patient and company_id = nullif(current_setting('app.company_id', true), '')::int
    union all
    select lower(email), phone from participant
    where participant_id = of_participant and company_id = nullif(current_setting('app.company_id', true), '')::int)
  update message set patient_id = of_patient, participant_id = of_participant from whose
  where message.patient_id is null and message.participant_id is null and lower(message.recipient) in (whose.email, whose.phone)
    and (message.topic = 'to participants' or message.channel = 'sms' and message.sent_at is not null)
    and not exists (select from patient as other
      where other.patient_id is distinct from of_patient and lower(message.recipient) in (other.email, other.phone))
    and not exists (select from participant as other
      where other.participant_id is distinct from of_participant and lower(message.recipient) in (lower(other.email), other.phone))
    and not exists (select from provider as other where lower(message.recipient) in (other.email, other.phone));
  update message set subject = '', body = '', html = null,
    recipient = case channel when 'sms' then '+10000000000'
      else coalesce((select username from patient where patient_id = of_patient), 'participant-' || of_participant || '@no-email.invalid') end,
    withdrawn_at = case when sent_at is null then coalesce(withdrawn_at, at) else withdrawn_at end
  where patient_id = (select patient_id from patient
      where patient_id = of_patient and company_id = nullif(current_setting('app.company_id', true), '')::int)
    or participant_id = (select participant_id from participant
      where participant_id = of_participant and company_id = nullif(current_setting('app.company_id', true), '')::int);
$$;
revoke execute on function forget_messages_to(int, int, timestamptz) from public;
grant execute on function forget_messages_to(int, int, timestamptz) to portal_app, portal_system;

-- The requests of a participant, as far as that is known: what was asked for by a subject number alone became theirs when they were given
-- it, and may be somebody else's where they have another one by now.
-- Here and below an `offset 0` keeps the planner from joining sets where one row is asked for.
create function requests_of_participant(whose int) returns table (request_id int, place int)
language sql stable security invoker set role = portal_system set search_path = public as $$
  select named.request_id, named.position from participant
  join shipment_participant as named on named.participant_id = participant.participant_id
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
    and (not named.is_by_number or named.subject_number = participant.subject_number)
$$;
revoke execute on function requests_of_participant(int) from public;
grant execute on function requests_of_participant(int) to portal_app, portal_system;

-- Those that may be theirs: also what became theirs under an earlier number, and what somebody else was given who had their number before.
create function requests_perhaps_of_participant(whose int) returns table (request_id int)
language sql stable security invoker set role = portal_system set search_path = public as $$
  select named.request_id from shipment_participant as named
  where named.participant_id = whose and named.company_id = nullif(current_setting('app.company_id', true), '')::int
  union
  select named.request_id from participant
  join shipment_participant as named on named.company_id = participant.company_id
    and named.is_by_number and named.subject_number = participant.subject_number
  join shipment_request as request on request.request_id = named.request_id and request.site_id = participant.site_id
  where participant.participant_id = whose and participant.company_id = nullif(current_setting('app.company_id', true), '')::int
$$;
revoke execute on function requests_perhaps_of_participant(int) from public;
grant execute on function requests_perhaps_of_participant(int) to portal_app, portal_system;

-- What other tables say of a participant who is removed, while the record still has the e-mail and phone. Addresses of before are found
-- by the trail, and are erased where nothing has them any more: a site, a partner or somebody else may live at the same.
create function forget_participant(whose int, at timestamptz) returns void
language sql security invoker set role = portal_system set search_path = public as $$
  select forget_messages_to(null, whose, at);
  update card_outreach set recipient = ''
  where participant_id = whose and company_id = nullif(current_setting('app.company_id', true), '')::int;
  update address set street = 'Removed', street2 = '', city = 'Removed', zip = ''
  from (
    select participant.address_id from participant where participant_id = whose
    union
    select sent.address_id from requests_perhaps_of_participant(whose) as own cross join lateral (
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
revoke execute on function forget_participant(int, timestamptz) from public;
grant execute on function forget_participant(int, timestamptz) to portal_app;
