-- outside a transaction
-- serves from 20261122T2410-links-in-order.sql
-- Who was invited and has not come yet is counted for administrators on their first page.
create index concurrently if not exists invitation_that_waits on invitation (company_id)
  where used_at is null and cancelled_at is null;
