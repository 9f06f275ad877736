-- The rest of a lost factor, and what administrators are told about locks.

-- SEC-13: whose factor was taken off by a recovery sets one up at the next sign-in, whatever their type.
alter table provider add column must_set_up_factor boolean not null default false;

-- A texted code also proves the factor of someone signed in, who is about to replace or remove it.
alter table auth_challenge drop constraint auth_challenge_purpose_check;
alter table auth_challenge
  add constraint auth_challenge_purpose_check check (purpose in ('code', 'setup', 'replace', 'proof'));
create index on auth_challenge (email);

-- P11-18: when the administrators of an account's company were last told of a lock, by its cause.
create table lock_notice (
  email text not null,
  cause text not null check (cause in ('password', 'code')),
  told_at timestamptz not null,
  primary key (email, cause)
);
alter table lock_notice enable row level security;
alter table lock_notice force row level security;
create policy system on lock_notice to portal_system using (true) with check (true);
grant select, insert, update, delete on lock_notice to portal_system;
