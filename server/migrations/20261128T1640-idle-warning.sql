-- serves from 20261124T0720-events-by-quarter.sql
-- small table company: some hundreds at most, whose new value is looked at once
-- SES-12: how long before the end of an idle session its people are warned, in seconds.
alter table company add column idle_warning_seconds integer not null default 15
  constraint company__idle_warning check (idle_warning_seconds between 15 and 300);
