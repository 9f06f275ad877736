-- outside a transaction
-- serves from 20261127T0700-follow-ups-that-wait.sql
-- What a patient was sent is found when they are removed.
create index concurrently if not exists message_of_patient on message (patient_id) where patient_id is not null;
