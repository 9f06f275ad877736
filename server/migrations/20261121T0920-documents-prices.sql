-- Documents with the records that hold them, and the prices that an invoice names.

create table document (
  document_id int generated always as identity primary key,
  company_id int not null references company,
  -- The id of the bytes in the file store; the name a person gave it never becomes a path (SEC-31).
  file_id text not null unique,
  filename text not null,
  friendly_name text not null,
  content_type text not null check (content_type = 'application/pdf'),
  bytes int not null,
  uploader_id int not null references provider,
  uploaded_at timestamptz not null,
  -- Who may open it besides administrators: the people of this trial or site, and those of this partner.
  care_group_id int references care_group,
  partner_id int references partner
);

create table shipment_document (
  document_id int primary key references document,
  company_id int not null references company,
  request_id int not null references shipment_request,
  -- SDC-01. Null is an order form.
  category int check (category between 0 and 3)
);
create index on shipment_document (request_id);

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

-- The report of a period asks for requests by the moment they were made.
create index shipment_request_by_trial on shipment_request (trial_id, created_at);

do $$
declare
  t text;
begin
  foreach t in array array['document', 'shipment_document', 'product_price'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert on document, shipment_document to portal_app;
grant select, insert on product_price to portal_app;
grant update (invalidated_at, invalidator_id) on product_price to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
