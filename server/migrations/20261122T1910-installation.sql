-- Which portal this database belongs to. The folder of its files carries the same marker: a database and a folder that do not
-- belong together are refused at the start, and so is another mode than the one it was begun in.
create table installation (
  -- There is one row.
  is_this boolean primary key default true check (is_this),
  marker text not null check (marker ~ '^[0-9a-f]{32}$'),
  mode text not null check (mode in ('development', 'test', 'staging', 'production')),
  -- Demo data came in, with accounts whose password everybody knows.
  has_demo_data boolean not null default false,
  -- A restored copy sends nothing until its operator says so: what waits in its outbox may have been sent by the original.
  holds_outbound boolean not null default false,
  created_at timestamptz not null
);
select fence_table('installation');
grant select, insert, update (mode, has_demo_data, holds_outbound) on installation to portal_system;

-- Keys of the store that were given up when their file was encrypted anew: somebody may have just read one, so it lies there for
-- another day.
create table replaced_file (
  key text primary key,
  replaced_at timestamptz not null
);
create index on replaced_file (replaced_at);
select fence_table('replaced_file');
grant select, insert, delete on replaced_file to portal_system;

-- Causes are listed by the type in the code that tells of them, and there alone.
alter table security_alert drop constraint security_alert_cause_check;
