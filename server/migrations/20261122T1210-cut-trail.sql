-- One more thing that administrators are told of: an audit trail that ends before the place that is noted outside the database.
alter table misuse_notice drop constraint misuse_notice_cause_check;
alter table misuse_notice add constraint misuse_notice_cause_check check (cause in ('foreign calls', 'damage', 'audit trail cut'));
