-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- The library of a company is listed newest first, among all of its documents.
create index concurrently if not exists document_of_library on document (company_id, document_id desc) where is_library and removed_at is null;
