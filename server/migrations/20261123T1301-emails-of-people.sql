-- outside a transaction
-- serves from 20261123T1220-documents-of-library.sql
-- One account is one person (P11-17), of those who are there.
create unique index concurrently if not exists provider_email_of_those_there on provider (email) where removed_at is null;
