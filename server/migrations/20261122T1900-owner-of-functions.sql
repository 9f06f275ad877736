-- portal_system owns nothing any more: whoever came to work as it could have dropped or altered the functions by which it looks
-- things up. They are the owner's now, as they are. Three of them look beyond the fence, and where row security is forced an owner
-- sees no row: they take on portal_system's role for as long as they run, which every login that serves may do anyway.
do $$
declare
  definitions text[];
  definition text;
begin
  select array_agg(pg_get_functiondef(oid)) into definitions from pg_proc
  where pronamespace = current_schema()::regnamespace and proowner = 'portal_system'::regrole;
  set local role portal_system;
  drop function lies_in_groups_of(int, int);
  drop function reaches(int, int);
  drop function viewer_of(bytea);
  drop function email_in_use(text);
  drop function withdraw_messages(text, text, timestamptz);
  reset role;
  -- One of them names another one.
  set local check_function_bodies = off;
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $$;
alter function viewer_of(bytea) security invoker set role = portal_system;
alter function email_in_use(text) security invoker set role = portal_system;
alter function withdraw_messages(text, text, timestamptz) security invoker set role = portal_system;
-- The login that serves is given viewer_of at its start.
revoke execute on function viewer_of(bytea), email_in_use(text), withdraw_messages(text, text, timestamptz) from public;
grant execute on function viewer_of(bytea), email_in_use(text), withdraw_messages(text, text, timestamptz) to portal_system;
grant execute on function email_in_use(text), withdraw_messages(text, text, timestamptz) to portal_app;

-- Also in a session that has said that it only repeats what another database did.
do $$
declare
  t text;
begin
  foreach t in array array['audit_entry', 'audit_link', 'access_entry', 'security_event'] loop
    execute format('alter table %I enable always trigger append_only', t);
    execute format('alter table %I enable always trigger append_only_truncate', t);
  end loop;
end $$;
