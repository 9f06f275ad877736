-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- OPN-61: background work looks at each training form once, among millions of links and documents that are none.
create index concurrently if not exists document_link_of_training on document_link (document_id) where user_types is not null and removed_at is null;
