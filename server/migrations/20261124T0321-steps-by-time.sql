-- outside a transaction
-- serves from 20261124T0300-assessments.sql
-- How many patients were active at the end of last month is told from what has happened since.
create index concurrently if not exists patient_step_by_time on patient_step (company_id, at) where kind = 'status';
