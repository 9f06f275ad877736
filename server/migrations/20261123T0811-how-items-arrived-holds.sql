-- serves from 20261122T2410-links-in-order.sql
alter table package_item validate constraint package_item_arrived_as_check;
