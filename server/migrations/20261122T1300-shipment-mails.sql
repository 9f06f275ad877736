-- Mails about shipment requests (ACC-02, OPC-92). An event that is a step of a request waits here until its mails are planned;
-- what is older was never promised to anybody.
alter table event add column awaits_mail boolean not null default false;
create index event_awaits_mail on event (event_id) where awaits_mail;

-- One mail that is going to be written to a person or to a partner: whatever happens until it is due stands in it.
create table shipment_mail (
  mail_id bigint generated always as identity primary key,
  company_id int not null references company,
  provider_id int references provider,
  partner_id int references partner,
  -- Where the first step was made: whose portal the mail speaks of, unless the reader is known to use another.
  host text not null,
  due_at timestamptz not null,
  -- Written, or found to be wanted no longer.
  settled_at timestamptz,
  check (num_nonnulls(provider_id, partner_id) = 1)
);
create unique index shipment_mail_of_provider on shipment_mail (provider_id) where settled_at is null;
create unique index shipment_mail_of_partner on shipment_mail (partner_id) where settled_at is null;
create index shipment_mail_due on shipment_mail (due_at) where settled_at is null;
create index shipment_mail_settled on shipment_mail (settled_at) where settled_at is not null;

create table shipment_mail_step (
  mail_id bigint not null references shipment_mail on delete cascade,
  event_id bigint not null,
  company_id int not null references company,
  request_id int not null references shipment_request,
  step text not null,
  primary key (mail_id, event_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['shipment_mail', 'shipment_mail_step'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
    execute format('grant select, insert, update, delete on %I to portal_system', t);
  end loop;
end $$;
grant usage on all sequences in schema public to portal_system;

-- Which mails somebody may refuse by one choice; null is a mail that nobody may refuse.
alter table message add column topic text;
-- data
update message set topic = 'to participants' where is_optional;
update notification_preference set description = 'A message when somebody signs in to your account from a new device.'
where name = 'Account security';
update notification_preference set description = 'A message when a shipment request that your site or partner handles moves on.'
where name = 'Shipment updates';
-- Administrators see every site of the company: mails about all of them are for those who ask for them.
update notification_preference set enabled = false
from provider where provider.provider_id = notification_preference.provider_id and provider.type = 'Admin' and name = 'Shipment updates';
-- end of data
alter table message drop column is_optional;

-- Takes back what still waits for an address, also from within the fence, where the outbox cannot be read.
grant create on schema public to portal_system;
-- data
create function withdraw_messages(address text, of_topic text, at timestamptz) returns void
language sql security definer set search_path = public as $$
  update message set withdrawn_at = at
  where channel = 'email' and lower(recipient) = lower(address) and topic = of_topic and sent_at is null and withdrawn_at is null
$$;
revoke execute on function withdraw_messages(text, text, timestamptz) from public;
grant execute on function withdraw_messages(text, text, timestamptz) to portal_app;
-- end of data
revoke create on schema public from portal_system;
