-- serves from 20261123T1220-documents-of-library.sql
-- brief lock on company, address: the new table refers to them
-- Addresses that were added for a brand: any of its company's brands may have them, and everybody of it read them.
create table company_address (
  address_id int primary key references address,
  company_id int not null references company,
  added_at timestamptz not null
);
select fence_table('company_address');
grant select, insert on company_address to portal_app;
grant select, insert, update, delete on company_address to portal_system;
