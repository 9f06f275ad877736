-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- The audit trail is searched by who did it, as they were called then.
create index concurrently if not exists audit_entry_of_name on audit_entry (company_id, actor_name);
