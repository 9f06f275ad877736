-- That a partner supplies a product is ended, never erased; it may supply it again later.
alter table product_supply
  drop constraint product_supply_pkey,
  add column supply_id int generated always as identity primary key,
  add column removed_at timestamptz;
create unique index product_supply__once on product_supply (site_id, product_id, partner_id) where removed_at is null;
revoke delete on product_supply, product from portal_app;
-- A product is asked for in its active requests before it is removed (OPS-44).
create index shipment_line_of_product on shipment_line (product_id);
