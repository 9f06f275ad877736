-- serves from 20261124T0720-events-by-quarter.sql
-- brief lock on provider, invitation: triggers that look at a new role
-- PRM-02, OPN-88: "SiteUser" is "Site User", and is stored as that whoever writes it.
create function store_role_in_one_spelling() returns trigger language plpgsql as $$
begin
  new.type := 'Site User';
  return new;
end $$;
create trigger store_role_in_one_spelling before insert or update of type on provider for each row
  when (new.type = 'SiteUser') execute function store_role_in_one_spelling();
create trigger store_role_in_one_spelling before insert or update of type on invitation for each row
  when (new.type = 'SiteUser') execute function store_role_in_one_spelling();
