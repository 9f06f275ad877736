-- What the server adds to every audit entry under a key that the database does not hold: whoever writes an entry into the
-- table by hand cannot make it (P11-10). Without a value the entry is reported.
alter table audit_entry add column proof bytea;

-- The login role owns the tables, and owners may change what they own: here it may not. One column is left to it, because
-- checking a reference to an entry asks for the right to update; no row is in its sight, and triggers refuse it as well.
do $$
begin
  execute format('revoke update, delete, truncate on audit_entry, audit_link, access_entry from %I', current_user);
  execute format('grant update (seq) on audit_entry to %I', current_user);
end $$;
