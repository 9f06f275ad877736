-- How names are compared, in one place: without what cannot be seen, with one space for any gap, in small letters, and
-- the same however a letter was put together (OPS-29, REL-08).
create function name_key(given text) returns text
language sql immutable strict parallel safe as $$
  select normalize(lower(btrim(
    regexp_replace(
      regexp_replace(
        normalize(given, nfkc),
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
        '', 'g'),
      '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g')
    )), nfkc)
$$;

-- Names that were alike before they were compared so: each stays as it is until it is changed.
alter table care_group add column alike_before text;
alter table sponsor add column alike_before text;

-- The fence shows its own owner nothing.
set local role portal_system;
update care_group set alike_before = name from (
  select care_group_id as id, row_number() over (
    partition by coalesce(parent_id, -company_id), name_key(name) order by care_group_id) as place
  from care_group where removed_at is null) one
where one.id = care_group_id and one.place > 1;
update sponsor set alike_before = name from (
  select sponsor_id as id, row_number() over (partition by company_id, name_key(name) order by sponsor_id) as place
  from sponsor where removed_at is null) one
where one.id = sponsor_id and one.place > 1;
reset role;

drop index care_group__name_taken;
drop index care_group__name_taken_below;
drop index sponsor__name_taken;
create unique index care_group__name_taken
  on care_group (company_id, name_key(name), (case when alike_before = name then care_group_id else 0 end))
  where parent_id is null and removed_at is null;
create unique index care_group__name_taken_below
  on care_group (parent_id, name_key(name), (case when alike_before = name then care_group_id else 0 end))
  where parent_id is not null and removed_at is null;
create unique index sponsor__name_taken
  on sponsor (company_id, name_key(name), (case when alike_before = name then sponsor_id else 0 end))
  where removed_at is null;
