/** Which steps there are from which state (P11-20): shipments, patients, people, delegates and recoveries have theirs beside their calls. */
import { deleteDocument } from '@portal/contract/documents/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { invitePharmacyUser, inviteWholesalerUser } from '@portal/contract/partners/manage-endpoints.ts';
import * as pricing from '@portal/contract/pricing/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import * as signing from '@portal/contract/signing/endpoints.ts';
import { decideUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { names } from './forms.ts';
import { givenParticipant } from './house.ts';
import { type Caller, onItsOwn, openPortal, type Portal } from './portal.ts';
import { openShipments } from './shipments.ts';
import { openSigning } from './signing.ts';
import { numberOf, openUsers } from './users.ts';

beforeEach(onItsOwn);

interface Kind<T> {
  /** How a new one comes into each state. */
  states: Record<string, () => Promise<T>>;
  /** Each step: who may take it, and who is somebody else. */
  steps: Record<string, { by: Caller; not: Caller; take: (caller: Caller, of: T) => Promise<{ status: number }> }>;
  /** Where the state is kept. */
  tables: readonly string[];
}

/**
 * Takes every step from every state, each with a new one. Gives what came of it by who may, such as "409", or "200 moved" where anything
 * is another now; and for each step the answers to somebody else, by whom nothing may be moved.
 */
async function everyStep<T>({ rows }: Pick<Portal, 'rows'>, { states, steps, tables }: Kind<T>) {
  const print = async () => {
    const kept = [];
    for (const table of [...tables, 'audit_entry', 'event'])
      kept.push(await rows(`select to_jsonb(t)::text from ${table} t order by 1`));
    return JSON.stringify(kept);
  };
  const came: Record<string, Record<string, string>> = {};
  const refused: Record<string, number[]> = {};
  for (const [state, make] of Object.entries(states))
    for (const [step, { by, not, take }] of Object.entries(steps)) {
      const one = await make();
      const before = await print();
      const { status } = await take(not, one);
      expect((await print()) === before, `${state}: ${step} by somebody else`).toBe(true);
      refused[step] = [...new Set([...(refused[step] ?? []), status])];
      const answer = await take(by, one);
      const hasMoved = (await print()) !== before;
      (came[state] ??= {})[step] = `${answer.status}${hasMoved ? ' moved' : ''}`;
    }
  return { came, refused };
}

test('P11-20 PAR-04 PAR-09 PRV-03 a participant is changed while active, deactivated and taken back, and removed once deactivated; any other step is refused', async () => {
  const s = await openPortal();
  const work = await s.aTrialAtWork();
  const [admin, user, sponsor] = await Promise.all(
    [work.admin, work.siteUser, work.sponsor].map((who) => s.signedIn(who)),
  );
  if (!admin || !user || !sponsor) throw new Error('nobody there');
  let n = 0;
  const active = async () => {
    const body = givenParticipant(work.siteId, { subject_number: `55${++n}-000` });
    const { participantId } = (await user.call(participants.addParticipant, { body })).reply;
    return { ...body, participant_id: participantId };
  };
  type Body = Awaited<ReturnType<typeof active>>;
  const set =
    (isActive: 0 | 1) =>
    (caller: Caller, { participant_id }: Body) =>
      caller.call(participants.setParticipantStatus, { body: { participant_id, isActive } });
  const remove = (caller: Caller, { participant_id }: Body) =>
    caller.call(participants.removeParticipant, { query: { participant_id } });
  const deactivated = async () => {
    const body = await active();
    await set(0)(user, body);
    return body;
  };
  const removed = async () => {
    const body = await deactivated();
    await remove(admin, body);
    return body;
  };
  const { came, refused } = await everyStep(s, {
    tables: ['participant'],
    states: { active, deactivated, removed },
    steps: {
      change: {
        by: user,
        not: sponsor,
        take: (caller, body) =>
          caller.call(participants.changeParticipant, { body: { ...body, lname: 'Other', addressChanged: 0 } }),
      },
      deactivate: { by: user, not: sponsor, take: set(0) },
      reactivate: { by: user, not: sponsor, take: set(1) },
      remove: { by: admin, not: user, take: remove },
    },
  });
  expect(came).toEqual({
    active: { change: '200 moved', deactivate: '200 moved', reactivate: '200', remove: '409' },
    deactivated: { change: '409', deactivate: '200', reactivate: '200 moved', remove: '200 moved' },
    removed: { change: '404', deactivate: '404', reactivate: '404', remove: '404' },
  });
  expect(refused).toEqual({ change: [403], deactivate: [403], reactivate: [403], remove: [403] });
});

test('P11-20 PRC-07 a price is invalidated once, whether it holds already or is ahead, by an administrator alone', async () => {
  const s = await openPortal();
  s.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const work = await s.aTrialAtWork();
  const [admin, user] = [await s.signedIn(work.admin), await s.signedIn(work.siteUser)];
  const keys = { pharmacyId: work.pharmacyId, productId: work.tablet };
  const fees = { drugPrice: '12.50', currency: 'USD', shippingFee: '4', dispenseFee: '0' };
  let day = 0;
  const from = (month: string) => async () => {
    const effectiveDate = `2031-${month}-${String(++day).padStart(2, '0')}`;
    const answer = await admin.call(pricing.setPharmacyPrice, { body: { ...fees, ...keys, effectiveDate } });
    return answer.reply.eventId;
  };
  const invalidate = (caller: Caller, eventId: number) =>
    caller.call(pricing.invalidatePharmacyPrice, { body: { eventId, ...keys } });
  const invalidated = async () => {
    const eventId = await from('02')();
    await invalidate(admin, eventId);
    return eventId;
  };
  const { came, refused } = await everyStep(s, {
    tables: ['product_price'],
    states: { 'in force': from('01'), ahead: from('06'), invalidated },
    steps: { invalidate: { by: admin, not: user, take: invalidate } },
  });
  expect(came).toEqual({
    'in force': { invalidate: '200 moved' },
    ahead: { invalidate: '200 moved' },
    invalidated: { invalidate: '200' },
  });
  expect(refused).toEqual({ invalidate: [403] });
});

test('P11-20 OPS-82 SST-06 SST-07 packages are sent once, and how their items arrived is said once, of what is on its way', async () => {
  const s = await openShipments();
  const { siteUser, pharmacist, sponsor } = s.people;
  const waiting = () => s.aRequest();
  const ship = (caller: Caller, srId: number) =>
    caller.call(shipments.shipByPharmacy, { body: { srId, packages: [s.package_([s.item(s.tablet)])] } });
  const receive = (condition: string) => async (caller: Caller, srId: number) => {
    const items = await s.rows<{ id: number }>(
      'select item_id as id from package_item join shipment_package using (package_id) where request_id = $1',
      [srId],
    );
    // Of what was not packed there are none to name.
    const said = items.length > 0 ? { items: items.map(({ id }) => ({ itemId: id, condition })) } : {};
    return caller.call(shipments.receiveBySite, { body: { srId, gId: s.siteId, status: condition, ...said } });
  };
  const sent = async () => {
    const srId = await waiting();
    await ship(pharmacist, srId);
    return srId;
  };
  const arrived = (condition: string) => async () => {
    const srId = await sent();
    await receive(condition)(siteUser, srId);
    return srId;
  };
  const cancelled = async () => {
    const srId = await waiting();
    await siteUser.call(shipments.moveBySite, { body: { srId, gId: s.siteId, status: 'cancelled' } });
    return srId;
  };
  const byTheSite = { by: siteUser, not: sponsor };
  const { came, refused } = await everyStep(s, {
    tables: ['shipment_request', 'shipment_package', 'package_item'],
    states: {
      'not packed': waiting,
      cancelled,
      sent,
      received: arrived('received'),
      damaged: arrived('damaged'),
      missing: arrived('missing'),
    },
    steps: {
      send: { by: pharmacist, not: siteUser, take: ship },
      received: { ...byTheSite, take: receive('received') },
      damaged: { ...byTheSite, take: receive('damaged') },
      missing: { ...byTheSite, take: receive('missing') },
    },
  });
  const over = { send: '409', received: '409', damaged: '409', missing: '409' };
  expect(came).toEqual({
    'not packed': { ...over, send: '200 moved' },
    cancelled: over,
    sent: { send: '409', received: '200 moved', damaged: '200 moved', missing: '200 moved' },
    received: over,
    damaged: over,
    missing: over,
  });
  expect(refused).toEqual({ send: [403], received: [403], damaged: [403], missing: [403] });
});

test('P11-20 P11-07 P11-08 a document is signed and rejected by whose turn it is while it is open, asked for once, and deleted by an administrator in whatever state; what has ended goes no further', {
  timeout: 300_000,
}, async () => {
  const s = await openSigning();
  const { admin, atBoston, atLyon, sponsor } = s.people;
  const open = async () => {
    const { docId, srUuid } = await s.asks([atBoston, admin]);
    await s.isReport(docId, s.boston);
    // With a proof for whose turn it is.
    return { docId, srUuid, first: await s.submission(atBoston, docId), second: await s.submission(admin, docId) };
  };
  type Asked = Awaited<ReturnType<typeof open>>;
  type Take = (caller: Caller, of: Asked) => Promise<{ status: number }>;
  const sign =
    (who: 'first' | 'second'): Take =>
    (caller, asked) =>
      caller.call(signing.sign, { body: asked[who] });
  const prove =
    (fieldName: string): Take =>
    (caller, { srUuid }) =>
      s.stepUp(caller, srUuid, fieldName);
  const reject: Take = (caller, { docId }) =>
    caller.call(decideUserReport, { body: { document_ID: docId, is_rejected: 1, companyId: s.companyId } });
  const remove: Take = (caller, { docId }) => caller.call(deleteDocument, { query: { docId } });
  const ask: Take = async (caller, { docId }) => {
    // Of a report an administrator asks themselves, and somebody of the sponsor.
    const signers = await s.signersOf([admin, sponsor]);
    return caller.call(signing.requestSignatures, { body: { docId, requestRequired: 1, signers } });
  };
  const after = (make: () => Promise<Asked>, take: Take, caller: Caller) => async () => {
    const asked = await make();
    expect((await take(caller, asked)).status).toBe(200);
    return asked;
  };
  const signedByFirst = async () => {
    const asked = await after(open, sign('first'), atBoston)();
    return { ...asked, second: await s.submission(admin, asked.docId) };
  };
  const { came, refused } = await everyStep(s, {
    tables: ['signing_request', 'signer', 'signature', 'document', 'document_revision'],
    states: {
      open,
      'signed by the first': signedByFirst,
      completed: after(signedByFirst, sign('second'), admin),
      rejected: after(open, reject, atBoston),
      deleted: after(open, remove, admin),
    },
    steps: {
      'first proves': { by: atBoston, not: atLyon, take: prove(names.first) },
      'first signs': { by: atBoston, not: atLyon, take: sign('first') },
      'first rejects': { by: atBoston, not: atLyon, take: reject },
      'second proves': { by: admin, not: atLyon, take: prove(names.second) },
      'second signs': { by: admin, not: atLyon, take: sign('second') },
      'second rejects': { by: admin, not: atLyon, take: reject },
      delete: { by: admin, not: atBoston, take: remove },
      'ask again': { by: admin, not: atBoston, take: ask },
    },
  });
  const over = {
    'first proves': '409',
    'first signs': '409',
    'first rejects': '409',
    'second proves': '409',
    'second signs': '409',
    'second rejects': '409',
    delete: '200 moved',
    'ask again': '409',
  };
  expect(came).toEqual({
    // A proof is no state of the document.
    open: { ...over, 'first proves': '200', 'first signs': '200 moved', 'first rejects': '200 moved' },
    'signed by the first': {
      ...over,
      'second proves': '200',
      'second signs': '200 moved',
      'second rejects': '200 moved',
    },
    completed: over,
    rejected: over,
    deleted: { ...over, delete: '404', 'ask again': '404' },
  });
  expect(refused).toEqual(Object.fromEntries(Object.keys(over).map((step) => [step, [403]])));
});

test('P11-20 OPN-22 OPN-23 USR-05 an invitation is used while it is open, sent again and taken back until somebody has used it, and gone once it was taken back', async () => {
  const s = await openUsers();
  const [admin, atSite] = [await s.as('admin'), await s.as('atSite')];
  let n = 0;
  const open = async () => {
    const email = `invited${++n}@clinic.example`;
    expect((await s.invite(email)).status).toBe(200);
    return { email, code: await s.codeFor(email), cpId: await numberOf(s, email) };
  };
  type Invited = Awaited<ReturnType<typeof open>>;
  const register = (_: Caller, { email, code }: Invited) => s.registers(email, code);
  const used = async () => {
    const invited = await open();
    expect((await register(admin, invited)).status).toBe(200);
    return { ...invited, cpId: await numberOf(s, invited.email) };
  };
  const takenBack = async () => {
    const invited = await open();
    expect((await s.remove(invited.cpId)).status).toBe(200);
    return invited;
  };
  const expired = async () => {
    const invited = await open();
    await s.rows(`update invitation set expires_at = now() - interval '1 minute' where email = $1`, [invited.email]);
    return invited;
  };
  const { came, refused } = await everyStep(s, {
    tables: ['invitation', 'provider'],
    states: { open, expired, used, 'taken back': takenBack },
    steps: {
      // Without a session: who has another code is nobody who was invited.
      register: {
        by: admin,
        not: atSite,
        take: (caller, invited) =>
          caller === admin ? register(caller, invited) : s.registers(invited.email, 'x'.repeat(43)),
      },
      'send again': { by: admin, not: atSite, take: (caller, { cpId }) => s.reinvite(cpId, caller) },
      'take back': { by: admin, not: atSite, take: (caller, { cpId }) => s.remove(cpId, caller) },
    },
  });
  const over = { register: '404', 'send again': '409', 'take back': '409' };
  expect(came).toEqual({
    open: { register: '200 moved', 'send again': '200 moved', 'take back': '200 moved' },
    expired: { register: '404', 'send again': '200 moved', 'take back': '200 moved' },
    used: over,
    'taken back': { register: '404', 'send again': '404', 'take back': '404' },
  });
  expect(refused).toEqual({ register: [404], 'send again': [403], 'take back': [403] });
});

test.each(['pharmacy', 'wholesaler'] as const)(
  'P11-20 USR-05 USR-06 USR-07 somebody of a %s is deactivated while active, taken back while deactivated, removed while either invited or deactivated, and invited again before they have registered',
  async (kind) => {
    const s = await openUsers();
    const [admin, atSite] = [await s.as('admin'), await s.as('atSite')];
    const partnerId = await s.aPartner(s.companyId, kind);
    let n = 0;
    const invited = async () => {
      const email = `partner${++n}@clinic.example`;
      const body = { companyId: s.companyId, email, adminRights: 0, defaultListing: 0 };
      const answer = await (kind === 'pharmacy'
        ? admin.call(invitePharmacyUser, { body: { ...body, ppId: partnerId, providerType: 'Pharmacy User' } })
        : admin.call(inviteWholesalerUser, { body: { ...body, wpId: partnerId, providerType: 'Wholesaler User' } }));
      expect(answer.status).toBe(200);
      return { email, cpId: await numberOf(s, email) };
    };
    const active = async () => {
      const { email } = await invited();
      expect((await s.registers(email)).status).toBe(200);
      return { email, cpId: await numberOf(s, email) };
    };
    const deactivated = async () => {
      const person = await active();
      expect((await s.deactivate(person.cpId)).status).toBe(200);
      return person;
    };
    const byAdmin = { by: admin, not: atSite };
    const { came, refused } = await everyStep(s, {
      tables: ['provider', 'invitation'],
      states: { invited, active, deactivated },
      steps: {
        deactivate: { ...byAdmin, take: (caller, { cpId }) => s.deactivate(cpId, caller) },
        reactivate: { ...byAdmin, take: (caller, { cpId }) => s.reactivate(cpId, caller) },
        remove: { ...byAdmin, take: (caller, { cpId }) => s.remove(cpId, caller) },
        'invite again': { ...byAdmin, take: (caller, { cpId }) => s.reinvite(cpId, caller) },
      },
    });
    expect(came).toEqual({
      invited: { deactivate: '409', reactivate: '409', remove: '200 moved', 'invite again': '200 moved' },
      active: { deactivate: '200 moved', reactivate: '409', remove: '409', 'invite again': '409' },
      deactivated: { deactivate: '409', reactivate: '200 moved', remove: '200 moved', 'invite again': '409' },
    });
    expect(refused).toEqual({ deactivate: [403], reactivate: [403], remove: [403], 'invite again': [403] });
  },
);
