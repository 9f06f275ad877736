-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on participant: a rule for rows that are written from now on
-- PRV-03: whoever is removed was deactivated before, and nothing takes them back.
alter table participant add constraint participant__removed_is_inactive check (removed_at is null or not is_active) not valid;
