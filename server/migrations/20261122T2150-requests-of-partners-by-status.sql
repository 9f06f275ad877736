-- A partner's list has all that is active, however long its history is (OPS-23). Not for active ones alone: such an index is
-- small enough to be read as a whole for the active requests of one participant, which are found by the participant.
create index shipment_request_of_partner_by_status on shipment_request (partner_id, status);
