-- Partners that people change. That a partner is connected to a site is ended, never erased; it may be connected again.
alter table partner
  add column send_email boolean not null default false,
  add column version int not null default 1;
alter table site_partner
  drop constraint site_partner_pkey,
  add column connection_id int generated always as identity primary key,
  add column removed_at timestamptz;
create unique index site_partner__once on site_partner (site_id, partner_id) where removed_at is null;
create index site_partner_of_partner on site_partner (partner_id);
revoke delete on site_partner, partner from portal_app;
create index invitation_of_partner on invitation (partner_id) where partner_id is not null;
create index provider_of_partner on provider (partner_id) where partner_id is not null;

-- Somebody who acts for physicians. They are pending until they have registered by their newest invitation (OPS-47).
create table delegate (
  delegate_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  invitation_id int not null references invitation,
  -- Who invited them first.
  inviter_id int not null references provider,
  created_at timestamptz not null,
  constraint delegate__email_normalised check (email = lower(btrim(email)))
);
create unique index delegate__listed on delegate (company_id, email);

-- For which physicians they act. Those that a physician gave them are only read here (PHY-14).
create table delegate_npi (
  delegate_npi_id int generated always as identity primary key,
  company_id int not null references company,
  delegate_id int not null references delegate,
  npi text not null check (npi ~ '^[12][0-9]{9}$'),
  first_name text not null,
  last_name text not null,
  given_by text not null default 'pharmacy' check (given_by in ('pharmacy', 'physician')),
  version int not null default 1,
  removed_at timestamptz
);
create unique index delegate_npi__taken on delegate_npi (delegate_id, npi) where removed_at is null;

do $$
declare t text;
begin
  foreach t in array array['delegate', 'delegate_npi'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert on delegate, delegate_npi to portal_app;
grant update (invitation_id) on delegate to portal_app;
grant update (first_name, last_name, version, removed_at) on delegate_npi to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
