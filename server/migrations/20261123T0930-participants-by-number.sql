-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- A participant is gone to by what the subject number begins with.
create index concurrently if not exists participant_by_number on participant (company_id, subject_number collate "C");
