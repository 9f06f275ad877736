-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- With the company, which row security compares: those who would be counted twice are counted in the index alone.
create index concurrently if not exists patient_in_several_counted on patient_in_several (care_group_id, status, type, patient_id) include (company_id);
