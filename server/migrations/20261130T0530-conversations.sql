-- Conversations about a patient, and broadcasts that begin many of them at once (CHT, BCT).

-- ------------------------------------------------------------------ broadcasts
create table broadcast (
  broadcast_id int generated always as identity primary key,
  company_id int not null references company,
  topic text not null,
  created_by int not null references provider,
  created_at timestamptz not null,
  latest_at timestamptz not null
);
create index broadcast_of_company on broadcast (company_id, latest_at desc, broadcast_id desc);
create index broadcast_of_creator on broadcast (created_by);
select fence_table('broadcast');
grant select, insert, update (latest_at) on broadcast to portal_app, portal_system;

-- Whose broadcasts these are.
create table broadcast_member (
  broadcast_id int not null references broadcast,
  provider_id int not null references provider,
  company_id int not null references company,
  -- Here and in `conversation_member`: who came in by emergency access alone takes part as long as they see the patient (PRV-11).
  in_emergency boolean not null default false,
  primary key (broadcast_id, provider_id)
);
create index broadcast_member_of_provider on broadcast_member (provider_id, broadcast_id);
select fence_table('broadcast_member');
grant select, insert on broadcast_member to portal_app;
grant select, insert, update, delete on broadcast_member to portal_system;

create table broadcast_message (
  broadcast_message_id int generated always as identity primary key,
  company_id int not null references company,
  broadcast_id int not null references broadcast,
  provider_id int not null references provider,
  body text not null,
  client_key text,
  -- The conversations that it goes into, where these were not all of the broadcast: whoever sent it saw their patients.
  reaches int[],
  sent_at timestamptz not null,
  -- A time that the sender's device said; never shown as the time of the message.
  claimed_at timestamptz,
  -- When it stood in the conversation of the last patient.
  delivered_at timestamptz,
  unique (broadcast_id, provider_id, client_key)
);
create index broadcast_message_of_broadcast on broadcast_message (broadcast_id, broadcast_message_id desc);
create index broadcast_message_of_sender on broadcast_message (provider_id, sent_at);
-- P11-11: that it was delivered is all that changes about it.
create trigger broadcast_message_stays before update on broadcast_message for each row
  when (to_jsonb(old) - 'delivered_at' is distinct from to_jsonb(new) - 'delivered_at') execute function refuse_change();
create trigger broadcast_message_is_kept before delete on broadcast_message for each row execute function refuse_change();
create trigger broadcast_message_is_kept_whole before truncate on broadcast_message execute function refuse_change();
-- Also in a session that says that it only repeats what another database did.
alter table broadcast_message
  enable always trigger broadcast_message_stays,
  enable always trigger broadcast_message_is_kept,
  enable always trigger broadcast_message_is_kept_whole;
select fence_table('broadcast_message');
grant select, insert, update (delivered_at) on broadcast_message to portal_app;
grant select, insert on broadcast_message to portal_system;

-- ------------------------------------------------------------------ conversations
create table conversation (
  conversation_id int generated always as identity primary key,
  company_id int not null references company,
  patient_id int not null references patient,
  broadcast_id int references broadcast,
  topic text not null,
  created_by int not null references provider,
  created_at timestamptz not null,
  -- Its place in the lists: the newest message, or its beginning.
  latest_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Whoever looks after it; null is for anybody of the team to take.
  assigned_to int references provider,
  version int not null default 1
);
create index conversation_of_company on conversation (company_id, latest_at desc, conversation_id desc);
create index conversation_of_patient on conversation (patient_id, latest_at desc);
create index conversation_of_broadcast on conversation (broadcast_id) where broadcast_id is not null;
-- Whoever closes one keeps it: what waits for their answer is looked for among the open ones, however many they closed.
create index conversation_of_assigned on conversation (assigned_to, state, latest_at desc) where assigned_to is not null;
create index conversation_of_nobody on conversation (company_id, latest_at desc) where assigned_to is null and state = 'open';
create index conversation_topic_searched on conversation using gin (lower(topic) gin_trgm_ops) with (fastupdate = off);
select fence_table('conversation');
grant select, insert, update (latest_at, state, assigned_to, version) on conversation to portal_app, portal_system;

create table conversation_member (
  conversation_id int not null references conversation,
  provider_id int not null references provider,
  company_id int not null references company,
  joined_at timestamptz not null,
  in_emergency boolean not null default false,
  primary key (conversation_id, provider_id)
);
create index conversation_member_of_provider on conversation_member (provider_id, conversation_id);
select fence_table('conversation_member');
grant select, insert on conversation_member to portal_app;
grant select, insert, update, delete on conversation_member to portal_system;

-- Written while the conversation's row is held, so that their numbers are their order.
create table conversation_message (
  message_id int generated always as identity primary key,
  company_id int not null references company,
  conversation_id int not null references conversation,
  -- Null where the patient wrote it.
  provider_id int references provider,
  body text not null,
  client_key text,
  sent_at timestamptz not null,
  claimed_at timestamptz,
  broadcast_message_id int references broadcast_message,
  document_id int references document
);
-- A repeat finds what is stored already: of a provider, of the patient, of a broadcast that is told once more.
create unique index conversation_message_once on conversation_message (conversation_id, provider_id, client_key)
  where client_key is not null and provider_id is not null;
create unique index conversation_message_once_of_patient on conversation_message (conversation_id, client_key)
  where client_key is not null and provider_id is null;
create unique index conversation_message_once_of_broadcast on conversation_message (broadcast_message_id, conversation_id)
  where broadcast_message_id is not null;
create index conversation_message_in_order on conversation_message (conversation_id, message_id desc);
create index conversation_message_document on conversation_message (document_id) where document_id is not null;
create index conversation_message_searched on conversation_message using gin (lower(body) gin_trgm_ops) with (fastupdate = off);
-- P11-11: what was written stays as it was, whoever tries; who has read it stands in a table of its own.
create trigger append_only before update or delete on conversation_message for each row execute function refuse_change();
create trigger append_only_truncate before truncate on conversation_message execute function refuse_change();
alter table conversation_message enable always trigger append_only, enable always trigger append_only_truncate;
select fence_table('conversation_message');
grant select, insert on conversation_message to portal_app, portal_system;

-- ------------------------------------------------------------------ who has read what
create table message_reading (
  message_id int not null references conversation_message,
  -- Null is the patient.
  provider_id int references provider,
  company_id int not null references company,
  read_at timestamptz not null,
  unique nulls not distinct (message_id, provider_id)
);
select fence_table('message_reading');
grant select, insert on message_reading to portal_app;
grant select, insert, update, delete on message_reading to portal_system;

-- Up to which message somebody has read all that others wrote: what lies below is not counted any more.
create table conversation_reading (
  conversation_id int not null references conversation,
  provider_id int not null references provider,
  company_id int not null references company,
  read_to int not null,
  primary key (conversation_id, provider_id)
);
select fence_table('conversation_reading');
grant select, insert, update on conversation_reading to portal_app;
grant select, insert, update, delete on conversation_reading to portal_system;

-- ------------------------------------------------------------------ how the patient is told
create table conversation_notice (
  conversation_id int primary key references conversation,
  company_id int not null references company,
  -- When the patient is to be told that something was written, and when they were told last and have not looked since.
  tell_at timestamptz,
  told_at timestamptz
);
create index conversation_notice_due on conversation_notice (tell_at) where tell_at is not null;
select fence_table('conversation_notice');
grant select, insert, update, delete on conversation_notice to portal_app, portal_system;

-- Checked as the owner it would fail, who sees no row where row security is forced.
set local check_function_bodies = off;
-- Those of the conversations whose patient was told last by messages that were all withdrawn before they left. What is in the outbox,
-- nobody within the fence can read.
create function notices_taken_back(of_conversations int[]) returns setof int
language sql stable security invoker set role = portal_system set search_path = public as $$
  select c.conversation_id from conversation c join conversation_notice n using (conversation_id)
  where c.conversation_id = any (of_conversations) and c.company_id = nullif(current_setting('app.company_id', true), '')::int
    and (select bool_and(m.withdrawn_at is not null and m.sent_at is null) from message m
      where m.patient_id = c.patient_id and m.opens = 'conversation ' || c.conversation_id and m.created_at >= n.told_at)
$$;
revoke execute on function notices_taken_back(int[]) from public;
grant execute on function notices_taken_back(int[]) to portal_app;

-- The patient's way in: one link for each conversation, of which a hash alone is kept.
create table conversation_code (
  conversation_id int primary key references conversation,
  company_id int not null references company,
  code_hash bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left smallint not null
);
select fence_table('conversation_code');
grant select, insert, update, delete on conversation_code to portal_app, portal_system;

-- ------------------------------------------------------------------ search
-- Conversations that somebody may know of, by topic, name of the patient and, where it is asked for, messages of those they take part
-- in: of each kind the newest thousands. `groups` are those they see, null is all. Where a message was found, the newest one is named.
-- The names of patients are searched without their accents, so what is looked for in them loses its own; topics and messages are
-- found as they were written. Below the fence no trigram index is used. What is sorted by is written as a sum, so that no index is
-- walked for the order alone: words that are rare would be looked for in everything that was ever said.
create function conversations_found(pattern text, with_messages boolean, person int, groups int[])
returns table (conversation_id int, message_id int)
language plpgsql stable security invoker set role = portal_system set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  in_name text := without_accents(pattern);
begin
  return query
    select found.conversation_id, null::int from (
      (select c.conversation_id from conversation c
        where c.company_id = company and lower(c.topic) like pattern and (
          groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups))
          or exists (select from conversation_member own
            where own.conversation_id = c.conversation_id and own.provider_id = person and not own.in_emergency))
        order by c.latest_at + interval '0' desc limit 2000)
      union
      (select c.conversation_id from patient p join conversation c on c.patient_id = p.patient_id
        where p.company_id = company and p.removed_at is null and p.searched like in_name and p.searched_name like in_name and (
          groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups))
          or exists (select from conversation_member own
            where own.conversation_id = c.conversation_id and own.provider_id = person and not own.in_emergency))
        order by c.latest_at + interval '0' desc limit 2000)) found;
  if with_messages then
    return query
      select newest.conversation_id, max(newest.message_id) from (
        select m.conversation_id, m.message_id
        from conversation_member own
          join conversation c on c.conversation_id = own.conversation_id
          join conversation_message m on m.conversation_id = own.conversation_id
        where own.provider_id = person and own.company_id = company and lower(m.body) like pattern and (
          not own.in_emergency or groups is null
          or exists (select from patient_care_group g where g.patient_id = c.patient_id and g.care_group_id = any(groups)))
        order by m.message_id + 0 desc limit 5000) newest
      group by newest.conversation_id;
  end if;
end $$;
revoke execute on function conversations_found(text, boolean, int, int[]) from public;
grant execute on function conversations_found(text, boolean, int, int[]) to portal_app;
