-- serves from 20261123T1220-documents-of-library.sql
-- brief lock on mfa_recovery: columns without a default
-- From where it was asked, for whoever decides; null where that was not kept yet.
alter table mfa_recovery add column host text, add column address text, add column user_agent text;
