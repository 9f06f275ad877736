-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- P11-08: whether a document was corrected, and by which.
create index concurrently if not exists document_corrects_id on document (corrects_id) where corrects_id is not null;
