/** What corrects or undoes keeps its reason: where nobody gives one, the act itself (P11-15). */
import { removeParticipant } from '@portal/contract/participants/endpoints.ts';
import { inviteUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { decideUserReport, saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers, type Papers } from './one-signature.ts';
import { invitationTo } from './users.ts';

type Given = { reason?: string };
const aColleague = (s: Papers, fields: object = {}) =>
  s.aPerson('Site User', { company_id: s.companyId, ...fields }, [s.boston]);

const acts: Record<string, { said: string; acts: (s: Papers, given: Given) => Promise<{ status: number }> }> = {
  'provider.deactivated': {
    said: 'Access revoked',
    acts: async (s, given) =>
      s.people.admin.call(removeUser, {
        query: { cp_id: await aColleague(s), removal_type: 'deactivate', ...given },
      }),
  },
  'provider.removed': {
    said: 'Person removed',
    acts: async (s, given) =>
      s.people.admin.call(removeUser, {
        query: { cp_id: await aColleague(s, { is_active: false }), removal_type: 'remove', ...given },
      }),
  },
  'invitation.cancelled': {
    said: 'Invitation withdrawn',
    acts: async (s, given) => {
      const body = { companyId: s.companyId, gIds: [s.boston], ...invitationTo('nobody.yet@clinic.example') };
      const { cpID: cp_id } = (await s.people.admin.call(inviteUser, { body })).reply;
      return s.people.admin.call(removeUser, { query: { cp_id, removal_type: 'remove', ...given } });
    },
  },
  'participant.removed': {
    said: 'Remove Participant',
    acts: async (s, given) => {
      const participant_id = await s.aParticipant(s.companyId, s.trial, s.boston, { is_active: false });
      return s.people.admin.call(removeParticipant, { query: { participant_id, ...given } });
    },
  },
  'user_report.rejected': {
    said: 'Rejected a user management report',
    acts: async (s, given) => {
      const { companyId } = s;
      const { admin, sponsor } = s.people;
      const docId = await s.saved('Users of Boston_23-11-2026_01-11-2026', { data: s.paper[2] });
      const body = { document_ID: docId, g_id: s.boston, changes_since_date: s.app.clock.today(), companyId };
      await admin.call(saveUserReport, { body });
      await s.attach(docId, s.boston);
      const signers = await s.signersOf([admin, sponsor]);
      await admin.call(requestSignatures, { body: { docId, uploaderOwned: 0, requestRequired: 1, signers } });
      const rejected = await admin.call(decideUserReport, {
        body: { document_ID: docId, is_rejected: 1, companyId, ...given },
      });
      // What was to be signed keeps it as well.
      expect(await s.rows('select state, reason from signing_request where document_id = $1', [docId])).toEqual([
        { state: 'rejected', reason: 'Rejected a user management report' },
      ]);
      return rejected;
    },
  },
};

test.each(
  Object.entries(acts).flatMap(([action, act]) => [
    { action, ...act, how: 'without a reason', given: {} },
    { action, ...act, how: 'with a blank one', given: { reason: ' ' } },
  ]),
)('P11-15 where nobody says why, the act is the reason: "$said" $how', async ({ action, said, acts: act, given }) => {
  const s = await openPapers();
  expect((await act(s, given)).status).toBe(200);
  expect(
    await s.rows('select reason from audit_entry where company_id = $1 and action = $2', [s.companyId, action]),
  ).toEqual([{ reason: said }]);
});
