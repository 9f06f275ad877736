-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
create index concurrently if not exists participant_by_last_name
  on participant (site_id, (without_accents(name_key(last_name || ' ' || first_name))) collate "C", participant_id);
