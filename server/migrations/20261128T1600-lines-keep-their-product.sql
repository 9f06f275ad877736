-- serves from 20261127T1101-entries-of-a-period.sql
-- brief lock on shipment_line, product: columns without a value, and a trigger for products that change
-- What was asked for, sent and invoiced stays as it was called then, whatever its product is called later. A line has words of its own
-- only where the product was changed after it; else they are those of the product.
alter table shipment_line
  add column drug_name text,
  add column dosage_form text,
  add column quantity_unit text,
  add column item_number text,
  add column item_description text;

create function keep_words_of_lines() returns trigger language plpgsql as $$
begin
  update shipment_line set drug_name = old.drug_name, dosage_form = old.dosage_form, quantity_unit = old.quantity_unit,
    item_number = old.item_number, item_description = old.item_description
  where product_id = old.product_id and drug_name is null;
  return null;
end $$;
create trigger keep_words_of_lines
  after update of drug_name, dosage_form, quantity_unit, item_number, item_description on product for each row
  when ((old.drug_name, old.dosage_form, old.quantity_unit, old.item_number, old.item_description)
    is distinct from (new.drug_name, new.dosage_form, new.quantity_unit, new.item_number, new.item_description))
  execute function keep_words_of_lines();
