-- serves from 20261127T0700-follow-ups-that-wait.sql
-- brief lock on message, patient_consent: columns without a look at the rows, and a trigger
-- A message to a patient or a participant says which one. What waits for them is taken back once they are not to be reached, or not there
-- (PRV-03, PRV-08), and of a removed patient nothing tells where they were written to.
set local check_function_bodies = off;
alter table message add column patient_id int, add column participant_id int;

-- CNS-02: the newest word on texts counts, null is text consent, as 1 is, and terms of the portal are none. Who was never asked takes texts.
create function takes_texts(whose int) returns boolean language sql stable as $$
  select coalesce((
    select code is distinct from 0 from patient_consent
    where patient_id = whose and code is distinct from 2
    order by added_at desc, consent_id desc limit 1), true)
$$;

-- Consents are told from outside, so what waits is taken back here, whoever notes that one was revoked.
create function after_patient_consent() returns trigger
language plpgsql security invoker set role = portal_system set search_path = public as $$
begin
  if not takes_texts(new.patient_id) then
    update message set withdrawn_at = now()
    where patient_id = new.patient_id and channel = 'sms' and sent_at is null and withdrawn_at is null;
  end if;
  return null;
end $$;
create trigger after_patient_consent after insert on patient_consent
  for each row when (new.code = 0) execute function after_patient_consent();

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

-- PRV-03: which number of a removed patient was called is erased.
grant update (number) on patient_call to portal_app;

-- PRV-03: of what somebody who is removed was sent the lines stay, without where to and what. Messages of before this migration name nobody:
-- they go by an address that the person still has when this is called and nobody else has, but for texts that wait, which may be codes.
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
