-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- PRV-03: who else lives at an address is found when it is to be erased.
create index concurrently if not exists participant_of_address on participant (address_id) where address_id is not null;
