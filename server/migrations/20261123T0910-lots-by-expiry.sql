-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- What expires soon is counted for administrators on their first page.
create index concurrently if not exists lot_by_expiry on lot (company_id, expires_on);
