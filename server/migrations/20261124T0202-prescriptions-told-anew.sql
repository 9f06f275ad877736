-- serves from 20261123T1400-patients.sql
-- What is told of a prescription once more changes its row; what it was before is in the trail (P11-11).
grant update on patient_prescription to portal_app;
