-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on document: a column without a value, which has nothing to be checked
-- P11-08: what was signed by all or rejected stays as it is; a correction is a new document that names it.
alter table document add column corrects_id int references document;
grant update (corrects_id) on document to portal_app;
