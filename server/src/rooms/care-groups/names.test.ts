import * as api from '@portal/contract/care-groups/change-endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import * as sponsors from '@portal/contract/care-groups/sponsor-endpoints.ts';
import * as partners from '@portal/contract/partners/manage-endpoints.ts';
import { addProduct } from '@portal/contract/products/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

/** Names that people cannot tell from "Étoile Nord", as they come from keyboards, files and mails. */
const alike = [
  'E\u0301toile Nord',
  'étoile nord',
  ' Étoile   Nord ',
  'Étoile\u00a0Nord',
  'Étoile\tNord',
  'Étoile\u2003\u3000Nord',
  'Éto\u200bile Nord',
  '\ufeffÉtoile Nord',
  'Éto\u00adile Nord',
  'É\u200dtoile Nord',
  'É\u200ctoile Nord',
  'Étoile Nord\u2060',
  '\u200eÉtoile Nord\u200f',
  '\u202dÉtoile Nord\u202c',
  'Étoile Nord\ufe0f',
  'Étoile Nord\u{e0041}',
  'Ｅ\u0301ｔｏｉｌｅ Nord',
];

async function aHouse() {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  const admin = await portal.signedIn(world.admin);
  const { companyId } = world;
  const contact = { phoneNumber: '+16175550123', email: 'a@partner.example', address: anAddress, companyId };
  const product = {
    g_id: world.trialId,
    dosageForm: '50 mg tablet',
    quantityUnit: 'Bottle',
    directions: 'Take one daily',
    quantityDefault: 1,
    batchQuantityDefault: 1,
    maxShipmentQuantity: 5,
    daysOfSupplyDefault: 30,
  };
  const group = { description: 'About it', companyId };
  const adds = {
    trial: (groupName: string) =>
      admin.call(api.addCareGroup, { body: { ...group, groupName, type: 'clinicalTrial', parentId: null } }),
    site: (groupName: string) =>
      admin.call(api.addCareGroup, { body: { ...group, groupName, type: 'trialSite', parentId: world.trialId } }),
    sponsor: (sponsorName: string) => admin.call(sponsors.addSponsor, { body: { company_id: companyId, sponsorName } }),
    pharmacy: (pharmacyName: string) => admin.call(partners.addPharmacy, { body: { pharmacyName, ...contact } }),
    wholesaler: (wholesalerName: string) =>
      admin.call(partners.addWholesaler, { body: { wholesalerName, ...contact } }),
    product: (drugName: string, more: object = {}) =>
      admin.call(addProduct, { body: { ...product, drugName, ...more } }),
  };
  return { portal, ...world, admin, contact, product, adds };
}

const taken = {
  trial: 'Care Group name already exists.',
  site: 'Care Group name already exists in this parent care group.',
  sponsor: 'Sponsor name already exists.',
};

test.each(Object.keys(taken) as (keyof typeof taken)[])(
  'OPS-29 CGP-18 CGP-19 REL-08 a name that nobody can tell from another is taken, however its letters came about: %s',
  async (what) => {
    const { adds } = await aHouse();
    expect((await adds[what]('Étoile Nord')).status).toBe(200);
    for (const name of alike) {
      const { status, message } = await adds[what](name);
      expect([JSON.stringify(name), status, message]).toEqual([JSON.stringify(name), 400, taken[what]]);
    }
    for (const name of ['Etoile Nord', 'ÉtoileNord', 'Étoile Nord 2'])
      expect([name, (await adds[what](name)).status]).toEqual([name, 200]);
  },
);

test('REL-08 of 20 look-alikes of one name at once one comes about, as a trial and as a sponsor', async () => {
  const { adds } = await aHouse();
  for (const add of [adds.trial, adds.sponsor]) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(alike[n % alike.length] ?? '')));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual([
      '200',
      ...Array.from({ length: 19 }, () => '400'),
    ]);
  }
});

test('OPS-29 names of every script are kept as they are spelled, put together in one way, and without what only pasted along', async () => {
  const { admin, adds } = await aHouse();
  const kept = [
    'بیمارستان می\u200cخواهم',
    'क्\u200dष अस्पताल',
    'ශ්\u200dරී ලංකා',
    'Łódź Ośrodek № 7',
    '東京 治験センター',
    'מרכז רפואי \u200eA',
    'Nguyễn Văn',
    'Heart ❤️',
  ];
  const given = (name: string) => name.normalize('NFD').replace(/ /g, '\u3000 ');
  for (const name of kept)
    expect([name, (await adds.trial(`\ufeff${given(name)}\u200b `)).status]).toEqual([name, 200]);
  const names = (await admin.call(listCareGroups)).reply.groups?.map((group) => group.groupName) ?? [];
  expect(kept.map((name) => name.normalize('NFC')).filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000\u2800 '],
  ['what has no width', '\u200b\u2060\ufeff'],
  ['joiners alone', '\u200d\u200c'],
  ['marks of direction', '\u200e\u200f\u202e'],
])('CGP-17 SPO-02 PRD-04 PPW-04 a name of %s is none', async (_what, name) => {
  const { adds } = await aHouse();
  const answers = [
    await adds.trial(name),
    await adds.sponsor(name),
    await adds.pharmacy(name),
    await adds.product(name),
  ];
  expect(answers.map(({ status, fields }) => [status, Object.keys(fields)])).toEqual([
    [400, ['groupName']],
    [400, ['sponsorName']],
    [400, ['pharmacyName']],
    [400, ['drugName']],
  ]);
});

test('PSU-01 PKG-12 partners and products may be called alike: branches of one chain, and a stand-in for a product', async () => {
  const { adds } = await aHouse();
  for (const add of [adds.pharmacy, adds.wholesaler, adds.product])
    expect([(await add('Harbor')).status, (await add('HARBOR')).status]).toEqual([200, 200]);
});
