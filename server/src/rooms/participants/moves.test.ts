/** Participants who go to another site while something happens to it. */
import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { openPortal } from '#test/portal.ts';
import { somebodyWaits } from '#test/waits.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';

/** A participant at Boston, and Lyon, where nobody is yet. */
async function twoSites() {
  const portal = await openPortal();
  const { companyId, trialId, siteId: boston, admin: adminId } = await portal.aTrialAtWork();
  const lyon = await portal.aSite(companyId, trialId);
  const admin = await portal.signedIn(adminId);
  const given = { fname: 'Ada', lname: 'Lovelace', dob: '1980-03-05', gender: 1, subject_number: '101-001' };
  const added = await admin.call(api.addParticipant, { body: { ...given, g_id: boston } });
  const { participantId } = added.reply;
  const move = () =>
    admin.call(api.changeParticipant, {
      body: { ...given, g_id: lyon, participant_id: participantId, addressChanged: 0 },
    });
  const remove = () => admin.call(removeCareGroup, { query: { g_id: lyon } });
  const listed = async (g_id: number) => {
    const { status, reply } = await admin.call(api.listParticipants, { query: { g_id } });
    return status === 200 ? reply.participants.map((one) => one.participantId) : status;
  };
  return { portal, companyId, boston, lyon, participantId, move, remove, listed };
}

test('OPS-28 REL-08 a move to a site that is being removed waits for it, and the participant stays where they are', async () => {
  const { portal, companyId, boston, lyon, participantId, move, listed } = await twoSites();
  let moved: ReturnType<typeof move> | undefined;
  await portal.app.database.inCompany(companyId, async (tx) => {
    inPlaceOfAct(tx);
    // As a removal holds the group, before it is hidden.
    await tx.selectFrom('care_group').select('name').where('care_group_id', '=', lyon).forUpdate().execute();
    moved = move();
    await somebodyWaits(portal);
    await tx
      .updateTable('care_group')
      .set({ removed_at: portal.app.clock.now() })
      .where('care_group_id', '=', lyon)
      .execute();
  });
  expect((await moved)?.status).toBe(404);
  expect(await listed(boston)).toEqual([participantId]);
});

test('OPS-28 REL-08 a removal that begins while a participant is moved to the site waits for it, and is refused', async () => {
  const { portal, companyId, boston, lyon, participantId, move, remove, listed } = await twoSites();
  let answers: Promise<[Awaited<ReturnType<typeof move>>, Awaited<ReturnType<typeof remove>>]> | undefined;
  await portal.app.database.inCompany(companyId, async (tx) => {
    // The participant is held, so that the move stands still once it has the site.
    await tx
      .selectFrom('participant')
      .select('ctrx_id')
      .where('participant_id', '=', participantId)
      .forUpdate()
      .execute();
    const moved = move();
    await somebodyWaits(portal);
    const removed = remove();
    await somebodyWaits(portal, 2);
    answers = Promise.all([moved, removed]);
  });
  const [moved, removed] = (await answers) ?? [];
  expect([moved?.status, removed?.code]).toEqual([200, 'care_group.has_participants']);
  expect([await listed(boston), await listed(lyon)]).toEqual([[], [participantId]]);
});

test('PRV-11 SEC-23 a participant whom somebody sees by emergency access alone goes to no site that they see for good, and within the sites of the emergency as anybody’s', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId: boston, siteUser } = await portal.aTrialAtWork();
  const [lyon, porto] = [await portal.aSite(companyId, trialId), await portal.aSite(companyId, trialId)];
  const person = await portal.signedIn(siteUser);
  for (const site of [lyon, porto]) await letIn({ ...portal, companyId }, person, site);
  const names = { first_name: 'Ada', last_name: 'Lovelace' };
  const theirs = await portal.aParticipant(companyId, trialId, lyon, { ...names, subject_number: '101-001' });
  const own = await portal.aParticipant(companyId, trialId, boston, { ...names, subject_number: '101-002' });
  const goes = (participant_id: number, subject_number: string, g_id: number) =>
    person.call(api.changeParticipant, {
      body: {
        participant_id,
        g_id,
        fname: 'Ada',
        lname: 'Lovelace',
        dob: '1980-03-05',
        gender: 1,
        subject_number,
        addressChanged: 0,
      },
    });
  const refused = await goes(theirs, '101-001', boston);
  expect([refused.status, refused.message]).toEqual([
    403,
    'You see this participant only through emergency access, so you can neither keep it nor give it to others.',
  ]);
  expect((await goes(theirs, '101-001', porto)).status).toBe(200);
  expect((await goes(theirs, '101-001', boston)).status).toBe(403);
  expect((await goes(own, '101-002', lyon)).status).toBe(200);
  expect(
    await portal.rows('select participant_id, site_id from participant where trial_id = $1 order by participant_id', [
      trialId,
    ]),
  ).toEqual([
    { participant_id: theirs, site_id: porto },
    { participant_id: own, site_id: lyon },
  ]);
});
