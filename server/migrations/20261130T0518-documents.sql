-- Documents, where they hang, and what people are asked to sign.

create table document (
  document_id int generated always as identity primary key,
  company_id int not null references company,
  file_id int not null unique references stored_file,
  filename text not null,
  friendly_name text not null,
  description text,
  uploader_id int not null references provider,
  uploaded_at timestamptz not null,
  -- Who may open it besides administrators: the people of this trial or site, and those of this partner.
  care_group_id int references care_group,
  partner_id int references partner,
  is_template boolean not null default false,
  is_library boolean not null default false,
  uploader_owned boolean not null default false,
  -- The form that this one is a copy of: what somebody signs is their own copy.
  template_id int,
  -- OPN-61: whether copies of a training form can be signed, so that no administrator is held at one that cannot; null where nobody has
  -- looked yet.
  can_be_signed boolean,
  -- P11-08: what was signed by all or rejected stays as it is; a correction is a new document that names it.
  corrects_id int references document,
  -- How often its content was replaced by a later one: filled in, signed, sealed.
  revision int not null default 1,
  version int not null default 1,
  -- Hidden from every list; bytes, signatures and audit stay (P11-08).
  removed_at timestamptz
);
create index document_of_company on document (company_id);
create index document_of_care_group on document (care_group_id) where care_group_id is not null;
create index document_of_partner on document (partner_id) where partner_id is not null;
-- The library of a company is listed newest first, among all of its documents.
create index document_of_library on document (company_id, document_id desc) where is_library and removed_at is null;
-- P11-08: whether a document was corrected, and by which.
create index document_corrects_id on document (corrects_id) where corrects_id is not null;
select fence_table('document');
grant select, insert, update (file_id, friendly_name, can_be_signed, corrects_id, revision, version, removed_at) on document to portal_app;
grant select, insert, update, delete on document to portal_system;

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
  removed_at timestamptz,
  -- It ended as its group was removed: nobody took the document out, so what that corrects stays corrected (P11-08), until somebody takes it
  -- out of another.
  ended_with_group boolean not null default false
);
create index document_link_ended_with_group on document_link (document_id) where ended_with_group;
create unique index document__already_attached on document_link (document_id, care_group_id) where removed_at is null;
create index document_link_of_group on document_link (care_group_id, document_id desc) where removed_at is null;
-- OPN-61: background work looks at each training form once, among millions of links and documents that are none.
create index document_link_of_training on document_link (document_id) where user_types is not null and removed_at is null;
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

-- ------------------------------------------------------------------ signing
-- One document that people are asked to sign, one after the other.
create table signing_request (
  signing_request_id int generated always as identity primary key,
  company_id int not null references company,
  document_id int not null references document,
  kind text not null check (kind in ('general', 'order_form', 'report', 'training')),
  -- The secret half that all its signers share (SEC-34).
  sr_uuid uuid not null unique,
  state text not null default 'open' check (state in ('open', 'completed', 'rejected', 'withdrawn')),
  requester_id int references provider,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was rejected or withdrawn (P11-15).
  reason text,
  -- When the whole file was sealed, in background work after the last signature.
  sealed_at timestamptz,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  version int not null default 1
);
create unique index signing__requested on signing_request (document_id);
create index signing_request_to_seal on signing_request (signing_request_id) where state = 'completed' and sealed_at is null;
select fence_table('signing_request');
-- Neither what is signed nor who signs changes once people were asked (P11-04).
grant select, insert, update (state, ended_at, reason, sealed_at, sealed_sha256, version) on signing_request to portal_app;
grant select, insert, update, delete on signing_request to portal_system;

create table signer (
  signer_id int generated always as identity primary key,
  signing_request_id int not null references signing_request,
  company_id int not null references company,
  signer_num int not null check (signer_num > 0),
  provider_id int not null references provider,
  name text not null,
  email text not null,
  -- The half that only this signer gets to see (SEC-34).
  signer_uuid uuid not null unique,
  signed_at timestamptz,
  unique (signing_request_id, signer_num)
);
create index signer_by_provider on signer (provider_id, signing_request_id desc);
select fence_table('signer');
grant select, insert, update (signed_at) on signer to portal_app;
grant select, insert, update, delete on signer to portal_system;

-- One signed field. Everything that P11-03 and P11-04 want of it, as it was at that moment.
create table signature (
  signature_id int generated always as identity primary key,
  signing_request_id int not null references signing_request,
  signer_id int not null references signer,
  company_id int not null references company,
  field_name text not null,
  page int not null check (page > 0),
  -- SHA-384 of the drawing, SHA-256 of the bytes that were shown and of those that were kept.
  image_sha384 text not null check (image_sha384 ~ '^[0-9a-f]{96}$'),
  presented_sha256 text not null check (presented_sha256 ~ '^[0-9a-f]{64}$'),
  signed_sha256 text not null check (signed_sha256 ~ '^[0-9a-f]{64}$'),
  reason text not null,
  signed_at timestamptz not null,
  -- What the client's clock said; never shown as the time (P11-13).
  claimed_at timestamptz,
  provider_id int not null references provider,
  first_name text not null,
  last_name text not null,
  email text not null,
  type text not null,
  host text not null,
  address text not null,
  client text not null,
  unique (signing_request_id, field_name)
);
create index signature_of_signer on signature (signer_id);
select fence_table('signature');
grant select, insert on signature to portal_app;
grant select, insert on signature to portal_system;
create trigger append_only before update or delete on signature for each row execute function refuse_change();
create trigger append_only_truncate before truncate on signature execute function refuse_change();

-- That somebody gave their password for one field of one document (P11-01). It works once.
create table signing_proof (
  proof_hash bytea primary key,
  company_id int not null references company,
  provider_id int not null references provider,
  session_id int not null references session on delete cascade,
  signing_request_id int not null references signing_request,
  field_name text not null,
  reason text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on signing_proof (expires_at);
create index on signing_proof (session_id);
select fence_table('signing_proof');
grant select, insert, update on signing_proof to portal_app;
grant select, insert, update, delete on signing_proof to portal_system;

-- Another password, factor or state: what the one before has proven signs nothing any more (P11-01, SEC-02). Whoever signs at this moment
-- holds the proof, and one is made while the account is held.
create function void_signing_proofs() returns trigger language plpgsql as $$
begin
  delete from signing_proof using provider
  where provider.email = new.email and provider.removed_at is null and signing_proof.provider_id = provider.provider_id and signing_proof.used_at is null;
  return null;
end $$;
create trigger void_signing_proofs after update of credential_version on identity_account for each row
  execute function void_signing_proofs();
create trigger void_signing_proofs after update of credential_version on pool_account for each row
  execute function void_signing_proofs();

-- Who acknowledged which training form, and the copy that they signed (ACK-06).
create table training_acknowledgement (
  provider_id int not null references provider,
  template_id int not null references document,
  company_id int not null references company,
  document_id int not null unique references document,
  acknowledged_at timestamptz,
  primary key (provider_id, template_id)
);
create index on training_acknowledgement (template_id);
select fence_table('training_acknowledgement');
grant select, insert, update on training_acknowledgement to portal_app;
grant select, insert, update, delete on training_acknowledgement to portal_system;

-- A list of the people of a site and what changed since a day, signed by an administrator and the trial's sponsor (UMR). Whether it
-- is accepted or rejected, its request for signatures says.
create table user_report (
  document_id int primary key references document,
  company_id int not null references company,
  care_group_id int not null references care_group,
  sponsor_id int references sponsor,
  changes_since date not null,
  created_at timestamptz not null
);
create index user_report_of_group on user_report (care_group_id, created_at desc, document_id desc);
create index user_report_of_sponsor on user_report (sponsor_id) where sponsor_id is not null;
select fence_table('user_report');
grant select, insert, update on user_report to portal_app;
grant select, insert, update, delete on user_report to portal_system;

-- What the portal seals signed documents with. The latest one is used; earlier ones stay, to tell whose a seal is.
create table sealing_identity (
  sealing_identity_id int generated always as identity primary key,
  -- PEM.
  certificate text not null,
  -- The private key, encrypted under the installation's secret; null where it is given from outside.
  sealed_key text,
  made_at timestamptz not null
);
select fence_table('sealing_identity');
grant select, insert, update on sealing_identity to portal_system;
