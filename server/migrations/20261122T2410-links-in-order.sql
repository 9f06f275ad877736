-- A link goes to the end of the chain and nowhere else (P11-10): one laid far ahead would keep every other one from its place. What
-- it says, the portal reckons itself.
create function refuse_gap() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select max(position) - min(position) + 1 <> count(*) from added)
    or (select min(position) from added) <> 1 + coalesce(
      (select max(link.position) from audit_link as link where link.position < (select min(position) from added)), 0)
    or (select max(position) from added) <> (select max(position) from audit_link) then
    raise exception 'links are added to the end of the chain' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger in_order after insert on audit_link referencing new table as added for each statement execute function refuse_gap();
alter table audit_link enable always trigger in_order;
