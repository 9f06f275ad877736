-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on patient_consent: triggers, without a look at the rows
-- PRV-08: who consented to what cannot be edited, whoever tries: nothing is taken out of it either.
create trigger patient_consent_is_kept before delete on patient_consent for each row execute function refuse_change();
create trigger patient_consent_is_kept_whole before truncate on patient_consent execute function refuse_change();
revoke delete on patient_consent from portal_system;
