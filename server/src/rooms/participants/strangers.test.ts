/** Who may call what of care groups, partners, products and participants, and who is told that there is no such thing. */
import * as careGroups from '@portal/contract/care-groups/endpoints.ts';
import { readParticipantCard } from '@portal/contract/cards/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as partners from '@portal/contract/partners/endpoints.ts';
import * as products from '@portal/contract/products/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal, type Asking, type Caller, type Portal } from '#test/portal.ts';

const role = {
  admin: 'Admin',
  siteUser: 'Site User',
  sponsor: 'Sponsor',
  pharmacist: 'Pharmacy User',
  wholesaler: 'Wholesaler User',
} as const;
type Role = keyof typeof role;
interface Ids {
  trial: number;
  site: number;
  participant: number;
  address: number;
  pharmacy: number;
  wholesaler: number;
  tablet: number;
  pen: number;
}
/** A call about someone's records, and the roles that it is open to. */
interface Call {
  name: string;
  endpoint: Endpoint;
  ask: (ids: Ids, own: Ids) => Asking;
  open: readonly Role[];
}
const siteSide: readonly Role[] = ['admin', 'siteUser'];
const person = (ids: Ids) => ({
  fname: 'Eve',
  lname: 'Stranger',
  g_id: ids.site,
  dob: '1980-03-05',
  subject_number: '999-999',
  gender: 0,
});

const calls: Call[] = [
  {
    name: 'readTrial',
    endpoint: careGroups.readTrial,
    ask: ({ trial }) => ({ query: { g_id: trial } }),
    open: [...siteSide, 'sponsor'],
  },
  { name: 'readSite', endpoint: careGroups.readSite, ask: ({ site }) => ({ query: { g_id: site } }), open: siteSide },
  {
    name: 'listSiteUsers',
    endpoint: careGroups.listSiteUsers,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listSitePharmacies',
    endpoint: partners.listSitePharmacies,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listSiteWholesalers',
    endpoint: partners.listSiteWholesalers,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listPharmacySupply',
    endpoint: partners.listPharmacySupply,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listPharmacySupply by ppId',
    endpoint: partners.listPharmacySupply,
    ask: ({ pharmacy }, own) => ({ query: { g_id: own.site, ppId: pharmacy } }),
    open: siteSide,
  },
  {
    name: 'listPharmacySupply by productId',
    endpoint: partners.listPharmacySupply,
    ask: ({ tablet }, own) => ({ query: { g_id: own.site, productId: tablet } }),
    open: siteSide,
  },
  {
    name: 'listWholesalerSupply',
    endpoint: partners.listWholesalerSupply,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listWholesalerSupply by wpId',
    endpoint: partners.listWholesalerSupply,
    ask: ({ wholesaler }, own) => ({ query: { g_id: own.site, wpId: wholesaler } }),
    open: siteSide,
  },
  {
    name: 'listWholesalerSupply by productId',
    endpoint: partners.listWholesalerSupply,
    ask: ({ pen }, own) => ({ query: { g_id: own.site, productId: pen } }),
    open: siteSide,
  },
  {
    name: 'listProducts of a trial',
    endpoint: products.listProducts,
    ask: ({ trial }) => ({ query: { g_id: trial } }),
    open: siteSide,
  },
  {
    name: 'listProducts of a site',
    endpoint: products.listProducts,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'listParticipants',
    endpoint: participants.listParticipants,
    ask: ({ site }) => ({ query: { g_id: site } }),
    open: siteSide,
  },
  {
    name: 'readParticipantCard',
    endpoint: readParticipantCard,
    ask: ({ site, participant }) => ({ query: { g_id: site, participant_id: participant } }),
    open: siteSide,
  },
  {
    name: 'addParticipant',
    endpoint: participants.addParticipant,
    ask: (ids) => ({ body: person(ids) }),
    open: siteSide,
  },
  {
    name: 'changeParticipant',
    endpoint: participants.changeParticipant,
    ask: (ids) => ({ body: { ...person(ids), participant_id: ids.participant, addressChanged: 0 } }),
    open: siteSide,
  },
  {
    name: 'changeParticipant to another g_id',
    endpoint: participants.changeParticipant,
    ask: (ids, own) => ({ body: { ...person(ids), participant_id: own.participant, addressChanged: 0 } }),
    open: siteSide,
  },
  {
    name: 'changeParticipant with another addrId',
    endpoint: participants.changeParticipant,
    ask: (ids, own) => ({
      body: { ...person(own), participant_id: own.participant, addressChanged: 1, addrId: ids.address },
    }),
    open: siteSide,
  },
  {
    name: 'setParticipantStatus',
    endpoint: participants.setParticipantStatus,
    ask: ({ participant }) => ({ body: { participant_id: participant, isActive: 0 } }),
    open: siteSide,
  },
];

/** A trial at work whose card is made, with one participant who has an address; and a session for each role. */
async function aHouse(portal: Portal) {
  const work = await portal.aTrialAtWork();
  const address = await portal.addressOf(work.companyId);
  const ids: Ids = {
    trial: work.trialId,
    site: work.siteId,
    participant: await portal.aParticipant(work.companyId, work.trialId, work.siteId, { address_id: address }),
    address,
    pharmacy: work.pharmacyId,
    wholesaler: work.wholesalerId,
    tablet: work.tablet,
    pen: work.pen,
  };
  await portal.rows('update care_group set has_card = true where care_group_id = $1', [ids.trial]);
  await portal.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants, claim_submissions,
       pharmacy_instructions, card_introduction, contact_info) values ($1, $2, '', '', '', '', '', '', '', '', '', '')`,
    [ids.trial, work.companyId],
  );
  const sessions = {} as Record<Role, Caller>;
  for (const one of Object.keys(role) as Role[]) sessions[one] = await portal.signedIn(work[one]);
  return { ...work, ids, sessions };
}
/** A second trial of the same company: its site is out of the sight of the first one's people. */
async function aSisterTrial(portal: Portal, companyId: number): Promise<Ids> {
  const trial = await portal.aTrial(companyId);
  const site = await portal.aSite(companyId, trial);
  const pharmacy = await portal.aPartner(companyId, 'pharmacy');
  const wholesaler = await portal.aPartner(companyId, 'wholesaler');
  const tablet = await portal.aProduct(companyId, trial);
  const pen = await portal.aProduct(companyId, trial, { pharmacy_supplied: false, wholesaler_supplied: true });
  await portal.connect(companyId, site, pharmacy, [tablet]);
  await portal.connect(companyId, site, wholesaler, [pen]);
  const address = await portal.addressOf(companyId);
  return {
    trial,
    site,
    participant: await portal.aParticipant(companyId, trial, site, { address_id: address }),
    address,
    pharmacy,
    wholesaler,
    tablet,
    pen,
  };
}
const unknown: Ids = {
  trial: 900_001,
  site: 900_002,
  participant: 900_003,
  address: 900_004,
  pharmacy: 900_005,
  wholesaler: 900_006,
  tablet: 900_007,
  pen: 900_008,
};

const everything = async (portal: Portal) =>
  JSON.stringify(
    await Promise.all(
      ['participant', 'address', 'care_group', 'audit_entry', 'event', 'product', 'site_partner', 'product_supply'].map(
        (table) => portal.rows(`select * from ${table} t order by t::text`),
      ),
    ),
  );

test('SEC-22 SEC-23 records of another company, and of another trial for who only has a site, are answered like records that do not exist', async () => {
  const portal = await openPortal();
  const house = await aHouse(portal);
  const abroad = (await aHouse(portal)).ids;
  const sister = await aSisterTrial(portal, house.companyId);
  const foreign = [
    ['admin', abroad],
    ['siteUser', abroad],
    ['siteUser', sister],
    ['sponsor', abroad],
    ['sponsor', sister],
  ] as const;
  for (const { name, endpoint, ask, open } of calls) {
    for (const [one, theirs] of foreign.filter(([one]) => open.includes(one))) {
      const none = await house.sessions[one].call(endpoint, ask(unknown, house.ids));
      const hidden = await house.sessions[one].call(endpoint, ask(theirs, house.ids));
      expect([name, one, none.status, none.code]).toEqual([name, one, 404, 'not_found']);
      expect([name, one, hidden.status, hidden.body]).toEqual([name, one, none.status, none.body]);
    }
  }
});

test('SEC-22 SEC-23 a stranger’s writes leave every row as it was', async () => {
  const portal = await openPortal();
  const house = await aHouse(portal);
  const abroad = (await aHouse(portal)).ids;
  const sister = await aSisterTrial(portal, house.companyId);
  const before = await everything(portal);
  for (const { endpoint, ask } of calls.filter((call) => call.endpoint.method !== 'GET')) {
    for (const one of Object.keys(role) as Role[]) await house.sessions[one].call(endpoint, ask(abroad, house.ids));
    for (const one of ['siteUser', 'sponsor', 'pharmacist', 'wholesaler'] as const)
      await house.sessions[one].call(endpoint, ask(sister, house.ids));
    await portal.call(endpoint, ask(house.ids, house.ids));
  }
  expect(await everything(portal)).toBe(before);
});

test('SEC-24 ROL-22 ROL-24 PRV-04 each call is open to its roles and to nobody else, with the module and a session', async () => {
  const portal = await openPortal();
  const house = await aHouse(portal);
  const bare = await portal.aCompany([]);
  const without = await portal.signedIn(await portal.aPerson('Admin', { company_id: bare }));
  for (const { name, endpoint, ask, open } of calls.filter(
    (call) => call.name !== 'setParticipantStatus' && !call.name.startsWith('addParticipant'),
  )) {
    const asking = ask(house.ids, house.ids);
    expect((await portal.call(endpoint, asking)).status, `${name} without a session`).toBe(401);
    expect((await without.call(endpoint, asking)).status, `${name} without the module`).toBe(403);
    for (const one of Object.keys(role) as Role[]) {
      const answer = await house.sessions[one].call(endpoint, asking);
      expect(answer.status, `${name} as ${one}: ${answer.message}`).toBe(open.includes(one) ? 200 : 403);
    }
  }
  for (const one of ['sponsor', 'pharmacist', 'wholesaler'] as const) {
    expect((await house.sessions[one].call(participants.addParticipant, { body: person(house.ids) })).status).toBe(403);
    expect(
      (
        await house.sessions[one].call(participants.setParticipantStatus, {
          body: { participant_id: house.ids.participant, isActive: 0 },
        })
      ).status,
    ).toBe(403);
  }
});

test('SEC-22 SEC-23 lists hold nothing of another company or of another site', async () => {
  const portal = await openPortal();
  const house = await aHouse(portal);
  const abroad = await aHouse(portal);
  const sister = await aSisterTrial(portal, house.companyId);
  const gIds = async (one: Role, endpoint: typeof careGroups.listCareGroups | typeof careGroups.listTrials) =>
    (await house.sessions[one].call(endpoint)).reply.groups?.map((group) => group.gId).sort((a, b) => a - b) ?? null;
  expect(await gIds('admin', careGroups.listCareGroups)).toEqual([
    house.trialId,
    house.siteId,
    sister.trial,
    sister.site,
  ]);
  expect(await gIds('siteUser', careGroups.listCareGroups)).toEqual([house.siteId]);
  expect(await gIds('sponsor', careGroups.listCareGroups)).toEqual([house.trialId, house.siteId]);
  expect(await gIds('pharmacist', careGroups.listCareGroups)).toBeNull();
  expect(await gIds('admin', careGroups.listTrials)).toEqual([house.trialId, house.siteId, sister.trial, sister.site]);
  expect(await gIds('siteUser', careGroups.listTrials)).toEqual([house.trialId, house.siteId]);
  expect(await gIds('sponsor', careGroups.listTrials)).toEqual([house.trialId, house.siteId]);
  expect((await house.sessions.pharmacist.call(careGroups.listTrials)).status).toBe(403);
  expect((await portal.call(careGroups.listTrials)).status).toBe(401);
  expect((await portal.call(careGroups.listCareGroups)).status).toBe(401);
  expect(JSON.stringify((await house.sessions.admin.call(careGroups.listCareGroups)).body)).not.toContain(
    `"gId":${abroad.siteId},`,
  );
});
