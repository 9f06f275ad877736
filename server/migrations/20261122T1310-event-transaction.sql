-- Which transaction wrote an event: what was committed late is found by the transactions that were still open, not by
-- numbers that are missing (REL-12, SHP-14).
alter table event add column written_by xid8 not null default pg_current_xact_id();
create index event__written_by on event (written_by, event_id);
