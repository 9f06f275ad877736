-- Shipment requests with everything that belongs to one, and the mails about them.

create table shipment_request (
  request_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  site_id int not null references care_group,
  partner_id int not null references partner,
  -- Who pays is settled when a request is shipped: a trial that gets another sponsor later leaves its invoices alone (P11-11).
  sponsor_id int references sponsor,
  shipment_type text not null check (shipment_type in ('pharmacy', 'wholesaler')),
  status text not null
    check (status in ('preprocessing', 'processing', 'shipped', 'received', 'missing', 'damaged', 'other', 'cancelled')),
  to_participant boolean not null,
  is_batch boolean not null default false,
  address_id int not null references address,
  -- It goes to the address that its participant had on record when it was made; else another one was given (SHC-02).
  address_on_record boolean not null default false,
  requester_id int not null references provider,
  prescriber_id int references provider,
  required_on date not null,
  next_order_on date,
  -- The day to be reminded of; gone once dismissed, cancelled or ordered again (OPS-89).
  reminder_on date,
  -- Since when that is so, where it was set after an earlier one had gone.
  reminder_since timestamptz,
  -- The day of one that went because of an order again: it stands again where that order is cancelled.
  reminder_was_on date,
  status_changed_on date not null,
  shipped_on date,
  received_on date,
  -- Requests of one submit share a number (OPS-70).
  submission uuid not null,
  reorder_of int references shipment_request,
  created_at timestamptz not null,
  version int not null default 1
);
create index shipment_request_by_site on shipment_request (site_id, created_at desc);
create index shipment_request_by_partner on shipment_request (partner_id, created_at desc);
-- A partner's list has all that is active, however long its history is (OPS-23). Not for active ones alone: such an index is
-- small enough to be read as a whole for the active requests of one participant, which are found by the participant.
create index shipment_request_of_partner_by_status on shipment_request (partner_id, status);
-- The report of a period asks for requests by the moment they were made.
create index shipment_request_by_trial on shipment_request (trial_id, created_at);
-- Who sees the whole company has its requests of a year counted on the reporting page.
create index shipment_request_of_company on shipment_request (company_id, created_at);
-- PRV-03: what went to an address is found when it is to be erased.
create index shipment_request_of_address on shipment_request (address_id);
create index shipment_request_reminders on shipment_request (site_id, reminder_on) where reminder_on is not null;
-- Who has been ordered for again is asked for before a reminder goes (OPS-89).
create index shipment_request_reorders on shipment_request (reorder_of) where reorder_of is not null;
create index shipment_request_by_submission on shipment_request (submission);
-- What is still on its way is asked for before each new request (OPS-73, OPS-75): from the site, and from the participants.
create index shipment_request_active on shipment_request (site_id) where status in ('preprocessing', 'processing', 'shipped');
select fence_table('shipment_request');
grant select, insert, update, delete on shipment_request to portal_app, portal_system;

-- A participant without a record keeps its number here alone (OPS-68). When somebody at the site is given that number, what was asked for
-- by it is theirs, and stays theirs under whatever number they have later; number and name stay as they were asked for, and so does that
-- nobody was named: a number may have been given to the wrong person first.
create table shipment_participant (
  request_id int not null references shipment_request,
  position int not null,
  company_id int not null references company,
  participant_id int references participant,
  subject_number text not null,
  is_by_number boolean not null default false,
  first_name text not null,
  last_name text not null,
  primary key (request_id, position),
  check (participant_id is not null or is_by_number),
  constraint shipment__same_subject unique (request_id, subject_number)
);
create index shipment_participant_of_record on shipment_participant (participant_id) where participant_id is not null;
-- OPS-68: requests that were asked for by the subject number alone are found by it, when they are ordered again or become somebody's.
create index shipment_participant_by_number_alone on shipment_participant (company_id, subject_number) where is_by_number;
select fence_table('shipment_participant');
grant select, insert, update, delete on shipment_participant to portal_app, portal_system;

create table shipment_line (
  line_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  product_id int not null references product,
  quantity int not null check (quantity > 0),
  days_of_supply int not null check (days_of_supply > 0),
  directions text not null,
  label text not null default '',
  -- What was asked for, sent and invoiced stays as it was called then, whatever its product is called later. A line has words of its
  -- own only where the product was changed after it; else they are those of the product.
  drug_name text,
  dosage_form text,
  quantity_unit text,
  item_number text,
  item_description text,
  -- The line this one stands in for (PKG-14).
  replaces_line_id int references shipment_line,
  constraint shipment__line_twice unique (request_id, product_id),
  constraint shipment__replaced_twice unique (replaces_line_id)
);
-- A product is asked for in its active requests before it is removed (OPS-44).
create index shipment_line_of_product on shipment_line (product_id);
select fence_table('shipment_line');
grant select, insert, update, delete on shipment_line to portal_app, portal_system;

create function keep_words_of_lines() returns trigger language plpgsql as $$
begin
  update shipment_line set drug_name = old.drug_name, dosage_form = old.dosage_form, quantity_unit = old.quantity_unit,
    item_number = old.item_number, item_description = old.item_description
  where product_id = old.product_id and drug_name is null;
  return null;
end $$;
create trigger keep_words_of_lines
  after update of drug_name, dosage_form, quantity_unit, item_number, item_description on product for each row
  when ((old.drug_name, old.dosage_form, old.quantity_unit, old.item_number, old.item_description)
    is distinct from (new.drug_name, new.dosage_form, new.quantity_unit, new.item_number, new.item_description))
  execute function keep_words_of_lines();

create table shipment_package (
  package_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  courier text not null,
  tracking_number text not null
);
create index on shipment_package (request_id);
select fence_table('shipment_package');
grant select, insert, update, delete on shipment_package to portal_app, portal_system;

create table package_item (
  item_id int generated always as identity primary key,
  company_id int not null references company,
  package_id int not null references shipment_package,
  line_id int not null references shipment_line,
  quantity int not null check (quantity > 0),
  -- As they were typed.
  lot_number text not null,
  expires_on date not null,
  lot_id int not null references lot,
  -- How a site says that it arrived; null while nobody has.
  arrived_as text check (arrived_as in ('received', 'damaged', 'missing'))
);
create index on package_item (package_id);
create index package_item_of_lot on package_item (lot_id, package_id);
select fence_table('package_item');
grant select, insert, update, delete on package_item to portal_app, portal_system;

create table shipment_status_change (
  change_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  status text not null,
  changed_on date not null,
  changed_at timestamptz not null,
  provider_id int not null references provider
);
create index on shipment_status_change (request_id);
select fence_table('shipment_status_change');
grant select, insert, update, delete on shipment_status_change to portal_app, portal_system;

create table shipment_comment (
  comment_id int generated always as identity primary key,
  company_id int not null references company,
  request_id int not null references shipment_request,
  author_id int not null references provider,
  text text not null,
  created_at timestamptz not null
);
create index on shipment_comment (request_id);
select fence_table('shipment_comment');
grant select, insert, update, delete on shipment_comment to portal_app, portal_system;

create table shipment_comment_read (
  comment_id int not null references shipment_comment,
  provider_id int not null references provider,
  company_id int not null references company,
  read_at timestamptz not null,
  primary key (comment_id, provider_id)
);
select fence_table('shipment_comment_read');
grant select, insert, update, delete on shipment_comment_read to portal_app, portal_system;

create table shipment_document (
  document_id int primary key references document,
  company_id int not null references company,
  request_id int not null references shipment_request,
  -- SDC-01. Null is an order form.
  category int check (category between 0 and 3)
);
create index on shipment_document (request_id);
select fence_table('shipment_document');
grant select, insert on shipment_document to portal_app;
grant select, insert, update, delete on shipment_document to portal_system;

-- One mail that is going to be written to a person or to a partner (ACC-02, OPC-92): whatever happens until it is due stands in it.
create table shipment_mail (
  mail_id bigint generated always as identity primary key,
  company_id int not null references company,
  provider_id int references provider,
  partner_id int references partner,
  -- Where the first step was made: whose portal the mail speaks of, unless the reader is known to use another.
  host text not null,
  due_at timestamptz not null,
  -- Written, or found to be wanted no longer.
  settled_at timestamptz,
  check (num_nonnulls(provider_id, partner_id) = 1)
);
create unique index shipment_mail_of_provider on shipment_mail (provider_id) where settled_at is null;
create unique index shipment_mail_of_partner on shipment_mail (partner_id) where settled_at is null;
create index shipment_mail_due on shipment_mail (due_at) where settled_at is null;
create index shipment_mail_settled on shipment_mail (settled_at) where settled_at is not null;
select fence_table('shipment_mail');
grant select, insert, update, delete on shipment_mail to portal_system;

create table shipment_mail_step (
  mail_id bigint not null references shipment_mail on delete cascade,
  event_id bigint not null,
  company_id int not null references company,
  request_id int not null references shipment_request,
  step text not null,
  -- The event may be cleared away before the mail is written.
  taken_at timestamptz not null,
  primary key (mail_id, event_id)
);
select fence_table('shipment_mail_step');
grant select, insert, update, delete on shipment_mail_step to portal_system;
