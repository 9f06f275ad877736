-- Care groups with what they hold: members, documents, brands, cards, products, partners, prices, participants, delegates.

create table care_group (
  care_group_id int generated always as identity primary key,
  company_id int not null references company,
  parent_id int references care_group,
  kind text not null check (kind in ('trial', 'site', 'group')),
  name text not null,
  display_name text not null,
  description text not null default '',
  primary_contact_id int references provider,
  brand_id int,
  created_at timestamptz not null,
  -- Removed is hidden, never erased.
  removed_at timestamptz,
  version int not null default 1,
  -- A trial's configuration.
  is_configured boolean not null default false,
  sponsor_id int references sponsor,
  subject_number_mask text,
  outreach_preference boolean not null default false,
  has_card boolean not null default false,
  has_shipping boolean not null default false,
  pdmi_group_number text,
  order_form_template_id int,
  -- A site's configuration.
  address_id int references address,
  phone text,
  extension text,
  study_contact text,
  study_contact_email text,
  notes text
);
create unique index care_group__name_taken on care_group (company_id, name_key(name)) where parent_id is null and removed_at is null;
create unique index care_group__name_taken_below on care_group (parent_id, name_key(name))
  where parent_id is not null and removed_at is null;
create index on care_group (company_id);
-- Also of the removed ones: what lies below a group.
create index care_group_children on care_group (parent_id) where parent_id is not null;
create index care_group_of_sponsor on care_group (sponsor_id) where sponsor_id is not null;

create table care_group_member (
  care_group_id int not null references care_group,
  provider_id int not null references provider,
  company_id int not null references company,
  primary key (provider_id, care_group_id)
);
create index on care_group_member (care_group_id);
select fence_table('care_group_member');
grant select, insert, update, delete on care_group_member to portal_app, portal_system;

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
create index invitation_of_partner on invitation (partner_id) where partner_id is not null;
-- Whose portal a host is, for e-mails that nobody has.
create index invitation_of_brand on invitation (brand_key, company_id);
select fence_table('invitation');
grant select, insert, update on invitation to portal_app;
grant select, insert, update, delete on invitation to portal_system;

create table invitation_care_group (
  invitation_id int not null references invitation,
  care_group_id int not null references care_group,
  company_id int not null references company,
  primary key (invitation_id, care_group_id)
);
create index invitation_care_group_by_group on invitation_care_group (care_group_id);
select fence_table('invitation_care_group');
grant select, insert on invitation_care_group to portal_app;
grant select, insert, update, delete on invitation_care_group to portal_system;

-- ------------------------------------------------------------------ documents and brands
create table document (
  document_id int generated always as identity primary key,
  company_id int not null references company,
  file_id int not null unique references stored_file,
  filename text not null,
  friendly_name text not null,
  uploader_id int not null references provider,
  uploaded_at timestamptz not null,
  -- Who may open it besides administrators: the people of this trial or site, and those of this partner.
  care_group_id int references care_group,
  partner_id int references partner
);
create index document_of_company on document (company_id);
create index document_of_care_group on document (care_group_id) where care_group_id is not null;
create index document_of_partner on document (partner_id) where partner_id is not null;
select fence_table('document');
grant select, insert on document to portal_app;
grant select, insert, update, delete on document to portal_system;

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
alter table care_group add foreign key (brand_id) references company_brand;
select fence_table('care_group');
grant select, insert, update, delete on care_group to portal_app, portal_system;
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
  created_at timestamptz not null,
  ended_at timestamptz
);
create index on brand_alert (brand_id) where ended_at is null;
create index brand_alert_of_company on brand_alert (company_id) where ended_at is null;
select fence_table('brand_alert');
grant select, insert, update on brand_alert to portal_app;
grant select, insert, update, delete on brand_alert to portal_system;

-- The medications that a company orders again: one list, which is read and saved as a whole.
create table medication_list (
  medication_list_id int generated always as identity primary key,
  company_id int not null references company,
  version int not null default 1
);
create unique index medication_list__exists on medication_list (company_id);
select fence_table('medication_list');
grant select, insert, update on medication_list to portal_app, portal_system;

create table listed_medication (
  medication_list_id int not null references medication_list,
  position int not null,
  company_id int not null references company,
  name text not null,
  dosage text not null,
  information text not null,
  primary key (medication_list_id, position)
);
select fence_table('listed_medication');
grant select, insert, delete on listed_medication to portal_app, portal_system;

-- ------------------------------------------------------------------ products and who supplies them
create table product (
  product_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  drug_name text not null,
  dosage_form text not null,
  quantity_unit text not null,
  is_other_unit boolean not null default false,
  directions text not null default 'N/A',
  default_quantity int not null,
  default_batch_quantity int not null,
  max_shipment_quantity int not null check (max_shipment_quantity > 0),
  default_days_of_supply int not null,
  item_number text,
  item_description text,
  pharmacy_supplied boolean not null default false,
  wholesaler_supplied boolean not null default false,
  removed_at timestamptz,
  version int not null default 1
);
create index on product (trial_id);
select fence_table('product');
grant select, insert, update on product to portal_app;
grant select, insert, update, delete on product to portal_system;

-- That a partner is connected to a site is ended, never erased; it may be connected again.
create table site_partner (
  connection_id int generated always as identity primary key,
  site_id int not null references care_group,
  partner_id int not null references partner,
  company_id int not null references company,
  removed_at timestamptz
);
create unique index site_partner__once on site_partner (site_id, partner_id) where removed_at is null;
create index site_partner_of_partner on site_partner (partner_id);
select fence_table('site_partner');
grant select, insert, update on site_partner to portal_app;
grant select, insert, update, delete on site_partner to portal_system;

-- That a partner supplies a product is ended, never erased; it may supply it again later.
create table product_supply (
  supply_id int generated always as identity primary key,
  site_id int not null references care_group,
  partner_id int not null references partner,
  product_id int not null references product,
  company_id int not null references company,
  removed_at timestamptz
);
create unique index product_supply__once on product_supply (site_id, product_id, partner_id) where removed_at is null;
-- Who supplies a product is asked for by the product: when its supplier type changes, and before a price is set.
create index product_supply_of_product on product_supply (product_id, partner_id) where removed_at is null;
create index product_supply_of_partner on product_supply (partner_id) where removed_at is null;
select fence_table('product_supply');
grant select, insert, update on product_supply to portal_app;
grant select, insert, update, delete on product_supply to portal_system;

-- A price is never changed: a new one is a new row, a wrong one is invalidated (PRC-07, P11-11).
create table product_price (
  price_id int generated always as identity primary key,
  company_id int not null references company,
  product_id int not null references product,
  partner_id int not null references partner,
  -- Null is the partner's own price; otherwise what this sponsor pays the partner (PRC-04).
  sponsor_id int references sponsor,
  drug_price numeric(12, 2) not null check (drug_price > 0),
  shipping_fee numeric(12, 2) not null check (shipping_fee >= 0),
  dispense_fee numeric(12, 2) not null check (dispense_fee >= 0),
  currency text not null check (currency in ('USD', 'GBP', 'EUR')),
  effective_on date not null,
  created_at timestamptz not null,
  creator_id int not null references provider,
  invalidated_at timestamptz,
  invalidator_id int references provider
);
-- OPS-40: one valid price a day for the same keys.
create unique index product_price__same_day on product_price (product_id, partner_id, coalesce(sponsor_id, 0), effective_on)
  where invalidated_at is null;
create index product_price_of_product on product_price (product_id);
create index product_price_of_partner on product_price (partner_id);
select fence_table('product_price');
grant select, insert, update (invalidated_at, invalidator_id) on product_price to portal_app;
grant select, insert, update, delete on product_price to portal_system;

-- What a product's packages were made in, with the day each lot expires: written when it is first typed on a package.
-- It says nothing of anybody.
create table lot (
  lot_id int generated always as identity primary key,
  company_id int not null references company,
  product_id int not null references product,
  lot_number text not null,
  -- A lot is found by what nobody can tell apart: typed a little differently, it would escape its recall. A column of its own,
  -- since behind the fence an index over an expression is of no use.
  number_key text collate "C" not null check (number_key = name_key(lot_number)),
  expires_on date not null,
  created_at timestamptz not null,
  version int not null default 1
);
create unique index lot__other_expiry on lot (product_id, number_key);
-- What administrators look through: by what the number begins with, and in its order.
create index lot_by_number on lot (company_id, number_key, lot_id);
select fence_table('lot');
grant select, insert, update (expires_on, version) on lot to portal_app;
grant select, insert on lot to portal_system;

-- That the day a lot expires was typed wrongly, and what was put in its place. Nothing of it is ever changed.
create table lot_correction (
  correction_id int generated always as identity primary key,
  company_id int not null references company,
  lot_id int not null references lot,
  expired_on date not null,
  expires_on date not null check (expires_on <> expired_on),
  reason text not null check (btrim(reason) <> ''),
  corrector_id int not null references provider,
  corrected_at timestamptz not null
);
create index lot_correction_of_lot on lot_correction (lot_id, correction_id);
select fence_table('lot_correction');
grant select, insert on lot_correction to portal_app, portal_system;

-- ------------------------------------------------------------------ participants and their cards
create sequence ctrx_number start 100001;
grant usage on sequence ctrx_number to portal_app, portal_system;
create table participant (
  participant_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  site_id int not null references care_group,
  first_name text not null,
  last_name text not null,
  born_on date not null,
  gender int not null check (gender in (0, 1)),
  email text,
  phone text,
  address_id int references address,
  subject_number text not null,
  ctrx_id text not null default 'CTRX' || nextval('ctrx_number'),
  preferred_contact int not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  version int not null default 1,
  constraint participant__subject_taken unique (trial_id, subject_number),
  constraint participant__ctrx_taken unique (ctrx_id)
);
create index on participant (site_id);
create index participant_of_email on participant (lower(email)) where email is not null;
-- The numbers of the trial dashboard are counted from this index alone, however many participants other trials have.
create index participant_analytics on participant (trial_id, site_id) include (company_id, is_active, created_at);
select fence_table('participant');
grant select, insert, update, delete on participant to portal_app, portal_system;

create table trial_card (
  care_group_id int primary key references care_group,
  company_id int not null references company,
  rx_bin text not null,
  rx_pcn text not null,
  rx_grp text not null,
  cardholder_name_label text not null,
  cardholder_id_label text not null,
  participants text not null,
  claim_submissions text not null,
  pharmacy_instructions text not null,
  card_introduction text not null,
  contact_info text not null,
  main_logo text,
  optional_logo text,
  version int not null default 1
);
select fence_table('trial_card');
grant select, insert, update, delete on trial_card to portal_app, portal_system;

-- Each time a card was sent: to whom, how, where to, by whom and when.
create table card_outreach (
  outreach_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  participant_id int not null references participant,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  sender_id int not null references provider,
  sent_at timestamptz not null
);
create index card_outreach_of_trial on card_outreach (trial_id, sent_at);
create index on card_outreach (participant_id);
select fence_table('card_outreach');
grant select, insert on card_outreach to portal_app, portal_system;

-- What the owner of an address chose on the public page. The last choice counts; earlier ones stay (PRV-08).
create table email_choice (
  choice_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  wants_emails boolean not null,
  chosen_at timestamptz not null,
  page text not null,
  host text not null,
  request_id text not null
);
create index email_choice_of_address on email_choice (company_id, email, choice_id);
create trigger append_only before update or delete on email_choice for each row execute function refuse_change();
create trigger append_only_truncate before truncate on email_choice execute function refuse_change();
select fence_table('email_choice');
grant select on email_choice to portal_app;
grant select, insert on email_choice to portal_system;

-- ------------------------------------------------------------------ delegates
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
select fence_table('delegate');
grant select, insert, update (invitation_id) on delegate to portal_app;
grant select, insert, update, delete on delegate to portal_system;

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
select fence_table('delegate_npi');
grant select, insert, update (first_name, last_name, version, removed_at) on delegate_npi to portal_app;
grant select, insert, update, delete on delegate_npi to portal_system;
