-- serves from 20261124T0720-events-by-quarter.sql
-- Whoever is in several groups by now. The triggers keep them already; what left meanwhile is taken out by the migration that follows.
-- data
insert into patient_in_several (care_group_id, status, type, patient_id, company_id)
select w.care_group_id, w.status, w.type, w.patient_id, w.company_id from patient_within w
where w.patient_id in (select m.patient_id from patient_care_group m group by m.patient_id having count(*) > 1)
on conflict do nothing;
-- end of data
