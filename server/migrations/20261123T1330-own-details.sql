-- serves from 20261123T1220-documents-of-library.sql
-- brief lock on provider: a column without a default, and a rule for what comes
-- In which language a person has the names of months and weekdays on the screens; null is English.
alter table provider add column date_language text;
alter table provider add constraint provider_date_language_check
  check (date_language in ('en', 'de', 'fr', 'es', 'it', 'pt')) not valid;
-- What people change about themselves; whose record it is, the act asks.
grant update (first_name, last_name, preferred_contact, date_language) on provider to portal_app;
