-- P11-18: of alarms that came faster than they could be looked at, the number is told.
alter table security_alert drop constraint security_alert_cause_check;
alter table security_alert add constraint security_alert_cause_check check (
  cause in ('foreign calls', 'damage', 'audit trail cut', 'audit trail forged', 'more refused calls', 'more damage'));
