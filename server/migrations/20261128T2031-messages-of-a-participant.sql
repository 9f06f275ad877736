-- outside a transaction
-- serves from 20261124T0720-events-by-quarter.sql
-- What a participant was sent is found when they are removed.
create index concurrently if not exists message_of_participant on message (participant_id) where participant_id is not null;
