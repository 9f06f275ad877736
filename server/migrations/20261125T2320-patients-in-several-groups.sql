-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on company, patient, care_group: a new table refers to them
-- Whoever was put into more than one group, with each group they lie in: of several groups the total is what is tallied for each of
-- them, without those who would be counted twice. Kept by the triggers of `patient_within`.
create table patient_in_several (
  care_group_id int not null references care_group,
  status text not null,
  type smallint not null,
  patient_id int not null references patient,
  company_id int not null references company,
  primary key (care_group_id, status, type, patient_id)
);
create index patient_in_several_of_patient on patient_in_several (patient_id);
select fence_table('patient_in_several');
grant select, insert, delete on patient_in_several to portal_app, portal_system;

create or replace function renew_patient_within(ids int[]) returns void language plpgsql as $$
begin
  with recursive places as (
    select m.patient_id, m.care_group_id from patient_care_group m where m.patient_id = any(ids)
    union
    select places.patient_id, g.parent_id from places join care_group g using (care_group_id) where g.parent_id is not null),
  wanted as (
    select p.patient_id, places.care_group_id, p.company_id, p.status, p.type, p.sort_name
    from places join patient p using (patient_id) where p.removed_at is null),
  gone as (
    delete from patient_within w where w.patient_id = any(ids)
      and not exists (select from wanted where wanted.patient_id = w.patient_id and wanted.care_group_id = w.care_group_id))
  insert into patient_within (patient_id, care_group_id, company_id, status, type, sort_name)
  select patient_id, care_group_id, company_id, status, type, sort_name from wanted
  on conflict (patient_id, care_group_id) do update
    set status = excluded.status, type = excluded.type, sort_name = excluded.sort_name
    where (patient_within.status, patient_within.type, patient_within.sort_name)
      is distinct from (excluded.status, excluded.type, excluded.sort_name);
  delete from patient_in_several where patient_id = any(ids);
  insert into patient_in_several (care_group_id, status, type, patient_id, company_id)
  select w.care_group_id, w.status, w.type, w.patient_id, w.company_id from patient_within w
  where w.patient_id in (
    select m.patient_id from patient_care_group m where m.patient_id = any(ids) group by m.patient_id having count(*) > 1)
  on conflict do nothing;
end $$;
