/** A company in which every list has 1,000 rows, made by the database itself. */
import { aCompanyOfPeople } from './people-rows.ts';
import { addSitesTo, settle } from './rows.ts';
import type { World } from './world.ts';

const many = 1_000;
const series = `generate_series(1, ${many}) n`;

export type People = Awaited<ReturnType<typeof fillLists>>;

/** Gives back who looks at the lists. */
export async function fillLists(world: World) {
  const companyId = await world.aCompany(['TrialCard', 'ClinicalManagement', 'MD_Direct_Invite']);
  const sponsorId = await world.aSponsor(companyId);
  const trialId = await world.aTrial(companyId, { sponsor_id: sponsorId });
  const [siteId = 0] = await addSitesTo(world, companyId, [{ trialId, sites: many }]);
  await world.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1, $2, $3, $3, 'Ada', 'Lovelace ' || n, '1980-03-05', 1, lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'), 1, now()
     from ${series}`,
    [companyId, trialId, siteId],
  );
  await world.rows(
    `insert into partner (company_id, kind, name) select $1, 'pharmacy', 'Pharmacy ' || n from ${series}`,
    [companyId],
  );
  const [{ partner_id: pharmacyId } = { partner_id: 0 }] = await world.rows<{ partner_id: number }>(
    'select min(partner_id) as partner_id from partner where company_id = $1',
    [companyId],
  );
  await world.rows(
    `insert into product (company_id, trial_id, drug_name, dosage_form, quantity_unit, default_quantity, default_batch_quantity,
       max_shipment_quantity, default_days_of_supply, pharmacy_supplied)
     select $1, $2, 'Drug ' || n, '50 mg tablet', 'Bottle', 2, 5, 10, 30, true from ${series}`,
    [companyId, trialId],
  );
  await world.connect(companyId, siteId, pharmacyId);
  await world.rows(
    `insert into product_supply (company_id, site_id, partner_id, product_id)
     select $1, $2, $3, product_id from product where company_id = $1`,
    [companyId, siteId, pharmacyId],
  );
  const people = {
    admin: await world.aPerson('Admin', { company_id: companyId }),
    siteUser: await world.aPerson('Site User', { company_id: companyId }, [siteId]),
    sponsor: await world.aPerson('Sponsor', { company_id: companyId, sponsor_id: sponsorId }),
    userAdmin: (await aCompanyOfPeople(world)).adminId,
    pharmacist: await world.aPerson('Pharmacy User', { company_id: companyId, partner_id: pharmacyId }),
  };
  await addShipments(world, { companyId, trialId, siteId, pharmacyId, requesterId: people.siteUser });
  await addRecords(world, companyId, people.admin);
  await settle(world);
  return people;
}

/** A thousand in each section: to accept, to pack, on their way, ended; of the last ones the next orders are due. */
async function addShipments(
  world: World,
  ids: { companyId: number; trialId: number; siteId: number; pharmacyId: number; requesterId: number },
) {
  const { companyId, trialId, siteId, pharmacyId, requesterId } = ids;
  await world.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
       required_on, next_order_on, reminder_on, status_changed_on, shipped_on, received_on, submission, created_at)
     select $1, $2, $3, $4, 'pharmacy', status, n % 2 = 0, site.address_id, $5, current_date - n % 40 - 1, current_date + 30,
       case when status = 'received' then current_date + n % 20 end, current_date - 2,
       case when status in ('shipped', 'received') then current_date - 3 end, case when status = 'received' then current_date - 2 end,
       gen_random_uuid(), now() - n * interval '1 hour'
     from care_group site, unnest(array['preprocessing', 'processing', 'shipped', 'received']) status, ${series}
     where site.care_group_id = $3`,
    [companyId, trialId, siteId, pharmacyId, requesterId],
  );
  await settle(world);
  await world.rows(
    `insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
     select $1, request_id, (select min(product_id) from product where company_id = $1) + n, 2, 30, 'Take one daily'
     from shipment_request, generate_series(0, 1) n where company_id = $1 and (n = 0 or request_id % 3 = 0)`,
    [companyId],
  );
  await world.rows(
    `insert into shipment_participant (request_id, position, company_id, participant_id, subject_number, first_name, last_name)
     select request_id, 0, $1, participant_id, subject_number, first_name, last_name
     from shipment_request join participant on participant.company_id = $1
       and participant_id = (select min(participant_id) from participant where company_id = $1) + request_id % ${many}
     where shipment_request.company_id = $1 and to_participant`,
    [companyId],
  );
  await world.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     select $1, (select min(product_id) from product where company_id = $1), 'L-' || n, 'l-' || n, current_date + n, now() from ${series}`,
    [companyId],
  );
  await settle(world);
  await world.rows(
    `with package as (
       insert into shipment_package (company_id, request_id, courier, tracking_number)
       select $1, request_id, 'Swift', 'SW-' || request_id from shipment_request where company_id = $1 and shipped_on is not null
       returning package_id, request_id)
     insert into package_item (company_id, package_id, line_id, quantity, lot_number, expires_on, lot_id)
     select $1, package_id, line_id, 2, lot.lot_number, lot.expires_on, lot.lot_id
     from package join shipment_line using (request_id)
       join lot on lot.company_id = $1 and lot.lot_number = 'L-' || request_id % ${many} + 1`,
    [companyId],
  );
}

/** Accounts, delegates and what is on record. */
async function addRecords(world: World, companyId: number, adminId: number) {
  await world.rows(
    `insert into provider (company_id, email, first_name, last_name, type, created_at)
     select $1, 'listed' || n || '@portal.example', 'Nora', 'Quill ' || n, 'Site User', now() - interval '1 year' from ${series}`,
    [companyId],
  );
  await world.rows(
    `with invited as (
       insert into invitation (company_id, code_hash, brand_key, email, type, inviter_id, created_at, expires_at)
       select $1, sha256(('delegate ' || n)::bytea), 'default', 'delegate' || n || '@portal.example', 'physician', $2, now(), now() + interval '7 days'
       from ${series} returning invitation_id, email),
     delegate as (
       insert into delegate (company_id, email, invitation_id, inviter_id, created_at)
       select $1, email, invitation_id, $2, now() from invited returning delegate_id)
     insert into delegate_npi (company_id, delegate_id, npi, first_name, last_name)
     select $1, delegate_id, (1000000000 + delegate_id)::text, 'Ida', 'Rolf' from delegate`,
    [companyId, adminId],
  );
  await world.rows(
    `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1, now() - n * interval '1 minute', $2, 'Nora Quill', 'Admin', 'participant.changed', 'participant', n::text,
       '[{"field": "last_name", "old": "Lovelace", "new": "Byron"}]', 'localhost', 'request' from ${series}`,
    [companyId, adminId],
  );
}
