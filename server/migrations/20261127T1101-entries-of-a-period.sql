-- outside a transaction
-- serves from 20261127T0700-follow-ups-that-wait.sql
-- `audit_entry_of_instant` begins with the same columns.
drop index concurrently if exists audit_entry_of_period;
