-- serves from 20261122T2410-links-in-order.sql
-- brief lock on document, company, care_group, stored_file: columns without a value or with a constant one; new tables refer to them
alter table document
  add column is_template boolean not null default false,
  add column is_library boolean not null default false,
  add column uploader_owned boolean not null default false,
  add column description text,
  -- The form that this one is a copy of: what somebody signs is their own copy.
  add column template_id int,
  -- How often its content was replaced by a later one: filled in, signed, sealed.
  add column revision int not null default 1,
  add column version int not null default 1,
  -- Hidden from every list; bytes, signatures and audit stay (P11-08).
  add column removed_at timestamptz;
grant update (file_id, revision, version, removed_at, friendly_name) on document to portal_app;

-- What a document was before: the file of each earlier revision.
create table document_revision (
  document_id int not null references document,
  revision int not null check (revision > 0),
  company_id int not null references company,
  file_id int not null unique references stored_file,
  -- What took its place, and when.
  replaced_by text not null check (replaced_by in ('filled', 'signed', 'sealed')),
  replaced_at timestamptz not null,
  primary key (document_id, revision)
);
select fence_table('document_revision');
grant select, insert on document_revision to portal_app;
grant select, insert, update, delete on document_revision to portal_system;

-- A document in a care group.
create table document_link (
  document_id int not null references document,
  care_group_id int not null references care_group,
  company_id int not null references company,
  -- Groups that come later below this one get it too.
  cascades boolean not null default false,
  is_order_form boolean not null default false,
  -- Of a training form: who has to acknowledge it, in the wire's words; null for anything else.
  user_types text[],
  linked_at timestamptz not null,
  version int not null default 1,
  -- Hidden from every list, kept for reviewers (P11-11).
  removed_at timestamptz
);
create unique index document__already_attached on document_link (document_id, care_group_id) where removed_at is null;
create index document_link_of_group on document_link (care_group_id, document_id desc) where removed_at is null;
-- One order form for each trial (ODF-01).
create unique index document__order_form_exists on document_link (care_group_id) where is_order_form and removed_at is null;
select fence_table('document_link');
grant select, insert, update on document_link to portal_app;
grant select, insert, update, delete on document_link to portal_system;

-- For whom the fields of a form are that is copied before anybody signs it (ODF-04, AKF-06).
create table template_signer (
  document_id int not null references document,
  signer_num int not null check (signer_num > 0),
  company_id int not null references company,
  user_type text not null,
  primary key (document_id, signer_num)
);
select fence_table('template_signer');
grant select, insert, delete on template_signer to portal_app;
grant select, insert, update, delete on template_signer to portal_system;

-- What a workflow gives to the patients of a group, and when (CGW-17).
create table workflow_document (
  trigger_id int generated always as identity primary key,
  care_group_id int not null references care_group,
  document_id int not null references document,
  company_id int not null references company,
  trigger_type text not null check (trigger_type in ('Time')),
  trigger_value text not null check (trigger_value ~ '^[1-9][0-9]{0,3}[dwM]$'),
  description text not null,
  version int not null default 1,
  removed_at timestamptz
);
create unique index workflow__already on workflow_document (care_group_id, document_id) where removed_at is null;
create index workflow_document_of_document on workflow_document (document_id) where removed_at is null;
select fence_table('workflow_document');
grant select, insert, update on workflow_document to portal_app;
grant select, insert, update, delete on workflow_document to portal_system;
