-- Who supplies a product is asked for by the product: when its supplier type changes, and before a price is set.
create index product_supply_of_product on product_supply (product_id, partner_id) where removed_at is null;

-- A kind of partner that a product is not for is its supplier no longer. No request was ever given to such a one.
set local role portal_system;
update product_supply supply set removed_at = now()
from partner, product
where partner.partner_id = supply.partner_id and product.product_id = supply.product_id and supply.removed_at is null
  and not case partner.kind when 'pharmacy' then product.pharmacy_supplied else product.wholesaler_supplied end;
reset role;

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
alter table lot add column version int not null default 1;

alter table lot_correction enable row level security;
alter table lot_correction force row level security;
create policy system on lot_correction to portal_system using (true) with check (true);
create policy company on lot_correction to portal_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::int)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::int);
grant select, insert on lot_correction to portal_system, portal_app;
grant update (expires_on, version) on lot to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
