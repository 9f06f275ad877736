-- outside a transaction
-- serves from 20261124T0300-assessments.sql
-- Whoever unsubscribes by the link of a mail names an address, and no company (PRV-08).
create index concurrently if not exists patient_by_email on patient (email) where removed_at is null;
