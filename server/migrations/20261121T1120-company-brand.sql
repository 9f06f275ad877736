-- The brands of a company with what they tell their users, its public images, and the addresses that it writes from.

create table company_email (
  email_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  -- Only a verified one can be chosen for a brand (OPC-97).
  verified boolean not null default false,
  constraint company_email__taken unique (company_id, email)
);

create table company_phone (
  phone_id int generated always as identity primary key,
  company_id int not null references company,
  phone text not null,
  constraint company_phone__taken unique (company_id, phone)
);

-- Served to everybody who knows its id, which nobody can guess. Never changed: another image is another row.
create table public_image (
  image_id text primary key check (image_id ~ '^[0-9a-f]{32}$'),
  company_id int not null references company,
  -- The id of the bytes in the file store; the name a person gave them never becomes a path (SEC-30).
  file_id text not null unique,
  filename text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  width int not null,
  height int not null,
  bytes int not null,
  uploader_id int references provider,
  uploaded_at timestamptz not null
);

create table company_brand (
  brand_id int generated always as identity primary key,
  company_id int not null references company,
  brand_key text not null,
  company_name text not null,
  short_name text,
  address_id int references address,
  support_number text,
  email text,
  contact_fax text,
  -- Monday to Sunday as HH:mm-HH:mm or Closed, and the time zone (BST-06).
  hours jsonb not null,
  header_image_id text references public_image,
  logo_image_id text references public_image,
  sender_email_id int references company_email,
  contact_email_id int references company_email,
  sender_phone_id int references company_phone,
  sender_email_name text,
  terms_document_id int references document,
  terms_url text,
  -- Set by the server when the brand is made (BRN-13).
  portal_url text not null,
  created_at timestamptz not null,
  version int not null default 1,
  constraint company_brand__key_taken unique (company_id, brand_key)
);

-- What a brand wants its users to know. Ended, not erased.
create table brand_alert (
  alert_id int generated always as identity primary key,
  company_id int not null references company,
  brand_id int not null references company_brand,
  message text not null,
  severity text not null check (severity in ('info', 'warning', 'error')),
  -- Whom it is for; empty is everybody.
  types text[] not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index on brand_alert (brand_id) where ended_at is null;

do $$
declare
  t text;
begin
  foreach t in array array['company_email', 'company_phone', 'public_image', 'company_brand', 'brand_alert'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert on company_email, company_phone, public_image to portal_app;
grant select, insert, update on company_brand, brand_alert to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
