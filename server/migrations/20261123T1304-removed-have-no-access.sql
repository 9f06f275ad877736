-- serves from 20261123T1220-documents-of-library.sql
alter table provider validate constraint provider__removed_has_no_access;
