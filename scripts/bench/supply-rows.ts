/** A company with trials at work over two years of shipment requests, made by the database itself and the same every time. */
import type { World } from './world.ts';
import { addParticipants, addSitesTo, settle } from './rows.ts';

/** What a trial is made of: 20 sites and a thousand requests; half of these are of its first, the central site. */
export const unit = { sites: 20, requests: 1_000, ofCentralSite: 525, ofOrdinarySite: 25 };
export const firstDay = '2024-01-01';
export const days = 720;

/** A trial for each number, of so many units; each unit has two pharmacies, and one wholesaler serves them all. */
export async function addTrials(world: World, companyId: number, units: readonly number[]) {
  const wholesalerId = await world.aPartner(companyId, 'wholesaler');
  const trialIds: number[] = [];
  for (const _ of units) trialIds.push(await world.aTrial(companyId));
  const siteIds = await addSitesTo(
    world,
    companyId,
    trialIds.map((trialId, i) => ({ trialId, sites: (units[i] ?? 0) * unit.sites })),
  );
  await addParticipants(world, companyId, siteIds);
  const requesterId = await world.aPerson('Site User', { company_id: companyId });
  const pharmacies = await world.rows<{ partner_id: number }>(
    `insert into partner (company_id, kind, name) select $1, 'pharmacy', 'Pharmacy ' || n from generate_series(1, $2::int) n returning partner_id`,
    [companyId, (2 * siteIds.length) / unit.sites],
  );
  const pharmacyIds = pharmacies.map(({ partner_id }) => partner_id);
  const productIds = await addProducts(world, companyId);
  await addSupply(world, companyId, { siteIds, pharmacyIds, wholesalerId });
  await addRequests(world, companyId, { siteIds, pharmacyIds, wholesalerId, requesterId });
  // What follows joins what is there.
  await settle(world);
  await addLines(world, companyId);
  await settle(world);
  await addPackages(world, companyId);
  await addWhatWasSaid(world, companyId, requesterId);
  return { trialIds, siteIds, pharmacyIds, wholesalerId, productIds };
}

/** Four products a trial from pharmacies and two from wholesalers. The first of each trial are given back. */
async function addProducts(world: World, companyId: number): Promise<Map<number, number>> {
  const made = await world.rows<{ product_id: number; trial_id: number }>(
    `insert into product (company_id, trial_id, drug_name, dosage_form, quantity_unit, default_quantity, default_batch_quantity,
       max_shipment_quantity, default_days_of_supply, pharmacy_supplied, wholesaler_supplied)
     select $1, care_group_id, 'Drug ' || n, n * 25 || ' mg tablet', 'Bottle', 2, 5, 10, 30, n < 4, n >= 4
     from care_group, generate_series(0, 5) n where kind = 'trial' and company_id = $1 order by care_group_id, n
     returning product_id, trial_id`,
    [companyId],
  );
  return new Map(made.toReversed().map(({ product_id, trial_id }) => [trial_id, product_id]));
}

type Parties = { siteIds: readonly number[]; pharmacyIds: readonly number[]; wholesalerId: number };

/** Who supplies what at each site, and a price of each product every quarter; some sponsors agreed on their own. */
async function addSupply(world: World, companyId: number, { siteIds, pharmacyIds, wholesalerId }: Parties) {
  await world.rows(
    `with connected as (
       insert into site_partner (company_id, site_id, partner_id)
       select $1, site_id, partner_id
       from unnest($2::int[]) with ordinality as site (site_id, place),
         unnest($3::int[] || $4::int) with ordinality as partner (partner_id, place)
       where partner_id = $4 or (partner.place - 1) / 2 = (site.place - 1) / ${unit.sites}
       returning site_id, partner_id),
     supplied as (
       insert into product_supply (company_id, site_id, partner_id, product_id)
       select $1, site_id, partner_id, product_id
       from connected join care_group site on site.care_group_id = site_id join product on product.trial_id = site.parent_id
       where product.wholesaler_supplied = (partner_id = $4) and (partner_id = $4 or product_id % 2 = partner_id % 2)
       returning product_id, partner_id)
     insert into product_price (company_id, product_id, partner_id, sponsor_id, drug_price, shipping_fee, dispense_fee, currency,
       quantity_unit, effective_on, created_at, creator_id)
     select $1, pair.product_id, partner_id, case when n % 2 = 1 then trial.sponsor_id end, 10 + n, 5, 2.5, 'USD',
       product.quantity_unit, date '${firstDay}' + n * 91, now(), (select min(provider_id) from provider where company_id = $1)
     from (select distinct product_id, partner_id from supplied) pair
       join product on product.product_id = pair.product_id
       join care_group trial on trial.care_group_id = product.trial_id, generate_series(0, 8) n`,
    [companyId, siteIds, pharmacyIds, wholesalerId],
  );
}

/** Requests in the order of time: the newest of each site are still on their way, the others ended one way or another. */
const addRequests = (
  world: World,
  companyId: number,
  { siteIds, pharmacyIds, wholesalerId, requesterId }: Parties & { requesterId: number },
) =>
  world.rows(
    `with asked as (
       select site_id, k, place, requests,
         timestamptz '${firstDay}Z' + (k + place * 37 % 100 / 100.0) / requests * ${days} * interval '1 day' as created_at,
         case
           when k >= requests * 0.96 then (array['preprocessing', 'processing', 'shipped'])[(k + place) % 3 + 1]
           when (k * 7 + place) % 20 = 0 then 'cancelled'
           when (k * 7 + place) % 20 = 1 then (array['missing', 'damaged', 'other'])[place % 3 + 1]
           else 'received'
         end as status,
         case when (k + place) % 5 = 0 then $4 else ($3::int[])[place / ${unit.sites} * 2 + (k + place) % 2 + 1] end as partner_id
       from unnest($2::int[]) with ordinality as site (site_id, number),
         lateral (select (number - 1)::int as place,
           case when (number - 1) % ${unit.sites} = 0 then ${unit.ofCentralSite} else ${unit.ofOrdinarySite} end as requests) at_site,
         generate_series(0, requests - 1) k)
     insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, is_batch, address_id,
       requester_id, required_on, next_order_on, reminder_on, status_changed_on, shipped_on, sponsor_id, received_on, submission, created_at)
     select $1, site.parent_id, site_id, partner_id, case when partner_id = $4 then 'wholesaler' else 'pharmacy' end, status,
       k % 4 = 0, k % 10 = 0, site.address_id, $5, on_day + 5, on_day + 35, case when k >= requests * 0.8 then on_day + 35 end,
       on_day + case when status in ('preprocessing', 'cancelled') then 0 when status = 'processing' then 1 when status = 'shipped' then 3 else 6 end,
       case when status not in ('preprocessing', 'processing', 'cancelled') then on_day + 3 end,
       case when status not in ('preprocessing', 'processing', 'cancelled') then trial.sponsor_id end,
       case when status = 'received' then on_day + 6 end,
       gen_random_uuid(), asked.created_at
     from asked join care_group site on site.care_group_id = site_id join care_group trial on trial.care_group_id = site.parent_id,
       lateral (select (asked.created_at at time zone 'UTC')::date as on_day) this
     order by asked.created_at, site_id`,
    [companyId, siteIds, pharmacyIds, wholesalerId, requesterId],
  );

/** One line or two, and nobody or up to two participants. */
async function addLines(world: World, companyId: number) {
  await world.rows(
    `insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
     select $1, request_id, product_id, request_id % 5 + 1, 30, 'Take one daily'
     from shipment_request request join (
       select product_id, trial_id, case when wholesaler_supplied then 'wholesaler' else 'pharmacy' end as shipment_type,
         row_number() over kind as place, count(*) over kind as among
       from product window kind as (partition by trial_id, wholesaler_supplied order by product_id
         rows between unbounded preceding and unbounded following)) product using (trial_id, shipment_type)
     where request.company_id = $1 and (place + request_id) % among < case when request_id % 3 = 0 then 2 else 1 end
     order by request_id, product_id`,
    [companyId],
  );
  await world.rows(
    `insert into shipment_participant (request_id, position, company_id, participant_id, subject_number, first_name, last_name)
     select request_id, position, $1, participant_id, subject_number, first_name, last_name
     from shipment_request request, generate_series(0, case when is_batch then -1 when request_id % 4 = 0 then 1 else 0 end) position,
       lateral (select site_id || '-' || (request_id * 7 + position) % 25 + 1 as subject_number) at_site
       join participant using (subject_number)
     where request.company_id = $1`,
    [companyId],
  );
}

/** One package or two, with a lot a product and quarter. */
async function addPackages(world: World, companyId: number) {
  await world.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     select distinct $1::int, product_id, to_char(created_at, '"L"YYYY-Q'), to_char(created_at, '"l"YYYY-Q'),
       (date_trunc('quarter', created_at, 'UTC') + interval '2 years')::date, date_trunc('quarter', created_at, 'UTC')
     from shipment_line join shipment_request using (request_id) where shipment_request.company_id = $1`,
    [companyId],
  );
  await world.rows(
    `insert into shipment_package (company_id, request_id, courier, tracking_number)
     select $1, request_id, 'Swift', 'SW-' || request_id || '-' || n
     from shipment_request, generate_series(1, case when request_id % 10 = 0 then 2 else 1 end) n
     where company_id = $1 and shipped_on is not null order by request_id`,
    [companyId],
  );
  await world.rows(
    `insert into package_item (company_id, package_id, line_id, quantity, lot_number, expires_on, lot_id)
     select $1, package_id, line_id, 1, lot.lot_number, lot.expires_on, lot_id
     from shipment_package package join shipment_request using (request_id) join shipment_line line using (request_id)
       join lot on lot.product_id = line.product_id and lot.number_key = to_char(shipment_request.created_at, '"l"YYYY-Q')
     where package.company_id = $1 order by package_id, line_id`,
    [companyId],
  );
}

/** The steps of each request, and two comments on three of ten, half of them read. */
async function addWhatWasSaid(world: World, companyId: number, requesterId: number) {
  await world.rows(
    `insert into shipment_status_change (company_id, request_id, status, changed_on, changed_at, provider_id)
     select $1, request_id, step, (at at time zone 'UTC')::date, at, $2
     from shipment_request, lateral (values ('preprocessing', 0, true), ('processing', 1, status not in ('preprocessing', 'cancelled')),
         ('shipped', 3, shipped_on is not null), (status, 6, status not in ('preprocessing', 'processing', 'shipped')))
       as taken (step, after, was_taken),
       lateral (select created_at + after * interval '1 day' as at) moment
     where company_id = $1 and was_taken order by at`,
    [companyId, requesterId],
  );
  await world.rows(
    `with said as (
       insert into shipment_comment (company_id, request_id, author_id, text, created_at)
       select $1, request_id, $2, 'When will this arrive?', created_at + n * interval '1 day'
       from shipment_request, generate_series(1, 2) n where company_id = $1 and request_id % 10 < 3 order by request_id, n
       returning comment_id, created_at)
     insert into shipment_comment_read (company_id, comment_id, provider_id, read_at)
     select $1, comment_id, $2, created_at from said where comment_id % 2 = 0`,
    [companyId, requesterId],
  );
}
