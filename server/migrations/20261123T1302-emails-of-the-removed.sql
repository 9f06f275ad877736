-- serves from 20261123T1220-documents-of-library.sql
-- brief lock on provider: the rule that counts the removed as well gives its name to the one that does not
alter table provider drop constraint provider__email_taken;
alter index provider_email_of_those_there rename to provider__email_taken;
