import { configureSite, configureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { addCareGroup, copyCareGroups } from '@portal/contract/care-groups/change-endpoints.ts';
import { listCareGroups, readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { addSponsor } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { anAddress } from '#test/things.ts';

async function anAdmin() {
  const portal = await openPortal();
  const world = await portal.aTrialAtWork();
  return { ...world, admin: await portal.signedIn(world.admin) };
}

test('SEC-27 OPS-18 a refusal names the field and says what would have been right, each value once', async () => {
  const { admin, trialId, siteId, sponsorId, companyId } = await anAdmin();
  const trial = {
    g_id: trialId,
    outreachPreference: 0,
    hasCard: 0,
    hasShippingRequest: 1,
    sponsorId,
    subjectNumberMask: 'XXX-XXX',
  };
  const site = { g_id: siteId, address: anAddress };
  const told = async (...asked: Parameters<typeof admin.call>) => {
    const { status, message } = await admin.call(...asked);
    return [status, message];
  };
  const ofTrial = (wrong: object) => told(configureTrial, { body: { ...trial, ...wrong } });
  expect(await ofTrial({ hasCard: 2 })).toEqual([400, 'hasCard must be 0 or 1']);
  expect(await ofTrial({ hasCard: null })).toEqual([400, 'hasCard must be 0 or 1']);
  expect(await ofTrial({ hasCard: undefined })).toEqual([400, 'hasCard is required']);
  expect(await ofTrial({ status: 4 })).toEqual([400, 'status must be 0']);
  expect(await ofTrial({ pdmiGroupNumber: ['X'] })).toEqual([400, 'pdmiGroupNumber must be text']);
  expect(await ofTrial({ version: 'one' })).toEqual([400, 'version must be a whole number']);
  expect(await ofTrial({ version: 3_000_000_000 })).toEqual([
    400,
    'version must be between -2147483648 and 2147483647',
  ]);
  expect(await ofTrial({ colour: 'red' })).toEqual([400, 'colour is not a field of this call']);
  const group = { groupName: 'A', description: 'B', type: 'careGroup' };
  expect(await told(addCareGroup, { body: { ...group, gId: 7 } })).toEqual([400, 'gId must be 0']);
  expect(await told(addCareGroup, { body: { ...group, type: 'trial' } })).toEqual([
    400,
    'type must be clinicalTrial, trialSite or careGroup',
  ]);
  const pharmacyPartners = Array.from({ length: 201 }, (_, n) => n + 1);
  expect(await told(configureSite, { body: { ...site, pharmacyPartners } })).toEqual([
    400,
    'pharmacyPartners has too many items (maximum is 200)',
  ]);
  expect(
    await told(configureSite, { body: { ...site, pharmacyPartners: Array.from({ length: 1_001 }, () => 1) } }),
  ).toEqual([400, 'pharmacyPartners has too many items (maximum is 1000)']);
  const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ inner }), {});
  expect(await told(configureSite, { body: { ...site, address: deep } })).toEqual([
    400,
    'address is nested too deeply (maximum is 20 levels)',
  ]);
  expect(await told(configureSite, { body: { ...site, pharmacyPartners: [siteId, 'x'] } })).toEqual([
    400,
    'pharmacyPartners.1 must be the number of a record',
  ]);
  expect(await told(configureSite, { body: { ...site, address: 'Boston' } })).toEqual([
    400,
    'address must be an object',
  ]);
  const copy = { companyId, gId: siteId, parentId: null, copyAllSubgroups: 'all' };
  expect(await told(copyCareGroups, { body: copy })).toEqual([400, 'copyAllSubgroups must be true or false, 0 or 1']);
  const subject = { fname: 'Ada', lname: 'L', g_id: siteId, dob: '1980-03-05', subject_number: '1', gender: 7 };
  expect(await told(addParticipant, { body: subject })).toEqual([400, 'gender must be 0 or 1']);
  expect(await told(addParticipant, { body: { ...subject, gender: undefined } })).toEqual([400, 'gender is required']);
  expect(await told(addSponsor, { body: { company_id: companyId, sponsorName: 'x'.repeat(101) } })).toEqual([
    400,
    'sponsorName is too long (maximum is 100 characters)',
  ]);
  expect(await told(addSponsor, { body: 'Aurelia' })).toEqual([400, 'body must be an object']);
});

test('OPS-19 a number of a record is one as digits too, up to the largest there can be; one above it is told so', async () => {
  const { admin } = await anAdmin();
  const asked = async (g_id: string) => {
    const { status, message } = await admin.call(readTrial, { query: { g_id } });
    return [g_id, status, message];
  };
  for (const g_id of ['999999999', '1000000000', '2147483647'])
    expect(await asked(g_id)).toEqual([g_id, 404, 'Not found.']);
  for (const g_id of ['2147483648', '9999999999', '99999999999999999999'])
    expect(await asked(g_id)).toEqual([g_id, 400, 'g_id must be the number of a record, none is above 2147483647']);
  for (const g_id of ['0', '-1', '01', 'one', '1.5'])
    expect(await asked(g_id)).toEqual([g_id, 400, 'g_id must be the number of a record']);
  const gId = (await admin.call(listCareGroups)).reply.groups?.find(({ type }) => type === 'trialSite')?.gId;
  expect((await admin.call(listParticipants, { query: { g_id: String(gId) } })).status).toBe(200);
});
