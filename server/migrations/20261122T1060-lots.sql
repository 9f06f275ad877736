-- What a product's packages were made in, with the day each lot expires: written when it is first typed on a package.
-- It says nothing of anybody.
create table lot (
  lot_id int generated always as identity primary key,
  company_id int not null references company,
  product_id int not null references product,
  lot_number text not null,
  -- A column of its own, since behind the fence an index over an expression is of no use.
  number_key text collate "C" not null check (number_key = lower(lot_number)),
  expires_on date not null,
  created_at timestamptz not null
);
create unique index lot__other_expiry on lot (product_id, number_key);
-- What administrators look through: by what the number begins with, and in its order.
create index lot_by_number on lot (company_id, number_key, lot_id);

alter table package_item add column lot_id int references lot;

alter table lot enable row level security;
alter table lot force row level security;
create policy system on lot to portal_system using (true) with check (true);
create policy company on lot to portal_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::int)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::int);
grant select, insert on lot to portal_system, portal_app;
grant usage on all sequences in schema public to portal_app, portal_system;

-- The fence shows its own owner nothing.
set local role portal_system;
-- Where two items disagree, the earlier day counts; what was typed on them stays.
insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
select item.company_id, line.product_id, (array_agg(item.lot_number order by item.item_id))[1],
  lower(item.lot_number), min(item.expires_on),
  min(coalesce(
    (select min(step.changed_at) from shipment_status_change step
      where step.request_id = box.request_id and step.status = 'shipped'),
    request.created_at))
from package_item item
  join shipment_line line using (line_id)
  join shipment_package box using (package_id)
  join shipment_request request on request.request_id = box.request_id
group by item.company_id, line.product_id, lower(item.lot_number);
update package_item item set lot_id = lot.lot_id
from shipment_line line, lot
where line.line_id = item.line_id and lot.product_id = line.product_id and lot.number_key = lower(item.lot_number);
reset role;
alter table package_item alter column lot_id set not null;
create index package_item_of_lot on package_item (lot_id, package_id);
