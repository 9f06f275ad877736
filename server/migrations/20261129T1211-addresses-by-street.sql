-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- PRV-03: where a participant lived before is found by the words of the trail.
create index concurrently if not exists address_of_street on address (company_id, street);
