-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- PRV-03: what went to an address is found when it is to be erased.
create index concurrently if not exists shipment_request_of_address on shipment_request (address_id);
