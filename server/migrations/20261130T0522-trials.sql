-- What a trial holds: products and who supplies them, participants and their cards, delegates.

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
-- Who supplies a product is asked for by the product: when its supplier type changes, and before a price is set. Who did before, where
-- something was shipped without a price.
create index product_supply_of_product on product_supply (product_id, partner_id);
create index product_supply_of_partner on product_supply (partner_id) where removed_at is null;
select fence_table('product_supply');
grant select, insert, update on product_supply to portal_app;
grant select, insert, update, delete on product_supply to portal_system;

-- A price is never changed: a new one is a new row, a wrong one is invalidated, and one that is not agreed any more ends (PRC-07, P11-11).
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
  -- What it is the price of one of: the unit that the product had when it was set. It counts for quantities in this unit alone.
  quantity_unit text not null,
  effective_on date not null,
  created_at timestamptz not null,
  creator_id int not null references provider,
  invalidated_at timestamptz,
  invalidator_id int references provider,
  -- The last day on which it holds. What was shipped until then keeps it; what is invalidated never held.
  ended_on date check (ended_on >= effective_on)
);
-- OPS-40: one valid price a day for the same keys and the same unit.
create unique index product_price__same_day
  on product_price (product_id, partner_id, coalesce(sponsor_id, 0), effective_on, quantity_unit)
  where invalidated_at is null and ended_on is null;
create index product_price_of_product on product_price (product_id);
create index product_price_of_partner on product_price (partner_id);
select fence_table('product_price');
grant select, insert, update (invalidated_at, invalidator_id, ended_on) on product_price to portal_app;
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
  -- Since when it is called back by its manufacturer; null for a lot that may be shipped. Who said so and why is in lot_recall.
  recalled_at timestamptz,
  created_at timestamptz not null,
  version int not null default 1
);
create unique index lot__other_expiry on lot (product_id, number_key);
-- What administrators look through: by what the number begins with, and in its order.
create index lot_by_number on lot (company_id, number_key, lot_id);
-- Who packs is offered the newest lots of a product, also where it has had thousands.
create index lot_of_product_by_age on lot (product_id, lot_id);
-- What expires soon is counted for administrators on their first page.
create index lot_by_expiry on lot (company_id, expires_on);
-- Administrators look through those that are recalled, in the order of all lots: few among many.
create index lot_recalled on lot (company_id, number_key, lot_id) where recalled_at is not null;
select fence_table('lot');
grant select, insert, update (expires_on, recalled_at, version) on lot to portal_app;
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

-- That a lot was recalled, or that its recall was taken back, by whom and why. Nothing of it is ever changed.
create table lot_recall (
  recall_id int generated always as identity primary key,
  company_id int not null references company,
  lot_id int not null references lot,
  is_recalled boolean not null,
  reason text not null check (btrim(reason) <> ''),
  recaller_id int not null references provider,
  recalled_at timestamptz not null
);
create index lot_recall_of_lot on lot_recall (lot_id, recall_id);
select fence_table('lot_recall');
grant select, insert on lot_recall to portal_app, portal_system;

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

-- ------------------------------------------------------------------ participants and their cards
create sequence ctrx_number start 100001;
grant usage on sequence ctrx_number to portal_app, portal_system;
create table participant (
  participant_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  site_id int not null references care_group,
  -- Where they were added; to go to another site changes nothing in what happened there.
  enrolled_site_id int not null references care_group,
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
  -- PRV-03: a participant who is removed keeps the subject number, under which the trial has its records, and nothing that says who it
  -- was. They were deactivated before, and nothing takes them back.
  removed_at timestamptz,
  constraint participant__subject_taken unique (trial_id, subject_number),
  constraint participant__ctrx_taken unique (ctrx_id),
  constraint participant__removed_is_inactive check (removed_at is null or not is_active)
);
create index on participant (site_id);
-- A participant is gone to by what the subject number begins with, and by the beginning of either order of the name.
create index participant_by_number on participant (company_id, subject_number collate "C");
create index participant_by_first_name
  on participant (site_id, (without_accents(name_key(first_name || ' ' || last_name))) collate "C", participant_id);
create index participant_by_last_name
  on participant (site_id, (without_accents(name_key(last_name || ' ' || first_name))) collate "C", participant_id);
-- PRV-03: who else lives at an address is found when it is to be erased.
create index participant_of_address on participant (address_id) where address_id is not null;
create index participant_of_email on participant (lower(email)) where email is not null;
-- The numbers of the trial dashboard are counted from these indexes alone, however many participants other trials have.
create index participant_analytics on participant (trial_id, site_id) include (company_id, is_active, removed_at, created_at);
create index participant_enrollments on participant (enrolled_site_id, trial_id) include (company_id, created_at);
select fence_table('participant');
grant select, insert, update, delete on participant to portal_app, portal_system;

-- Participants whose name, or whose last name, begins with what was typed, by name; past the fence, since the database looks through
-- no index of a function for who is held to their company, and held to it here. So many of each site are looked at, however many it
-- has.
create function participants_named(begins text, sites int[], most int)
returns table (participant_id int, sort_name text)
language plpgsql stable rows 6 security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  lowest text := without_accents(name_key(begins));
  highest text := lowest || chr(1114111);
begin
  return query
    select named.participant_id, min(named.name)
    from care_group site cross join lateral (
      (select p.participant_id, without_accents(name_key(p.first_name || ' ' || p.last_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company and p.removed_at is null
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" >= lowest
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" < highest
        order by without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C", p.participant_id limit most)
      union
      (select p.participant_id, without_accents(name_key(p.last_name || ' ' || p.first_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company and p.removed_at is null
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" >= lowest
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" < highest
        order by without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C", p.participant_id limit most)) named
    where site.company_id = company and site.kind = 'site' and (sites is null or site.care_group_id = any(sites))
    group by named.participant_id
    order by min(named.name), named.participant_id
    limit most;
end $$;
revoke execute on function participants_named(text, int[], int) from public;
grant execute on function participants_named(text, int[], int) to portal_app;

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

-- P11-11: an image that was on a card stays to be seen when another takes its place. The audit trail names it by this hash.
create table card_image (
  company_id int not null references company,
  sha256 text not null generated always as (encode(sha256(image), 'hex')) stored,
  image bytea not null,
  primary key (company_id, sha256)
);
select fence_table('card_image');
grant select, insert on card_image to portal_app, portal_system;
create trigger append_only before update or delete on card_image for each row execute function refuse_change();
create trigger append_only_truncate before truncate on card_image execute function refuse_change();

-- Each time a card was sent: to whom, how, where to, by whom and when.
create table card_outreach (
  outreach_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  participant_id int not null references participant,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  sender_id int not null references provider,
  sent_at timestamptz not null,
  -- When its message was taken back before it was out: no card was sent.
  withdrawn_at timestamptz
);
create index card_outreach_of_trial on card_outreach (trial_id, sent_at);
-- Who sees the whole company has what was sent in a year counted on the reporting page.
create index card_outreach_of_company on card_outreach (company_id, sent_at);
create index on card_outreach (participant_id);
select fence_table('card_outreach');
grant select, insert on card_outreach to portal_app, portal_system;
-- PRV-03: where somebody who is removed was written to is erased.
grant update (recipient, withdrawn_at) on card_outreach to portal_system;

-- Checked as the owner it would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
-- Of a sending of the company, with the others of this participant to the same address or number. What is in the outbox, nobody within
-- the fence can read.
create function card_does_not_arrive(which int, at timestamptz) returns boolean
language sql stable security invoker set role = portal_system set search_path = public as $$
  select none_arrives(array(
    select m.message_id from card_outreach sent
      join card_outreach same on same.participant_id = sent.participant_id and same.channel = sent.channel
        and same.recipient = sent.recipient
      join message m on m.participant_id = same.participant_id and m.outreach_id = same.outreach_id
    where sent.outreach_id = which and sent.company_id = nullif(current_setting('app.company_id', true), '')::int), at)
$$;
revoke execute on function card_does_not_arrive(int, timestamptz) from public;
grant execute on function card_does_not_arrive(int, timestamptz) to portal_app;

-- Whoever takes a message back. What was being handed over at that moment is out, and its card was sent after all.
create function withdraw_card() returns trigger language plpgsql as $$
begin
  update card_outreach set withdrawn_at = case when new.sent_at is null then new.withdrawn_at end where outreach_id = new.outreach_id;
  return null;
end $$;
create trigger card_is_withdrawn after update of sent_at, withdrawn_at on message for each row
  when (new.outreach_id is not null and new.withdrawn_at is not null) execute function withdraw_card();

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
