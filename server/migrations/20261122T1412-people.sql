-- Who signs in, for whom they work, and what proves them.

create table sponsor (
  sponsor_id int generated always as identity primary key,
  company_id int not null references company,
  name text not null,
  version int not null default 1,
  -- Removed is hidden, never erased.
  removed_at timestamptz
);
create unique index sponsor__name_taken on sponsor (company_id, name_key(name)) where removed_at is null;
create index sponsor_of_company on sponsor (company_id);
select fence_table('sponsor');
grant select, insert, update, delete on sponsor to portal_app, portal_system;

create table partner (
  partner_id int generated always as identity primary key,
  company_id int not null references company,
  kind text not null check (kind in ('pharmacy', 'wholesaler')),
  name text not null,
  address_id int references address,
  phone text,
  fax text,
  email text,
  country text not null default 'USA',
  send_email boolean not null default false,
  version int not null default 1
);
create index partner_of_company on partner (company_id);
select fence_table('partner');
grant select, insert, update on partner to portal_app;
grant select, insert, update, delete on partner to portal_system;

-- A person who signs in. How they prove it lies with the identity provider (identity_account), found by e-mail.
create table provider (
  provider_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  -- SCN-04: 0 e-mail, 1 text.
  preferred_contact int not null default 0 check (preferred_contact in (0, 1)),
  -- SCN-09: a person of no other type is "Other".
  type text not null default 'Other',
  admin_rights boolean not null default false,
  is_prescriber boolean not null default false,
  is_active boolean not null default true,
  -- SEC-13: whose factor was taken off by a recovery sets one up at the next sign-in, whatever their type.
  must_set_up_factor boolean not null default false,
  partner_id int references partner,
  sponsor_id int references sponsor,
  created_at timestamptz not null,
  version int not null default 1,
  constraint provider__email_taken unique (email),
  constraint provider__email_normalised check (email = lower(btrim(email)))
);
create index provider_of_company on provider (company_id);
create index provider_of_partner on provider (partner_id) where partner_id is not null;
create index provider_of_sponsor on provider (sponsor_id) where sponsor_id is not null;
select fence_table('provider');
grant select, update (phone, version) on provider to portal_app;
grant select, insert, update, delete on provider to portal_system;

create table notification_preference (
  notification_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  name text not null,
  description text not null,
  enabled boolean not null default true
);
create index on notification_preference (provider_id);
select fence_table('notification_preference');
grant select, insert, update, delete on notification_preference to portal_app, portal_system;

-- ------------------------------------------------------------------ what proves a person
create table identity_account (
  account_id int generated always as identity primary key,
  email text not null,
  password_hash text not null,
  state text not null default 'confirmed' check (state in ('confirmed', 'unconfirmed', 'reset')),
  preferred_mfa text not null default 'none' check (preferred_mfa in ('none', 'totp', 'sms')),
  -- Encrypted (SEC-13). The pending secret is the one shown in a set-up that is not verified yet.
  totp_secret text,
  pending_totp_secret text,
  -- The newest time step a code was accepted for: a code works once (SEC-11).
  last_totp_step bigint not null default 0,
  phone text,
  wrong_codes int not null default 0,
  codes_locked_until timestamptz,
  -- SEC-02, SEC-05: every change of password, factor or state makes the credential another one. What was proven by the one before
  -- opens nothing any more: whoever opens something compares the versions while the credential is held.
  credential_version int not null default 1,
  constraint identity_account__email_taken unique (email)
);
select fence_table('identity_account');
grant select, insert, update, delete on identity_account to portal_system;

-- What we keep of people whose accounts a hosted user pool has, found by e-mail; their passwords and the secrets of their apps stay there.
create table pool_account (
  email text primary key,
  -- The factor that the pool has to ask for: set up and taken off here, so that nobody does it past the record (SEC-13).
  factor text not null default 'none' check (factor in ('none', 'totp', 'sms')),
  wrong_codes int not null default 0,
  codes_locked_until timestamptz,
  -- Encrypted (SEC-17). With it an app is set up by whoever came in without one, as long as their session may last.
  refresh_token text,
  refresh_token_ends_at timestamptz,
  credential_version int not null default 1
);
select fence_table('pool_account');
grant select, insert, update, delete on pool_account to portal_system;

-- Keyed by the e-mail as typed, known or not, so that a lock tells nothing (SEC-07, SEC-09).
create table sign_in_lock (
  email text primary key,
  wrong_in_a_row int not null,
  last_wrong_at timestamptz not null,
  locked_until timestamptz
);
select fence_table('sign_in_lock');
grant select, insert, update, delete on sign_in_lock to portal_system;

-- P11-18: when the administrators of an account's company were last told of a lock, by its cause.
create table lock_notice (
  email text not null,
  cause text not null check (cause in ('password', 'code')),
  told_at timestamptz not null,
  primary key (email, cause)
);
select fence_table('lock_notice');
grant select, insert, update, delete on lock_notice to portal_system;

-- Between the right password and the accepted code (SEC-08, SEC-12). It also holds someone who replaces their factor, and
-- remembers that the old one was proven (SEC-13); a texted code proves the factor of someone signed in.
create table auth_challenge (
  challenge_hash bytea primary key,
  email text not null,
  host text not null,
  purpose text not null check (purpose in ('code', 'setup', 'replace', 'proof')),
  factor text check (factor in ('totp', 'sms')),
  sms_code_hash bytea,
  -- Encrypted: what the hosted pool wants to have back with the code of somebody who is half-way in.
  pool_answer text,
  tries int not null default 0,
  -- That of the credential whose proof the challenge rests on; 0 is none's.
  credential_version int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on auth_challenge (email);
create index on auth_challenge (expires_at);
select fence_table('auth_challenge');
grant select, insert, update, delete on auth_challenge to portal_system;

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
select fence_table('password_reset');
grant select, insert, update, delete on password_reset to portal_system;

-- A way in without the app, each once (SEC-12). It waits for years, so its keyed hash is encrypted and can be encrypted anew.
create table recovery_code (
  code_id int generated always as identity primary key,
  email text not null,
  encrypted_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_of_account on recovery_code (email);
select fence_table('recovery_code');
grant select, insert, update, delete on recovery_code to portal_system;

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
create index mfa_recovery_of_company on mfa_recovery (company_id);
select fence_table('mfa_recovery');
grant select on mfa_recovery to portal_app;
grant select, insert, update, delete on mfa_recovery to portal_system;

-- ------------------------------------------------------------------ sessions
create table session (
  session_id int generated always as identity primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  host text not null,
  -- What it was opened from, for its owner's list and for the mail about a new device.
  address text not null default '',
  user_agent text not null default '',
  cookie_hash bytea not null unique,
  created_at timestamptz not null,
  last_input_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index on session (provider_id) where ended_at is null;
select fence_table('session', withheld => true);
grant select, insert, update, delete on session to portal_system;

create table access_token (
  token_hash bytea primary key,
  company_id int not null references company,
  session_id int not null references session,
  expires_at timestamptz not null
);
create index on access_token (session_id);
create index on access_token (expires_at);
select fence_table('access_token', withheld => true);
grant select, insert, update, delete on access_token to portal_system;

create table known_device (
  provider_id int not null references provider,
  device_hash bytea not null,
  company_id int not null references company,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (provider_id, device_hash)
);
select fence_table('known_device');
grant select, insert, update, delete on known_device to portal_system;

-- When somebody last signed in on each day they did (P11-16): sessions are cleared away after a week.
create table sign_in_day (
  provider_id int not null references provider,
  day date not null,
  company_id int not null references company,
  last_at timestamptz not null,
  primary key (provider_id, day)
);
select fence_table('sign_in_day');
grant select on sign_in_day to portal_app;
grant select, insert, update, delete on sign_in_day to portal_system;

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
select fence_table('terms_acceptance');
grant select on terms_acceptance to portal_app;
grant select, insert, update, delete on terms_acceptance to portal_system;
