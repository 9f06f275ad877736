-- Whether somebody has this e-mail already, in whatever company: an invitation is refused then (P11-17). It says no more than
-- that, so that the fence of the inviter's company holds.
create function email_in_use(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from provider where email = wanted) or exists (select from identity_account where email = wanted)
$$;
revoke execute on function email_in_use(text) from public;
grant create on schema public to portal_system;
alter function email_in_use(text) owner to portal_system;
revoke create on schema public from portal_system;
do $$
begin
  set local role portal_system;
  grant execute on function email_in_use(text) to portal_app;
  reset role;
end $$;

