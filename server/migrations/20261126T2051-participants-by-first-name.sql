-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
create index concurrently if not exists participant_by_first_name
  on participant (site_id, (without_accents(name_key(first_name || ' ' || last_name))) collate "C", participant_id);
