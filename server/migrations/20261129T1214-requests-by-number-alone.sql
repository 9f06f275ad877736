-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- OPS-68: requests that were asked for by the subject number alone are found by it.
create index concurrently if not exists shipment_participant_by_number_alone on shipment_participant (company_id, subject_number)
  where participant_id is null;
