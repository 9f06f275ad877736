-- serves from 20261123T1220-documents-of-library.sql
alter table provider validate constraint provider_date_language_check;
