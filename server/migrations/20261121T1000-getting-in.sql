-- The rest of getting in: reset codes, invitations, registration, recovery, and what a session was opened from.

-- Keyed by the e-mail as typed, known or not, so that asking tells nothing (SEC-07, SEC-15). Without an account there is no code.
create table password_reset (
  reset_id int generated always as identity primary key,
  email text not null,
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  -- Used, or replaced by a newer one.
  ended_at timestamptz
);
create index on password_reset (email, created_at);

-- SEC-16. What an invitation fixes, nothing in the registration can change.
create table invitation (
  invitation_id int generated always as identity primary key,
  company_id int not null references company,
  code_hash bytea not null unique,
  -- The key of the brand whose portal it leads to.
  brand_key text not null,
  email text not null,
  type text not null,
  admin_rights boolean not null default false,
  is_prescriber boolean not null default false,
  partner_id int references partner,
  sponsor_id int references sponsor,
  inviter_id int references provider,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  used_at timestamptz,
  provider_id int references provider,
  constraint invitation__email_normalised check (email = lower(btrim(email)))
);
create index on invitation (company_id, email);

create table invitation_care_group (
  invitation_id int not null references invitation,
  care_group_id int not null references care_group,
  company_id int not null references company,
  primary key (invitation_id, care_group_id)
);

-- OPN-26: which terms a person accepted, when and where. Kept as they were read.
create table terms_acceptance (
  acceptance_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  brand_key text not null,
  host text not null,
  terms text not null,
  accepted_at timestamptz not null
);
create index on terms_acceptance (provider_id);

-- SCN-04: 0 e-mail, 1 text.
alter table provider add column preferred_contact int not null default 0 check (preferred_contact in (0, 1));

-- A way in without the app, each once. Keyed hashes (SEC-12).
create table recovery_code (
  code_id int generated always as identity primary key,
  email text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_code__twice unique (email, code_hash)
);

-- SEC-13: a lost factor is taken off by another authorised person of the company, never by its owner.
create table mfa_recovery (
  recovery_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decider_id int references provider,
  approved boolean,
  reason text,
  check (decider_id is null or decider_id <> provider_id)
);
create unique index mfa_recovery__open on mfa_recovery (provider_id) where decided_at is null;

-- What a session was opened from, for its owner's list and for the mail about a new device.
alter table session add column address text not null default '', add column user_agent text not null default '';
create table known_device (
  provider_id int not null references provider,
  device_hash bytea not null,
  company_id int not null references company,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (provider_id, device_hash)
);

-- A challenge also holds someone who replaces their factor, and remembers that the old one was proven (SEC-13).
alter table auth_challenge drop constraint auth_challenge_purpose_check;
alter table auth_challenge add constraint auth_challenge_purpose_check check (purpose in ('code', 'setup', 'replace'));

do $$
declare
  t text;
begin
  foreach t in array array['password_reset', 'invitation', 'invitation_care_group', 'terms_acceptance', 'recovery_code',
    'mfa_recovery', 'known_device'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
  end loop;
  foreach t in array array['invitation', 'invitation_care_group', 'terms_acceptance', 'mfa_recovery', 'known_device'] loop
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert, update on invitation to portal_app;
grant select, insert on invitation_care_group to portal_app;
grant select on terms_acceptance, mfa_recovery to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
