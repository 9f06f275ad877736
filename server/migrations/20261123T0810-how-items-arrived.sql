-- serves from 20261122T2410-links-in-order.sql
-- brief lock on package_item: a column without a default, and a rule for what comes
-- How a site says that an item arrived; null while nobody has.
alter table package_item add column arrived_as text;
alter table package_item add constraint package_item_arrived_as_check
  check (arrived_as in ('received', 'damaged', 'missing')) not valid;
