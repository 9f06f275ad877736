-- outside a transaction
-- serves from 20261127T0700-follow-ups-that-wait.sql
-- Messages that name nobody, as those of before do, are found by their address.
create index concurrently if not exists message_of_address on message (lower(recipient))
  where patient_id is null and participant_id is null;
