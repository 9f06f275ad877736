-- What was taken of the limits per account, person and network address (SEC-10, SEC-36), counted for all processes together.
-- Nobody misses it after a crash, so it is not logged: to count costs no write to the disk.
create unlogged table limit_use (
  use_id bigint generated always as identity primary key,
  -- Which limit, and whose.
  whose text not null,
  at timestamptz(3) not null
);
create index on limit_use (whose, at);
create index on limit_use (at);

alter table limit_use enable row level security;
alter table limit_use force row level security;
create policy system on limit_use to portal_system using (true) with check (true);
grant select, insert, update, delete on limit_use to portal_system;
grant usage on all sequences in schema public to portal_system;

-- Takes one of so many in any window of this length. Null, or in how many seconds the next one is free.
create function take_from_limit(whose text, most int, now timestamptz, span interval) returns int
language plpgsql set search_path = public as $$
declare
  taken int;
  oldest timestamptz;
begin
  -- Of two at once the second counts the first.
  perform pg_advisory_xact_lock(hashtextextended('limit ' || whose, 0));
  -- What lies ahead of now is from before the clock was set back (REL-10); clocks of two processes differ by less.
  delete from limit_use u
    where u.whose = take_from_limit.whose and (u.at <= now - span or u.at > now + interval '1 minute');
  select count(*), min(u.at) into taken, oldest from limit_use u where u.whose = take_from_limit.whose;
  if taken >= most then
    return greatest(1, ceil(extract(epoch from oldest + span - now)));
  end if;
  insert into limit_use (whose, at) values (whose, now);
  return null;
end $$;
