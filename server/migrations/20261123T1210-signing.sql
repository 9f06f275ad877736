-- serves from 20261122T2410-links-in-order.sql
-- brief lock on company, document, provider, session, care_group, sponsor: new tables refer to them
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
grant select, insert, update on signing_request to portal_app;
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
grant select, insert, update on signer to portal_app;
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
create index user_report_of_group on user_report (care_group_id, document_id desc);
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
