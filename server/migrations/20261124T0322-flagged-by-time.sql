-- outside a transaction
-- serves from 20261124T0300-assessments.sql
-- The dashboard counts the flagged responses of two months.
create index concurrently if not exists survey_response_flagged on survey_response (company_id, completed_at) where flagged <> '{}';
