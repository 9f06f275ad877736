/** What an act goes by is held against whoever takes it away: that its row stays is not enough. */
import { addCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { reconfigureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { addToLibrary } from '@portal/contract/documents/endpoints.ts';
import { trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { addPharmacySupplier } from '@portal/contract/partners/supply-endpoints.ts';
import { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { addWorkflowDocument } from '@portal/contract/workflows/endpoints.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { aBrandedCompany, keptTerms } from './brands.ts';
import { participantAt, siteOf } from './care-groups.ts';
import { openDocuments, uploadOf } from './documents.ts';
import { openClinic } from './patients.ts';
import { openPortal, type Portal } from './portal.ts';
import { openShipments } from './shipments.ts';
import { somebodyWaits } from './waits.ts';

interface Answered {
  status: number;
  message: string | undefined;
}

/** A transaction that others wait for, as they do for an act that takes something away and has not come to its end. */
async function takingAway(portal: Portal) {
  const other = new pg.Client({ ...portal.owner, user: 'postgres' });
  await other.connect();
  onTestFinished(() => other.end());
  return async (taking: string, id: number, call: () => Promise<Answered>): Promise<string> => {
    await other.query('begin');
    await other.query(taking, [id]);
    const called = call();
    await Promise.race([called, somebodyWaits(portal)]);
    await other.query('commit');
    const { status, message } = await called;
    return `${status} ${message}`;
  };
}

const removed = (table: string, key: string) => `update ${table} set removed_at = now() where ${key} = $1`;

test('REL-08 OPS-28 OPS-33 OPS-39 a site, a participant, a request, a supplier and a sponsor find what they go by gone where it goes at the same time', async () => {
  const s = await openShipments();
  const { admin, siteUser } = s.people;
  const whileGone = await takingAway(s);
  const group = removed('care_group', 'care_group_id');
  const nextProduct = await s.aProduct(s.companyId, s.trialId);
  const nextSite = await s.aSite(s.companyId, s.trialId);
  const nextPharmacy = await s.aPartner(s.companyId, 'pharmacy');
  await s.connect(s.companyId, s.siteId, nextPharmacy);
  const [above, nextSponsor] = [await s.aTrial(s.companyId), await s.aSponsor(s.companyId)];
  const sponsored = {
    g_id: s.trialId,
    outreachPreference: 0,
    hasCard: 0,
    hasShippingRequest: 1,
    subjectNumberMask: 'XXX-XXX',
    sponsorId: nextSponsor,
  };
  const supplied = { g_id: s.siteId, ppId: nextPharmacy, productId: nextProduct };
  expect({
    'a site below a trial': await whileGone(group, above, () => admin.call(addCareGroup, { body: siteOf(above) })),
    'a participant of a site': await whileGone(group, nextSite, () =>
      admin.call(addParticipant, participantAt(nextSite, '700-100')),
    ),
    'a sponsor of a trial': await whileGone(removed('sponsor', 'sponsor_id'), nextSponsor, () =>
      admin.call(reconfigureTrial, { body: sponsored }),
    ),
    'a supplier at a site': await whileGone(removed('site_partner', 'partner_id'), nextPharmacy, () =>
      admin.call(addPharmacySupplier, { body: supplied }),
    ),
  }).toEqual({
    'a site below a trial': '404 Not found.',
    'a participant of a site': '404 Not found.',
    'a sponsor of a trial': '400 This sponsor was deleted, or is not known. Please choose another one.',
    'a supplier at a site': '404 Not found.',
  });
  const stopped = 'update care_group set has_shipping = false where care_group_id = $1';
  const ordered = () => siteUser.call(createRequest, { body: s.order() });
  expect((await ordered()).status).toBe(200);
  expect(await whileGone(stopped, s.trialId, ordered)).toBe('400 Shipping is off for this trial.');
});

test('REL-08 APG-22 a workflow takes no document of the library that is deleted at the same time', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const { reply } = await root.call(addToLibrary, {
    body: uploadOf('Leaflet', { company_id: s.companyId, isTemplate: 0 }),
  });
  const gives = () =>
    root.call(addWorkflowDocument, {
      body: {
        gId: s.groups.heart,
        companyId: s.companyId,
        docActivity: { docId: reply.documentId, triggerType: 'Time', triggerValue: '1w', triggerDescription: 'Weekly' },
      },
    });
  const whileGone = await takingAway(s);
  expect(await whileGone(removed('document', 'document_id'), reply.documentId, gives)).toBe('404 Not found.');
});

test('REL-08 OPS-05 OPN-61 a site that is added while a training form of its trial is deleted does not get the form, and nobody there is held at it', async () => {
  const s = await openDocuments();
  const docId = await s.attached(s.trial, 'GCP', { cascade: 1, isTrainingDoc: 1, userType: 'Site User' });
  const whileGone = await takingAway(s);
  const deleted = `with ended as (update document_link set removed_at = now() where document_id = $1 and removed_at is null)
    ${removed('document', 'document_id')}`;
  const added = await whileGone(deleted, docId, () =>
    s.people.admin.call(addCareGroup, { body: siteOf(s.trial, 'Uppsala') }),
  );
  expect(added).toMatch(/^200 /);
  const [uppsala] = await s.rows<{ id: number }>(
    `select care_group_id as id from care_group where parent_id = $1 and name = 'Uppsala'`,
    [s.trial],
  );
  expect(await s.rows('select from document_link where document_id = $1 and removed_at is null', [docId])).toEqual([]);
  const there = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [uppsala?.id as number]));
  const { reply } = await there.call(trainingAcknowledgement, { query: { cp_id: there.providerId } });
  expect(reply.acknowledgementForm).toMatchObject({ trainingComplete: null, templateId: null });
});

test('REL-08 BST-12 a brand, new or not, names no document as its terms that is deleted at the same time', async () => {
  const portal = await openPortal();
  const { companyId, admin, add, change } = await aBrandedCompany(portal);
  const { brandId } = (await add({ companyName: 'Meridian' })).reply;
  const termsOf = () =>
    portal.rows('select brand_id as id, terms_document_id as terms from company_brand where company_id = $1', [
      companyId,
    ]);
  const before = await termsOf();
  const whileGone = await takingAway(portal);
  for (const names of [
    (termDocId: number) => change({ brandId, termDocId }),
    (termDocId: number) => add({ companyName: 'Another', termDocId }),
  ]) {
    const docId = await keptTerms(portal, companyId, admin.providerId);
    expect(await whileGone(removed('document', 'document_id'), docId, () => names(docId))).toBe('404 Not found.');
  }
  expect(await termsOf()).toEqual(before);
});
