-- serves from 20261123T1220-documents-of-library.sql
-- small table invitation: a row for each time that somebody was invited
-- data
-- Whose invitation is older than these numbers gets one now: that of the person they became, or one of their own.
update invitation set person_id = coalesce(provider_id, nextval('provider_provider_id_seq')) where person_id is null;
-- end of data
