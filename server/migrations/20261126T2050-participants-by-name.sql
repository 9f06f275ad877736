-- serves from 20261124T0720-events-by-quarter.sql
-- Participants whose name, or whose last name, begins with what was typed, by name; past the fence, since the database looks through no index
-- of a function for who is held to their company, and held to it here. So many of each site are looked at, however many it has.
create function participants_named(begins text, sites int[], most int)
returns table (participant_id int, sort_name text)
language plpgsql stable rows 6 security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  lowest text := without_accents(name_key(begins));
  highest text := lowest || chr(1114111);
begin
  return query
    select named.participant_id, min(named.name)
    from care_group site cross join lateral (
      (select p.participant_id, without_accents(name_key(p.first_name || ' ' || p.last_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" >= lowest
          and without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C" < highest
        order by without_accents(name_key(p.first_name || ' ' || p.last_name)) collate "C", p.participant_id limit most)
      union
      (select p.participant_id, without_accents(name_key(p.last_name || ' ' || p.first_name)) as name from participant p
        where p.site_id = site.care_group_id and p.company_id = company
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" >= lowest
          and without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C" < highest
        order by without_accents(name_key(p.last_name || ' ' || p.first_name)) collate "C", p.participant_id limit most)) named
    where site.company_id = company and site.kind = 'site' and (sites is null or site.care_group_id = any(sites))
    group by named.participant_id
    order by min(named.name), named.participant_id
    limit most;
end $$;
revoke execute on function participants_named(text, int[], int) from public;
grant execute on function participants_named(text, int[], int) to portal_app;
