-- serves from 20261123T1400-patients.sql
-- brief lock on company, company_brand: the new table refers to them
-- The hosts that operators have given to brands of companies. Those of the installation stand in its configuration.
create table host_brand (
  host text primary key check (host = lower(host)),
  company_id int not null references company,
  brand_id int not null references company_brand,
  given_at timestamptz not null
);
create index host_brand_of_brand on host_brand (brand_id);
select fence_table('host_brand');
grant select on host_brand to portal_app;
grant select, insert, update, delete on host_brand to portal_system;
