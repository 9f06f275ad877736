-- serves from 20261124T0720-events-by-quarter.sql
-- What was changed while the migration before filled the table: a trigger did not see its rows yet.
-- data
delete from patient_in_several s
where not exists (select from patient_within w where w.patient_id = s.patient_id and w.care_group_id = s.care_group_id
    and w.status = s.status and w.type = s.type)
  or (select count(*) from patient_care_group m where m.patient_id = s.patient_id) < 2;
-- end of data
