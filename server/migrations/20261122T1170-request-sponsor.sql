-- Who pays is settled when a request is shipped: a trial that gets another sponsor later leaves its invoices alone (P11-11).
alter table shipment_request add column sponsor_id int references sponsor;

-- The fence shows its own owner nothing. Of what was shipped before, only today's sponsor is known.
set local role portal_system;
update shipment_request request set sponsor_id = trial.sponsor_id
from care_group trial
where trial.care_group_id = request.trial_id and request.shipped_on is not null and trial.sponsor_id is not null;
reset role;
