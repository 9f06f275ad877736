-- P11-18: refused calls for records of another company, until they are counted no more, and what administrators were told of when.
create table foreign_call (
  call_id bigint generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  at timestamptz not null
);
create index on foreign_call (provider_id, at);

create table misuse_notice (
  company_id int not null references company,
  cause text not null check (cause in ('foreign calls', 'damage')),
  -- The person; 0 is the company as a whole.
  about int not null,
  told_at timestamptz not null,
  primary key (company_id, cause, about)
);

do $$
declare
  t text;
begin
  foreach t in array array['foreign_call', 'misuse_notice'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant usage on all sequences in schema public to portal_system;
