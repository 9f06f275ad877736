-- The numbers of the trial dashboard are counted from this index alone, however many participants other trials have.
create index participant_analytics on participant (trial_id, site_id) include (company_id, is_active, created_at);
-- The people and the invitations of a trial's groups.
create index invitation_care_group_by_group on invitation_care_group (care_group_id);
