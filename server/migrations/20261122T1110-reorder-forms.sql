-- The medications that a company orders again: one list, which is read and saved as a whole.
create table medication_list (
  medication_list_id int generated always as identity primary key,
  company_id int not null references company,
  version int not null default 1
);
create unique index medication_list__exists on medication_list (company_id);

create table listed_medication (
  medication_list_id int not null references medication_list,
  position int not null,
  company_id int not null references company,
  name text not null,
  dosage text not null,
  information text not null,
  primary key (medication_list_id, position)
);

do $$
declare
  t text;
begin
  foreach t in array array['medication_list', 'listed_medication'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert, update on medication_list to portal_system, portal_app;
grant select, insert, delete on listed_medication to portal_system, portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
