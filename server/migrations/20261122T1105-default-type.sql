-- SCN-09: a person of no other type is "Other".
alter table provider alter column type set default 'Other';
