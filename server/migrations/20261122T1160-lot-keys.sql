-- A lot is found by what nobody can tell apart (name_key): typed a little differently, it would escape its recall.
alter table lot drop constraint lot_check;
drop index lot__other_expiry;

-- The fence shows its own owner nothing.
grant update, delete on lot to portal_system;
grant update on lot_correction to portal_system;
set local role portal_system;
update lot set number_key = name_key(lot_number);
-- Lots that have become one are the oldest of them: what was packed and corrected goes to it, and the earliest day counts.
update lot set expires_on = same.expires_on, version = version + 1
from (
  select min(lot_id) as lot_id, min(expires_on) as expires_on
  from lot group by product_id, number_key having count(*) > 1) same
where same.lot_id = lot.lot_id;
update package_item item set lot_id = into_id
from lot join (select product_id, number_key, min(lot_id) as into_id from lot group by product_id, number_key) oldest
  using (product_id, number_key)
where lot.lot_id = item.lot_id and lot.lot_id <> into_id;
update lot_correction made set lot_id = into_id
from lot join (select product_id, number_key, min(lot_id) as into_id from lot group by product_id, number_key) oldest
  using (product_id, number_key)
where lot.lot_id = made.lot_id and lot.lot_id <> into_id;
delete from lot using lot oldest
where oldest.product_id = lot.product_id and oldest.number_key = lot.number_key and oldest.lot_id < lot.lot_id;
reset role;
revoke update, delete on lot from portal_system;
revoke update on lot_correction from portal_system;

alter table lot add constraint lot_check check (number_key = name_key(lot_number));
create unique index lot__other_expiry on lot (product_id, number_key);
