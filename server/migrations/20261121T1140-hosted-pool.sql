-- What we keep of people whose accounts a hosted user pool has, found by e-mail; their passwords and the secrets of their apps stay there.
create table pool_account (
  email text primary key,
  -- The factor that the pool has to ask for: set up and taken off here, so that nobody does it past the record (SEC-13).
  factor text not null default 'none' check (factor in ('none', 'totp', 'sms')),
  wrong_codes int not null default 0,
  codes_locked_until timestamptz,
  -- Sealed (SEC-17). With it an app is set up by whoever came in without one, as long as their session may last.
  refresh_token text,
  refresh_token_ends_at timestamptz
);
alter table pool_account enable row level security;
alter table pool_account force row level security;
create policy system on pool_account to portal_system using (true) with check (true);
grant select, insert, update, delete on pool_account to portal_system;

-- Sealed too: what the pool wants to have back with the code of somebody who is half-way in.
alter table auth_challenge add column pool_answer text;
