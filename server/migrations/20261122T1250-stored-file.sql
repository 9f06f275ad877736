-- Every file of the store is one row here, and every record that keeps a file has a foreign key to it: what may be cleared away
-- and what is encrypted anew is read from this table and from the foreign keys, never from a list of tables.
create table stored_file (
  file_id int generated always as identity primary key,
  -- Null for what belongs to no company.
  company_id int references company,
  bytes bigint not null check (bytes >= 0),
  -- The media type it is served as.
  type text not null check (type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  -- Its name in the store, where the name that a person gave never becomes a path; another one once it is encrypted anew.
  key text not null unique,
  -- Of the clear content. Null for what was kept before this column, until it is encrypted anew.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);
create index on stored_file (created_at);
alter table stored_file enable row level security;
alter table stored_file force row level security;
create policy system on stored_file to portal_system using (true) with check (true);
create policy company on stored_file to portal_app using (company_id = nullif(current_setting('app.company_id', true), '')::int)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::int);
grant select, insert, update, delete on stored_file to portal_system;
grant select, insert on stored_file to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;

alter table document rename column file_id to key;
alter table document add column file_id int references stored_file;
alter table public_image rename column file_id to key;
alter table public_image add column file_id int references stored_file;

-- data
insert into stored_file (company_id, bytes, type, key, created_at)
select company_id, bytes, content_type, key, uploaded_at from document
union all
select company_id, bytes, content_type, key, uploaded_at from public_image
order by uploaded_at;
update document set file_id = file.file_id from stored_file file where file.key = document.key;
update public_image set file_id = file.file_id from stored_file file where file.key = public_image.key;
-- end of data

-- Size and type are said once, by the file.
alter table document drop column key, drop column bytes, drop column content_type;
alter table document alter column file_id set not null, add unique (file_id);
alter table public_image drop column key, drop column bytes, drop column content_type;
alter table public_image alter column file_id set not null, add unique (file_id);
