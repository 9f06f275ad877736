import { signIn } from '@portal/contract/identity/endpoints.ts';
import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { checkedPdf } from '#rooms/documents/door.ts';
import { openPortal } from '#test/portal.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { seedDemo } from './seed.ts';

test('P11-09 REL-02 a fresh installation starts with the demo data, made once and with its audit trail', async () => {
  const portal = await openPortal();
  const [first, second] = await Promise.all([seedDemo(portal.app), seedDemo(portal.app)]);
  expect([first, second].filter(Boolean)).toHaveLength(1);

  const companies = await portal.rows<{ company_id: number; name: string }>(
    'select company_id, name from company order by company_id',
  );
  expect(companies.map(({ name }) => name)).toEqual([
    'Meridian Trials',
    'Lakeside Care',
    'Harbour Discount',
    'Quay Nurses',
    'Plain',
    'Harborview Clinic',
  ]);
  const [{ accounts }] = (await portal.rows<{ accounts: number }>(
    'select count(*)::int as accounts from provider join identity_account using (email)',
  )) as [{ accounts: number }];
  // And the one who registered by invitation, and two who were revoked.
  expect(accounts).toBe(demoAccounts.length + 3);
  expect(
    await portal.rows(
      `select email, reason from provider join audit_entry on record_kind = 'provider' and record_id = provider_id::text
       where not is_active and action = 'provider.deactivated' order by 1`,
    ),
  ).toEqual([
    { email: 'former@lakeside.example', reason: 'Is on leave for a year' },
    { email: 'former@meridian.example', reason: 'Has left the site' },
  ]);
  const invitations = await portal.rows(
    `select email, used_at is not null as used, expires_at < now() as expired, expires_at - created_at = '14 days' as "twoWeeks"
     from invitation order by invitation_id`,
  );
  expect(invitations).toEqual([
    { email: 'physician@meridian.example', used: true, expired: true, twoWeeks: true },
    { email: 'elise@meridian.example', used: true, expired: true, twoWeeks: true },
    { email: 'late@meridian.example', used: false, expired: true, twoWeeks: true },
    { email: 'late@lakeside.example', used: false, expired: true, twoWeeks: true },
    { email: 'delegate@meridian.example', used: false, expired: false, twoWeeks: true },
    { email: 'newcomer@lakeside.example', used: false, expired: false, twoWeeks: true },
    { email: 'newcomer@meridian.example', used: false, expired: false, twoWeeks: true },
  ]);
  const delegates = await portal.rows(
    `select delegate.email, invitation.provider_id is not null as "isActive", count(delegate_npi)::int as npis
     from delegate join invitation using (invitation_id) join delegate_npi using (delegate_id) group by 1, 2 order by 1`,
  );
  expect(delegates).toEqual([
    { email: 'delegate@meridian.example', isActive: false, npis: 4 },
    { email: 'physician@meridian.example', isActive: true, npis: 2 },
  ]);
  const registered = { email: 'elise@meridian.example', password: demoPassword };
  expect((await portal.call(signIn, { body: registered })).reply).toMatchObject({ next: 'session' });

  const sites = await portal.rows(
    'select site.name, count(p.*)::int as people, count(*) filter (where not p.is_active)::int as gone from participant p join care_group site on site.care_group_id = p.site_id group by 1 order by 1',
  );
  expect(sites).toEqual([
    { name: 'Boston General', people: 12, gone: 2 },
    { name: 'Lyon Clinic', people: 8, gone: 1 },
    { name: 'Porto Clinic', people: 2, gone: 0 },
  ]);
  const lists = await portal.rows(
    `select company.name, count(m.*)::int as medications, audit_entry.actor_name as "madeBy"
     from medication_list list join company using (company_id) join listed_medication m using (medication_list_id)
       join audit_entry on record_kind = 'medication_list' and record_id = medication_list_id::text group by 1, 3 order by 1`,
  );
  expect(lists).toEqual([
    { name: 'Lakeside Care', medications: 15, madeBy: 'Omar Farouk' },
    { name: 'Quay Nurses', medications: 8, madeBy: 'System' },
  ]);
  const cards = await portal.rows(
    `select count(*)::int as sent, count(distinct channel)::int as ways, bool_or(sent_at > now() - interval '1 day') as "isRecent"
     from card_outreach`,
  );
  expect(cards).toEqual([{ sent: 8, ways: 2, isRecent: true }]);
  const statuses = await portal.rows<{ status: string }>('select distinct status from shipment_request');
  expect(statuses.map(({ status }) => status).sort()).toEqual([...shipmentStatus.options].sort());
  const [oldest] = await portal.rows<{ days: number }>(
    'select extract(day from now() - min(created_at))::int as days from shipment_request',
  );
  expect(oldest?.days).toBeGreaterThan(300);

  // Everything that was shipped has a price of its day; each price has earlier ones, and one was a mistake.
  const priced = await portal.rows(
    `select partner.name, sponsor_id is not null as "isAgreed", currency, count(distinct product_id)::int as products,
       min(effective_on) < (select min(shipped_on) from shipment_request) as "fromTheStart",
       count(distinct effective_on)::int as days, count(*) filter (where invalidated_at is not null)::int as invalidated
     from product_price join partner using (partner_id) group by 1, 2, 3 order by 1, 2`,
  );
  const pharmacy = { isAgreed: false, products: 3, fromTheStart: true };
  expect(priced).toMatchObject([
    { name: 'Baltic Wholesale', isAgreed: false, currency: 'EUR', products: 1, fromTheStart: true, days: 3 },
    { name: 'Baltic Wholesale', isAgreed: true, currency: 'USD', products: 1, fromTheStart: false, days: 2 },
    { ...pharmacy, name: 'Northgate Pharmacy', currency: 'USD', invalidated: 1 },
    { ...pharmacy, name: 'Southgate Pharmacy', currency: 'EUR', products: 4, days: 4, invalidated: 0 },
  ]);

  // Some deliveries have papers, of either side, which would be let in if they were uploaded.
  const papers = await portal.rows<{ category: number; type: string; key: string; bytes: number }>(
    `select category, provider.type, key, bytes from shipment_document join document using (document_id)
     join stored_file using (file_id)
     join provider on provider_id = uploader_id join shipment_request using (request_id) where status = 'received'`,
  );
  expect(papers.length).toBeGreaterThan(8);
  expect(papers.length).toBeLessThan(16);
  expect(new Set(papers.map(({ category }) => category))).toEqual(new Set([0, 1, 3]));
  expect(new Set(papers.map(({ type }) => type))).toEqual(new Set(['Site User', 'Pharmacy User', 'Wholesaler User']));
  for (const { key, bytes } of papers) {
    const file = await portal.app.files.read(key);
    expect(file).toHaveLength(bytes);
    await checkedPdf(file as Buffer);
  }

  // Besides the letters and agreements of patients: a protocol for all of a trial, a paper of one site, two of the library, a training
  // form, two reports, and what the requests of a trial are signed on.
  const documents = await portal.rows<{ name: string; groups: string[]; kind: string; key: string }>(
    `select friendly_name as name, key,
       case when is_template then 'template' when is_library then 'library' else 'document' end as kind,
       array(select g.name from document_link link join care_group g using (care_group_id)
         where link.document_id = document.document_id order by g.name) as groups
     from document join stored_file using (file_id) where not exists (
       select from shipment_document held where held.document_id = document.document_id)
       and not exists (select from patient_document kept where kept.document_id = document.document_id) order by document_id`,
  );
  expect(documents.map(({ name, kind, groups }) => [name, kind, groups])).toEqual([
    ['Protocol AUR-101', 'document', ['AUR-101', 'Boston General', 'Lyon Clinic', 'Oslo Centre']],
    ['Storage of study medication', 'document', ['Boston General']],
    ['How to use the pen', 'library', []],
    ['Consent to data use', 'template', []],
    [
      expect.stringMatching(/^User Management Report Boston General_\d\d-\d\d-\d{4}_\d\d-\d\d-\d{4}$/),
      'document',
      ['Boston General'],
    ],
    ['Good Clinical Practice', 'template', ['BEX-202']],
    ['Order form CEL-303', 'document', ['CEL-303']],
    [
      expect.stringMatching(/^User Management Report Boston General_\d\d-\d\d-\d{4}_\d\d-\d\d-\d{4}$/),
      'document',
      ['Boston General'],
    ],
  ]);
  // Both have signed the earlier report, which accepts it; the later one waits for the administrator, and then for the sponsor.
  const [admin, sponsor] = ['admin@meridian.example', 'sponsor@meridian.example'];
  expect(
    await portal.rows(
      `select state, signer_num as n, signer.email, signed_at is not null as signed,
         (select reason from signature where signature.signer_id = signer.signer_id) as reason
       from user_report join signing_request using (document_id) join signer using (signing_request_id)
       order by document_id, signer_num`,
    ),
  ).toEqual([
    ...[admin, sponsor].map((email, at) => ({
      state: 'completed',
      n: at + 1,
      email,
      signed: true,
      reason: 'I approve this list of site users',
    })),
    ...[admin, sponsor].map((email, at) => ({ state: 'open', n: at + 1, email, signed: false, reason: null })),
  ]);
  for (const { key } of documents) await checkedPdf((await portal.app.files.read(key)) as Buffer);

  // Of two order forms both have signed the first, which is going to be sealed; the second waits for the prescriber.
  const orderForms = await portal.rows<{ key: string }>(
    `select request.state, key, shipment_request.status,
       array(select (case when signed_at is null then 'waits for ' else 'signed by ' end) || name from signer
         where signer.signing_request_id = request.signing_request_id order by signer_num) as signers,
       array(select first_name from signature where signature.signing_request_id = request.signing_request_id order by signature_id) as signatures,
       exists (select from pgboss.job where name = 'seal-document' and data -> 'payload' ->> 'requestId' = request.signing_request_id::text) as "isToSeal"
     from signing_request request join document using (document_id) join stored_file using (file_id)
       join shipment_document using (document_id) join shipment_request using (request_id) order by document_id`,
  );
  const [byInes, byTomas] = ['signed by Inês Duarte', 'signed by Tomás Faria'];
  expect(orderForms).toMatchObject([
    {
      state: 'completed',
      status: 'processing',
      signers: [byInes, byTomas],
      signatures: ['Inês', 'Tomás'],
      isToSeal: true,
    },
    {
      state: 'open',
      status: 'preprocessing',
      signers: [byInes, 'waits for Tomás Faria'],
      signatures: ['Inês'],
      isToSeal: false,
    },
  ]);
  for (const { key } of orderForms) await checkedPdf((await portal.app.files.read(key)) as Buffer);

  // Every step of every request is in the audit trail, in the order it happened, by a person of the right side.
  const [missing] = await portal.rows<{ n: number }>(
    `select count(*)::int as n from shipment_status_change c where not exists (
       select 1 from audit_entry a where a.record_kind = 'shipment_request' and a.record_id = c.request_id::text and a.actor_id = c.provider_id)`,
  );
  expect(missing?.n).toBe(0);
  const [disorder] = await portal.rows<{ n: number }>(
    'select count(*)::int as n from (select at < lag(at) over (order by seq) as back from audit_entry) entries where back',
  );
  expect(disorder?.n).toBe(0);
  const [future] = await portal.rows<{ n: number }>('select count(*)::int as n from audit_entry where at > now()');
  expect(future?.n).toBe(0);
});
