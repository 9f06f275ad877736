/** A trial with requests, people of every side and their strangers, for the tests of the shipments room. */
import * as api from '@portal/contract/shipments/endpoints.ts';
import { addDays } from '../src/platform/core/clock.ts';
import { anAddress } from './things.ts';
import { type Caller, openPortal } from './portal.ts';

type Body = Record<string, unknown>;

/** Opens a portal with one trial at work: two sites, two pharmacies, two wholesalers; and another company beside it. */
export async function openShipments(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  const ours = await portal.aTrialAtWork();
  const theirs = await portal.aTrialAtWork();
  const { companyId, trialId, siteId } = ours;
  const otherSiteId = await portal.aSite(companyId, trialId);
  const otherPharmacyId = await portal.aPartner(companyId, 'pharmacy');
  const otherWholesalerId = await portal.aPartner(companyId, 'wholesaler');
  await portal.connect(companyId, otherSiteId, otherPharmacyId, [ours.tablet]);
  await portal.connect(companyId, otherSiteId, otherWholesalerId, [ours.pen]);
  const ada = await portal.aParticipant(companyId, trialId, siteId, {
    first_name: 'Adelheid',
    last_name: 'Planted',
    subject_number: '717-919',
  });

  const person = async (type: Parameters<typeof portal.aPerson>[0], fields = {}, groups: number[] = []) =>
    portal.signedIn(await portal.aPerson(type, { company_id: companyId, ...fields }, groups));
  const people = {
    admin: await portal.signedIn(ours.admin),
    siteUser: await portal.signedIn(ours.siteUser),
    other: await person('Other', {}, [siteId]),
    pharmacist: await portal.signedIn(ours.pharmacist),
    wholesaler: await portal.signedIn(ours.wholesaler),
    sponsor: await portal.signedIn(ours.sponsor),
    nurse: await person('Nurse', {}, [siteId]),
    siteUserElsewhere: await person('Site User', {}, [otherSiteId]),
    pharmacistElsewhere: await person('Pharmacy User', { partner_id: otherPharmacyId }),
    wholesalerElsewhere: await person('Wholesaler User', { partner_id: otherWholesalerId }),
    adminAbroad: await portal.signedIn(theirs.admin),
    siteUserAbroad: await portal.signedIn(theirs.siteUser),
    pharmacistAbroad: await portal.signedIn(theirs.pharmacist),
    wholesalerAbroad: await portal.signedIn(theirs.wholesaler),
  };

  const today = portal.app.clock.today();
  /** A good body for the site: the tablet, for nobody in particular, unless told otherwise. */
  const order = (over: Body = {}): Body => ({
    gId: siteId,
    toParticipant: 0,
    participants: [],
    dateRequired: today,
    nextOrderDate: addDays(today, 1),
    address: anAddress,
    products: [line(ours.tablet)],
    ...over,
  });
  const line = (productId: number, over: Body = {}): Body => ({
    productId,
    quantity: 4,
    daysOfSupply: 30,
    directions: 'Take one daily',
    ...over,
  });
  const subject = (subjectNumber: string, participantId: number | null = null): Body => ({
    participantId,
    subjectNumber,
  });

  let nextSubject = 100;
  /** A request of the site for a subject of its own, in the state asked for; its number. */
  const aRequest = async (
    over: Body = {},
    state: { status?: string; shippedOn?: string | null; toParticipant?: boolean } = {},
  ): Promise<number> => {
    const answer = await people.siteUser.call(api.createRequest, {
      body: order({ participants: [subject(`900-${++nextSubject}`)], ...over }),
    });
    if (answer.status !== 200) throw new Error(`no request: ${answer.message}`);
    const [srId] = answer.reply.srIds as [number];
    if (Object.keys(state).length > 0) await put(srId, state);
    return srId;
  };
  /** Puts a request into a state by hand, past every rule. */
  const put = (
    srId: number,
    {
      status = 'preprocessing',
      shippedOn,
      toParticipant,
    }: { status?: string; shippedOn?: string | null; toParticipant?: boolean },
  ) =>
    portal.rows(
      'update shipment_request set status = $2, shipped_on = $3, to_participant = coalesce($4, to_participant) where request_id = $1',
      [
        srId,
        status,
        shippedOn === undefined
          ? ['preprocessing', 'processing', 'cancelled'].includes(status)
            ? null
            : today
          : shippedOn,
        toParticipant ?? null,
      ],
    );
  const stateOf = async (srId: number) =>
    (
      await portal.rows<{ status: string; version: number }>(
        'select status, version from shipment_request where request_id = $1',
        [srId],
      )
    )[0]!;
  const package_ = (items: Body[], over: Body = {}): Body => ({
    courier: 'Swift',
    trackingNumber: 'ab-1',
    items,
    ...over,
  });
  const item = (productId: number, over: Body = {}): Body => ({
    productId,
    quantity: 4,
    lotNumber: 'L1',
    expirationDate: addDays(today, 1),
    ...over,
  });

  /** A fingerprint of everything the room writes: two equal ones mean that nothing happened. */
  const fingerprint = async () =>
    (
      await portal.rows<{ print: string }>(
        `select string_agg(print, ' ' order by print) as print from (${[
          'shipment_request',
          'shipment_participant',
          'shipment_line',
          'shipment_package',
          'package_item',
          'lot',
          'lot_correction',
          'lot_recall',
          'shipment_status_change',
          'shipment_comment',
          'shipment_comment_read',
          'shipment_document',
          'document',
          'address',
          'audit_entry',
          'event',
        ]
          .map(
            (table) =>
              `select '${table} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${table} t`,
          )
          .join(' union all ')}) all_prints`,
      )
    )[0]!.print;

  return {
    ...portal,
    ...ours,
    otherSiteId,
    otherPharmacyId,
    otherWholesalerId,
    ada,
    theirs,
    people,
    today,
    order,
    line,
    subject,
    aRequest,
    put,
    stateOf,
    package_,
    item,
    fingerprint,
  };
}

export type Shipments = Awaited<ReturnType<typeof openShipments>>;

/** Bodies that are wrong in one field each: of a wrong type, too long, out of range, with a key that is no field. */
export function* spoiled(good: unknown, at: string[] = []): Generator<{ path: string; body: unknown }> {
  const hostile = [{ a: 1 }, [['x']], true, 1.5, -7, 1e20, '\u0000', 'x'.repeat(3_000)];
  if (at.length > 0) for (const body of hostile) yield { path: at.join('.'), body };
  if (typeof good !== 'object' || good === null) return;
  if (!Array.isArray(good)) yield { path: [...at, 'isAdmin'].join('.'), body: { ...good, isAdmin: 1 } };
  for (const [key, value] of Object.entries(good)) {
    for (const { path, body } of spoiled(value, [...at, key])) {
      yield {
        path,
        body: Array.isArray(good)
          ? good.map((one, i) => (String(i) === key ? body : (one as unknown)))
          : { ...good, [key]: body },
      };
    }
  }
}

export type { Caller };

/** The same at noon of 5 March 2026: who works with lots is signed in anew, and each request is for somebody else, needed on that day. */
export async function openShipmentsInMarch() {
  const s = await openShipments();
  s.app.clock.set(new Date('2026-03-05T12:00:00Z'));
  Object.assign(s.people, {
    admin: await s.signedIn(s.admin),
    siteUser: await s.signedIn(s.siteUser),
    pharmacist: await s.signedIn(s.pharmacist),
    wholesaler: await s.signedIn(s.wholesaler),
  });
  let subject = 100;
  const aRequest = (over: object = {}) =>
    s.aRequest({
      dateRequired: '2026-03-05',
      nextOrderDate: '2026-05-05',
      participants: [s.subject(`910-${++subject}`)],
      ...over,
    });
  return { ...s, aRequest };
}
