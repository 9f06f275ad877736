-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- What is overdue is counted on the first page of a clinic, beside years of what was completed.
create index concurrently if not exists follow_up_that_waits on follow_up (company_id, at) where completed_at is null;
