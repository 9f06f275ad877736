-- What is still on its way is asked for before each new request (OPS-73, OPS-75): from the site, and from the participants.
create index shipment_request_active on shipment_request (site_id) where status in ('preprocessing', 'processing', 'shipped');
create index shipment_participant_of_record on shipment_participant (participant_id) where participant_id is not null;
