-- Indexes for the foreign keys by which rows are found: the lists of a company, and what a group, a partner or a product has.
-- Nothing that other rows name is ever deleted but sessions, so that no other key is looked up from its far end.
create index provider_of_company on provider (company_id);
create index partner_of_company on partner (company_id);
create index sponsor_of_company on sponsor (company_id);
create index document_of_company on document (company_id);
create index public_image_of_company on public_image (company_id);
create index brand_alert_of_company on brand_alert (company_id) where ended_at is null;
create index mfa_recovery_of_company on mfa_recovery (company_id);
create index provider_of_sponsor on provider (sponsor_id) where sponsor_id is not null;
create index document_of_care_group on document (care_group_id) where care_group_id is not null;
create index document_of_partner on document (partner_id) where partner_id is not null;
create index product_supply_of_partner on product_supply (partner_id) where removed_at is null;
create index product_price_of_product on product_price (product_id);
create index product_price_of_partner on product_price (partner_id);

-- Events are cleared away by their age.
create index event_by_age on event (created_at);
