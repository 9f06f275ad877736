-- Cards that are sent, and who wants no e-mails.
alter table trial_card add column version int not null default 1;

-- Each time a card was sent: to whom, how, where to, by whom and when.
create table card_outreach (
  outreach_id int generated always as identity primary key,
  company_id int not null references company,
  trial_id int not null references care_group,
  participant_id int not null references participant,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  sender_id int not null references provider,
  sent_at timestamptz not null
);
create index card_outreach_of_trial on card_outreach (trial_id, sent_at);
create index on card_outreach (participant_id);

-- What the owner of an address chose on the public page. The last choice counts; earlier ones stay (PRV-08).
create table email_choice (
  choice_id int generated always as identity primary key,
  company_id int not null references company,
  email text not null,
  wants_emails boolean not null,
  chosen_at timestamptz not null,
  page text not null,
  host text not null,
  request_id text not null
);
create index email_choice_of_address on email_choice (company_id, email, choice_id);
create trigger append_only before update or delete on email_choice for each row execute function refuse_change();
create trigger append_only_truncate before truncate on email_choice execute function refuse_change();
create index participant_of_email on participant (lower(email)) where email is not null;

-- Solved puzzles, until they would have run out by themselves: each opens once, whichever process is asked.
create table spent_puzzle (
  signature text primary key,
  expires_at timestamptz not null
);

-- What is not needed to use the portal is withdrawn while it waits, once its recipient wants none of it.
alter table message
  add column is_optional boolean not null default false,
  add column withdrawn_at timestamptz;

do $$
declare
  t text;
begin
  foreach t in array array['card_outreach', 'email_choice', 'spent_puzzle'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy system on %I to portal_system using (true) with check (true)', t);
  end loop;
  foreach t in array array['card_outreach', 'email_choice'] loop
    execute format(
      'create policy company on %I to portal_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)'
      || ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::int)', t);
  end loop;
end $$;
grant select, insert on card_outreach, email_choice to portal_system;
grant select, insert, update, delete on spent_puzzle to portal_system;
grant select, insert on card_outreach to portal_app;
grant select on email_choice to portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;
