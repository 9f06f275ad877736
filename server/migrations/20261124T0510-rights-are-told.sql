-- serves from 20261124T0300-assessments.sql
-- brief lock on session, provider, care_group_member, company_module, care_group: triggers that tell of rights
-- Whatever `viewer_of` reads and somebody changes is told to every process, which then looks at the open sockets of that company (SEC-06).
create function tell_of_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_event', 'rights ' || case when tg_op = 'DELETE' then old.company_id else new.company_id end);
  return null;
end $$;

create trigger tell_of_rights after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_of_rights();
create trigger tell_of_rights after update of is_active, type, admin_rights, partner_id, sponsor_id on provider for each row
  when ((old.is_active, old.type, old.admin_rights, old.partner_id, old.sponsor_id)
    is distinct from (new.is_active, new.type, new.admin_rights, new.partner_id, new.sponsor_id)) execute function tell_of_rights();
create trigger tell_of_rights after insert or delete on care_group_member for each row execute function tell_of_rights();
create trigger tell_of_rights after insert or delete on company_module for each row execute function tell_of_rights();
create trigger tell_of_rights after update of parent_id, sponsor_id, removed_at on care_group for each row
  when ((old.parent_id, old.sponsor_id, old.removed_at) is distinct from (new.parent_id, new.sponsor_id, new.removed_at))
  execute function tell_of_rights();
