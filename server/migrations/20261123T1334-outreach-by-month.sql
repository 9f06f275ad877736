-- outside a transaction
-- serves from 20261123T1220-documents-of-library.sql
-- The same of what was sent to participants.
create index concurrently if not exists card_outreach_of_company on card_outreach (company_id, sent_at);
