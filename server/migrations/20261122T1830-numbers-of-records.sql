-- What is recorded gets its number, and the instant of writing, from the database alone: whoever takes over a call can neither
-- lay an entry far ahead of all others nor before those that are there (P11-10). Of events the same holds for the transaction
-- they are known by.
do $$
declare
  t text;
  given text;
begin
  foreach t in array array['audit_entry', 'access_entry', 'security_event', 'event'] loop
    select string_agg(quote_ident(attname), ', ') into given from pg_attribute
    where attrelid = t::regclass and attnum > 0 and not attisdropped and attidentity = '' and attname not in ('recorded_at', 'written_by');
    execute format('revoke insert on %I from portal_app, portal_system', t);
    execute format('grant insert (%s) on %I to portal_app, portal_system', given, t);
  end loop;
end $$;

-- Who links the entries asks how far numbers were given out: what lies beyond was put there by somebody else.
grant select on sequence audit_entry_seq_seq to portal_system;

-- P11-18: entries that the portal did not write are told of, too.
alter table security_alert drop constraint security_alert_cause_check;
alter table security_alert add constraint security_alert_cause_check
  check (cause in ('foreign calls', 'damage', 'audit trail cut', 'audit trail forged'));
