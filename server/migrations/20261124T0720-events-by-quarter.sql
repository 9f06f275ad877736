-- outside a transaction
-- serves from 20261124T0700-emergency-access.sql
-- What a clinic asked for in a quarter.
create index concurrently if not exists survey_event_of_company on survey_event (company_id, started_at);
