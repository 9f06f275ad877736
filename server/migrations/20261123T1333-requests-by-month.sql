-- outside a transaction
-- serves from 20261123T1220-documents-of-library.sql
-- Who sees the whole company has its requests of a year counted on the reporting page.
create index concurrently if not exists shipment_request_of_company on shipment_request (company_id, created_at);
