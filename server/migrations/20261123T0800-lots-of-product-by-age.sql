-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- Who packs is offered the newest lots of a product, also where it has had thousands.
create index concurrently if not exists lot_of_product_by_age on lot (product_id, lot_id);
