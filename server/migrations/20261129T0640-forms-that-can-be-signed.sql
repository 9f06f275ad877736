-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on document: a column without a value
-- OPN-61: whether copies of a training form can be signed, so that no administrator is held at one that cannot; null where nobody has looked yet.
alter table document add column can_be_signed boolean;
grant update (can_be_signed) on document to portal_app;
