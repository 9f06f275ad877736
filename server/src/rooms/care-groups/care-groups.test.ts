import * as api from '@portal/contract/care-groups/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal, type Portal } from '#test/portal.ts';

const admin = async (portal: Portal, companyId: number) =>
  portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
const giveCard = (portal: Portal, companyId: number, trialId: number) =>
  portal.rows(
    `insert into trial_card (care_group_id, company_id, rx_bin, rx_pcn, rx_grp, cardholder_name_label, cardholder_id_label, participants, claim_submissions,
       pharmacy_instructions, card_introduction, contact_info) values ($1, $2, '', '', '', '', '', '', '', '', '', '')`,
    [trialId, companyId],
  );

test('API-32 APG-16 CGP-12 DAT-07 OPN-91 a group carries every field; a site has the settings of its trial', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const sponsorId = await portal.aSponsor(companyId);
  const contact = await portal.aPerson('Admin', { company_id: companyId });
  const trialId = await portal.aTrial(companyId, {
    name: 'AUR-101',
    display_name: 'Migraine Study',
    description: 'About migraine',
    sponsor_id: sponsorId,
    primary_contact_id: contact,
    has_card: true,
    outreach_preference: true,
    order_form_template_id: 12,
  });
  const siteId = await portal.aSite(companyId, trialId, { name: 'Boston', display_name: 'Boston General' });
  await portal.aProduct(companyId, trialId);
  const [{ name: sponsorName } = { name: '' }] = await portal.rows<{ name: string }>(
    'select name from sponsor where sponsor_id = $1',
    [sponsorId],
  );
  const { body } = await (await admin(portal, companyId)).call(api.listCareGroups);
  const settings = {
    sponsorId,
    sponsorName,
    hasCard: 1,
    hasShippingRequest: 1,
    outreachPreference: 1,
    subjectNumberMask: 'XXX-XXX',
    orderFormTemplate: 12,
    trialConfigured: 'configured',
    cardConfigured: 'not configured',
    shippingConfigured: 'configured',
    groupConfigMode: 'Edit',
    cardConfigMode: 'Create',
    companyId,
    brandId: null,
    version: 1,
  };
  expect(body).toEqual({
    groups: [
      {
        ...settings,
        gId: trialId,
        parentId: null,
        groupName: 'AUR-101',
        displayName: 'Migraine Study',
        description: 'About migraine',
        type: 'clinicalTrial',
        groupType: 'Trial',
        trialSiteCount: 1,
        siteConfigured: 'not configured',
        primaryContact: contact,
      },
      {
        ...settings,
        gId: siteId,
        parentId: trialId,
        groupName: 'Boston',
        displayName: 'Boston General',
        description: '',
        type: 'trialSite',
        groupType: 'Trial Site',
        trialSiteCount: 0,
        siteConfigured: 'configured',
        primaryContact: null,
      },
    ],
  });
});

test('OPN-79 SEC-23 whoever has some of the sites of a trial is told of so many alone; whoever has the trial, of all', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId, ...people } = await portal.aTrialAtWork();
  const second = await portal.aSite(companyId, trialId);
  await portal.aSite(companyId, trialId);
  const counted = async (providerId: number) => {
    const { reply } = await (await portal.signedIn(providerId)).call(api.listTrials);
    return reply.groups?.find(({ gId }) => gId === trialId)?.trialSiteCount;
  };
  const person = (groups: number[]) => portal.aPerson('Site User', { company_id: companyId }, groups);
  expect(await counted(people.siteUser)).toBe(1);
  expect(await counted(await person([siteId, second]))).toBe(2);
  for (const who of [people.admin, people.sponsor, await person([trialId])]) expect(await counted(who)).toBe(3);
});

test('SES-17 API-32 OPS-22 groups is null for someone without any; an empty list of trials is a list', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const nobody = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }));
  expect((await nobody.call(api.listCareGroups)).body).toEqual({ groups: null });
  expect((await nobody.call(api.listTrials)).body).toEqual({ groups: [] });
  expect((await (await admin(portal, companyId)).call(api.listCareGroups)).body).toEqual({ groups: null });
});

test('API-32 a person of a clinic sees the groups they belong to and those below, without module TrialCard too', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['Assessments']);
  const group = (parent_id: number | null, name: string) =>
    portal.aTrial(companyId, {
      kind: 'group',
      parent_id,
      name,
      display_name: name,
      is_configured: false,
      has_shipping: false,
      subject_number_mask: null,
      sponsor_id: null,
    });
  const root = await group(null, 'Lakeside');
  const cardiology = await group(root, 'Cardiology');
  const failure = await group(cardiology, 'Heart Failure');
  const diabetes = await group(root, 'Diabetes');
  const seen = async (groups: number[]) => {
    const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }, groups));
    return new Set((await nurse.call(api.listCareGroups)).reply.groups?.map((one) => `${one.groupType} ${one.gId}`));
  };
  expect(await seen([cardiology])).toEqual(new Set([cardiology, failure].map((id) => `Care Group ${id}`)));
  expect(await seen([root])).toEqual(new Set([root, cardiology, failure, diabetes].map((id) => `Care Group ${id}`)));
});

test('OPS-26 CST-06 shipping is configured once there is a product and every product has a supplier type', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const viewer = await admin(portal, companyId);
  const shipping = async () =>
    (await viewer.call(api.listTrials)).reply.groups.find((group) => group.gId === trialId)?.shippingConfigured;
  expect(await shipping()).toBe('not configured');
  const bare = await portal.aProduct(companyId, trialId, { pharmacy_supplied: false });
  expect(await shipping()).toBe('not configured');
  await portal.aProduct(companyId, trialId);
  expect(await shipping()).toBe('not configured');
  await portal.rows('update product set wholesaler_supplied = true where product_id = $1', [bare]);
  expect(await shipping()).toBe('configured');
  await portal.rows('update product set wholesaler_supplied = false, removed_at = now() where product_id = $1', [bare]);
  expect(await shipping()).toBe('configured');
});

test('OPS-27 API-31 CAG-03 CAG-04 the pickers get what is fully configured, whatever card, order form or shipping lack', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true });
  const siteId = await portal.aSite(companyId, trialId);
  const bareSite = await portal.aSite(companyId, trialId, { is_configured: false });
  const bareTrial = await portal.aTrial(companyId, { is_configured: false });
  const ofBareTrial = await portal.aSite(companyId, bareTrial);
  const viewer = await admin(portal, companyId);
  const gIds = async (query: object) =>
    (await viewer.call(api.listTrials, { query: { ...query } })).reply.groups
      .map((group) => group.gId)
      .sort((a, b) => a - b);
  expect(await gIds({})).toEqual([trialId, siteId, bareSite, bareTrial, ofBareTrial].sort((a, b) => a - b));
  expect(await gIds({ status: 'fully_configured' })).toEqual([trialId, siteId].sort((a, b) => a - b));
});

test('OPN-47 API-31 a site user gets their sites with the trial above, and a sponsor the sponsored trials with their sites', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const sponsorId = await portal.aSponsor(companyId);
  const trialId = await portal.aTrial(companyId, { display_name: 'B', sponsor_id: sponsorId });
  const mine = await portal.aSite(companyId, trialId, { display_name: 'Z' });
  const sister = await portal.aSite(companyId, trialId, { display_name: 'A' });
  const other = await portal.aTrial(companyId, { display_name: 'A' });
  const ofOther = await portal.aSite(companyId, other);
  const user = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }, [mine]));
  const sponsor = await portal.signedIn(
    await portal.aPerson('Sponsor', { company_id: companyId, sponsor_id: sponsorId }),
  );
  const gIds = async (caller: typeof user) =>
    (await caller.call(api.listTrials)).reply.groups.map((group) => group.gId);
  expect(await gIds(user)).toEqual([trialId, mine]);
  expect(await gIds(sponsor)).toEqual([trialId, sister, mine]);
  // A trial, then its sites by name.
  expect(await gIds(await admin(portal, companyId))).toEqual([other, ofOther, trialId, sister, mine]);
});

test('OPS-24 APG-02 a trial that is not configured has the defaults; a configured one its settings', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const bare = await portal.aTrial(companyId, {
    is_configured: false,
    has_shipping: false,
    subject_number_mask: null,
    sponsor_id: null,
  });
  const trialId = await portal.aTrial(companyId, {
    has_card: true,
    outreach_preference: true,
    pdmi_group_number: 'PDMI-7',
  });
  const viewer = await admin(portal, companyId);
  expect((await viewer.call(api.readTrial, { query: { g_id: bare } })).body).toEqual({
    trialInfo: {
      subjectNumberMask: null,
      subjectNumberLength: null,
      outreachPreference: 0,
      hasCard: 0,
      hasShippingRequest: 0,
      sponsorId: null,
      sponsorName: null,
      pdmiGroupNumber: null,
      status: 0,
      version: 1,
    },
  });
  expect((await viewer.call(api.readTrial, { query: { g_id: trialId } })).body).toMatchObject({
    trialInfo: {
      subjectNumberMask: 'XXX-XXX',
      subjectNumberLength: 6,
      outreachPreference: 1,
      hasCard: 1,
      hasShippingRequest: 1,
      sponsorId: expect.any(Number),
      sponsorName: expect.stringContaining('Sponsor'),
      pdmiGroupNumber: 'PDMI-7',
    },
  });
  expect((await viewer.call(api.readTrial, { query: { g_id: await portal.aSite(companyId, trialId) } })).status).toBe(
    404,
  );
});

test('APG-05 OPS-24 a site says its own address, contacts and pharmacies, and null while it is not configured', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const bare = await portal.aSite(companyId, trialId, { is_configured: false });
  const siteId = await portal.aSite(companyId, trialId, {
    phone: '+16175550100',
    extension: '12',
    study_contact: 'Dana',
    study_contact_email: 'dana@example.org',
    notes: 'Ring twice',
  });
  const pharmacyId = await portal.aPartner(companyId, 'pharmacy');
  await portal.connect(companyId, siteId, pharmacyId);
  await portal.connect(companyId, siteId, await portal.aPartner(companyId, 'wholesaler'));
  const [sister, itsPharmacy] = [await portal.aSite(companyId, trialId), await portal.aPartner(companyId, 'pharmacy')];
  await portal.connect(companyId, sister, itsPharmacy);
  const person = await portal.aPerson('Site User', { company_id: companyId }, [siteId, bare, sister]);
  const user = await portal.signedIn(person);
  expect((await user.call(api.readSite, { query: { g_id: bare } })).body).toEqual({ siteInfo: null, version: 1 });
  expect((await user.call(api.readSite, { query: { g_id: sister } })).body).toMatchObject({
    siteInfo: { pharmacyPartners: [itsPharmacy] },
  });
  expect((await user.call(api.readSite, { query: { g_id: siteId } })).body).toEqual({
    siteInfo: {
      address: {
        street: '1 Main Street',
        street2: '',
        city: 'Boston',
        state: 'Massachusetts',
        zip: '02110',
        country: 'USA',
      },
      phone: '+16175550100',
      extension: '12',
      studyContact: 'Dana',
      studyContactEmail: 'dana@example.org',
      notes: 'Ring twice',
      pharmacyPartners: [pharmacyId],
      version: 1,
    },
    version: 1,
  });
  expect((await user.call(api.readSite, { query: { g_id: trialId } })).status).toBe(404);
});

test('APG-08 SHC-04 the people of a site are listed, and as prescribers those who may prescribe and have a first name', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId);
  const siteId = await portal.aSite(companyId, trialId);
  const sister = await portal.aSite(companyId, trialId);
  const person = (last_name: string, fields: object, groups: number[]) =>
    portal.aPerson('Site User', { company_id: companyId, last_name, ...fields }, groups);
  const adams = await person('Adams', {}, [siteId]);
  const baker = await person('Baker', { is_prescriber: true, first_name: 'Bea', email: 'bea@example.org' }, [siteId]);
  await person('Nameless', { is_prescriber: true, first_name: ' ' }, [siteId]);
  await person('Gone', { is_prescriber: true, is_active: false }, [siteId]);
  await person('Elsewhere', { is_prescriber: true }, [sister]);
  const ofTrial = await person('Trial', { is_prescriber: true }, [trialId]);
  await portal.aPerson('Pharmacy User', { company_id: companyId, is_prescriber: true }, [siteId]);
  const viewer = await admin(portal, companyId);
  const users = async (query: object) =>
    (await viewer.call(api.listSiteUsers, { query: { g_id: siteId, ...query } })).reply.users;
  expect((await users({ prescriber: 'true' })).map((user) => user.cpId)).toEqual([baker, ofTrial]);
  expect((await users({ prescriber: 'true' }))[0]).toEqual({
    cpId: baker,
    fName: 'Bea',
    lName: 'Baker',
    email: 'bea@example.org',
    prescriber: true,
  });
  expect((await users({})).map((user) => user.lName)).toEqual(['Adams', 'Baker', 'Nameless', 'Trial']);
  // 0 or 1 on the wire, as of a user.
  expect((await viewer.call(api.listSiteUsers, { query: { g_id: siteId } })).body).toMatchObject({
    users: [{ prescriber: 0 }, { prescriber: 1 }, { prescriber: 1 }, { prescriber: 1 }],
  });
  expect((await users({ prescriber: 'false' })).map((user) => user.cpId)).toContain(adams);
  const bare = await portal.aSite(companyId, await portal.aTrial(companyId));
  expect((await viewer.call(api.listSiteUsers, { query: { g_id: bare } })).body).toEqual({ users: [] });
});

test('CST-04 CGP-14 CGP-15 a trial’s card is configured once its template is there', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  const trialId = await portal.aTrial(companyId, { has_card: true });
  await portal.aSite(companyId, trialId);
  await giveCard(portal, companyId, trialId);
  const { groups } = (await (await admin(portal, companyId)).call(api.listTrials)).reply;
  expect(groups.map((group) => [group.cardConfigured, group.cardConfigMode])).toEqual([
    ['configured', 'Edit'],
    ['configured', 'Edit'],
  ]);
});

test('two sites of a trial that are called alike stand in the order in which they were made', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['TrialCard']);
  const trialId = await portal.aTrial(companyId);
  const sites = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  await portal.rows(`update care_group set display_name = 'Clinic' where care_group_id = any($1)`, [sites]);
  // A row that was changed last lies behind the others.
  await portal.rows(`update care_group set name = 'Moved' where care_group_id = $1`, [sites[0]]);
  const asAdmin = await admin(portal, companyId);
  const inOrder = [trialId, ...sites];
  expect((await asAdmin.call(api.listCareGroups)).reply.groups?.map(({ gId }) => gId)).toEqual(inOrder);
  expect((await asAdmin.call(api.listTrials, { query: {} })).reply.groups.map(({ gId }) => gId)).toEqual(inOrder);
});
