-- The brands of a company: how they look, where they are found, and what they tell their users.

-- Served to everybody who knows its id, which nobody can guess. Never changed: another image is another row (SEC-30).
create table public_image (
  image_id text primary key check (image_id ~ '^[0-9a-f]{32}$'),
  company_id int not null references company,
  file_id int not null unique references stored_file,
  filename text not null,
  width int not null,
  height int not null,
  uploader_id int references provider,
  uploaded_at timestamptz not null
);
create index public_image_of_company on public_image (company_id);
select fence_table('public_image');
grant select, insert on public_image to portal_app;
grant select, insert, update, delete on public_image to portal_system;

create table company_email (
  email_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  -- Only a verified one can be chosen for a brand (OPC-97).
  verified boolean not null default false,
  constraint company_email__taken unique (company_id, email)
);
select fence_table('company_email');
grant select, insert on company_email to portal_app;
grant select, insert, update, delete on company_email to portal_system;

create table company_phone (
  phone_id int generated always as identity primary key,
  company_id int not null references company,
  phone text not null,
  constraint company_phone__taken unique (company_id, phone)
);
select fence_table('company_phone');
grant select, insert on company_phone to portal_app;
grant select, insert, update, delete on company_phone to portal_system;

-- Addresses that were added for a brand: any of its company's brands may have them, and everybody of it read them.
create table company_address (
  address_id int primary key references address,
  company_id int not null references company,
  added_at timestamptz not null
);
select fence_table('company_address');
grant select, insert on company_address to portal_app;
grant select, insert, update, delete on company_address to portal_system;

-- The brands of a company with what they tell their users.
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
  favicon_image_id text references public_image,
  sign_in_image_id text references public_image,
  -- As #rrggbb; the colour of text on it follows from it.
  primary_colour text,
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
-- Brands refer to documents and these to care groups, so this key comes last. Between tables under forced row security none can be
-- made, also where they have no row.
alter table care_group no force row level security;
alter table care_group add foreign key (brand_id) references company_brand;
alter table care_group force row level security;
select fence_table('company_brand');
grant select, insert, update on company_brand to portal_app;
grant select, insert, update, delete on company_brand to portal_system;

-- What a brand wants its users to know. Ended, not erased.
create table brand_alert (
  alert_id int generated always as identity primary key,
  company_id int not null references company,
  brand_id int not null references company_brand,
  message text not null,
  severity text not null check (severity in ('info', 'warning', 'error')),
  -- Whom it is for; empty is everybody.
  types text[] not null,
  -- From which day until which one, both included, it is shown (UTC); null is without an end.
  from_day date,
  until_day date,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index on brand_alert (brand_id) where ended_at is null;
create index brand_alert_of_company on brand_alert (company_id) where ended_at is null;
select fence_table('brand_alert');
grant select, insert, update on brand_alert to portal_app;
grant select, insert, update, delete on brand_alert to portal_system;

-- The hosts that operators have given to brands of companies. Those of the installation stand in its configuration.
create table host_brand (
  host text primary key check (host = lower(host)),
  company_id int not null references company,
  brand_id int not null references company_brand,
  given_at timestamptz not null
);
create index host_brand_of_brand on host_brand (brand_id);
select fence_table('host_brand');
grant select on host_brand to portal_app;
grant select, insert, update, delete on host_brand to portal_system;
