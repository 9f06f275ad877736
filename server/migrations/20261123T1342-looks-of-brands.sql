-- serves from 20261123T1340-company-addresses.sql
-- brief lock on company_brand, brand_alert, public_image: columns without a value
alter table company_brand
  add column favicon_image_id text references public_image,
  add column sign_in_image_id text references public_image,
  -- As #rrggbb; the colour of text on it follows from it.
  add column primary_colour text;
-- From which day until which one, both included, an alert is shown (UTC); null is without an end.
alter table brand_alert
  add column from_day date,
  add column until_day date;
