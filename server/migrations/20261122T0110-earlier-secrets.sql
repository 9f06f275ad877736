-- PORTAL_SECRET may change (PRV-07). Which secrets something is sealed under is known by names made from them, which tell
-- nothing of them: a start without one that is still needed says so.
create table portal_secret (
  secret_id text primary key,
  -- When a process last started with it as the one that seals.
  started_at timestamptz not null,
  -- When nothing was left any more that this server has to open with it.
  retired_at timestamptz
);
alter table portal_secret enable row level security;
alter table portal_secret force row level security;
create policy system on portal_secret to portal_system using (true) with check (true);
grant select, insert, update, delete on portal_secret to portal_system;

-- A recovery code waits for years. Its hash is sealed, so that it can be sealed anew; those from before keep their keyed hash.
alter table recovery_code alter column code_hash drop not null;
alter table recovery_code add column sealed_hash text;
alter table recovery_code add constraint recovery_code__one_hash check (num_nonnulls(code_hash, sealed_hash) = 1);
