-- outside a transaction
-- serves from 20261127T0700-follow-ups-that-wait.sql
-- A copy of an entry is looked for among those of its instant and record: an import leaves thousands of one instant, a record may have
-- thousands of its own. Periods are read by it as well.
create index concurrently if not exists audit_entry_of_instant on audit_entry (company_id, at, record_id);
