-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on patient_call: a column without a default
-- A call on the test line reached nobody, whatever was kept of it. Null is a call from before this was known.
alter table patient_call add column is_test boolean;
