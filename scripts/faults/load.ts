/** People at work: they keep writing until they are told to stop, and keep a ledger of what they asked for and what was answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { addDays } from '../../server/src/platform/core/clock.ts';
import { anAddress } from '../../server/test/things.ts';
import type { World } from '../bench/world.ts';

export const kinds = [
  'participant added',
  'participant changed',
  'request asked for',
  'request taken on',
  'request shipped',
  'delivery confirmed',
  'comment added',
  'reminder set',
] as const;
export type Kind = (typeof kinds)[number];

/** One thing somebody asked for. `mark` is what it leaves in the database, and nothing else does. */
export interface Attempt {
  kind: Kind;
  mark: string;
  endpoint: Endpoint;
  token: string;
  key: string | null;
  body: unknown;
  /** `unknown`: no answer came, or one that says "try again". */
  outcome: 'acknowledged' | 'unknown' | 'refused';
  answer: { status: number; body: Record<string, unknown> } | null;
  /** How many times its answer was waited for. */
  tries: number;
}

export type Staff = Awaited<ReturnType<typeof hire>>;

/** A trial with four sites, a pharmacy and a wholesaler that supply two products each, and people at all of them. */
export async function hire(world: World) {
  const companyId = await world.aCompany();
  const trialId = await world.aTrial(companyId);
  const pharmacyId = await world.aPartner(companyId, 'pharmacy');
  const wholesalerId = await world.aPartner(companyId, 'wholesaler');
  const tablets = [await world.aProduct(companyId, trialId), await world.aProduct(companyId, trialId)];
  const byWholesaler = { pharmacy_supplied: false, wholesaler_supplied: true };
  const pens = [
    await world.aProduct(companyId, trialId, byWholesaler),
    await world.aProduct(companyId, trialId, byWholesaler),
  ];
  const sites = [];
  for (let i = 0; i < 4; i++) {
    const siteId = await world.aSite(companyId, trialId);
    await world.connect(companyId, siteId, pharmacyId, tablets);
    await world.connect(companyId, siteId, wholesalerId, pens);
    sites.push({
      siteId,
      token: await world.tokenFor(await world.aPerson('Site User', { company_id: companyId }, [siteId])),
    });
  }
  const partners = [];
  for (const [type, partnerId] of [
    ['Pharmacy User', pharmacyId],
    ['Wholesaler User', wholesalerId],
    ['Pharmacy User', pharmacyId],
    ['Wholesaler User', wholesalerId],
  ] as const) {
    partners.push({
      type,
      token: await world.tokenFor(await world.aPerson(type, { company_id: companyId, partner_id: partnerId })),
    });
  }
  return { companyId, sites, partners, tablets, pens, today: world.clock.today() };
}

interface Asked {
  srId: number;
  products: readonly number[];
}

/** Everybody's work over all the deaths of the server. `address` says where it is at the moment. */
export function atWork(staff: Staff, address: () => string) {
  const ledger: Attempt[] = [];
  const waiting: Record<'Pharmacy User' | 'Wholesaler User', Asked[]> = { 'Pharmacy User': [], 'Wholesaler User': [] };
  let working = false;
  let shift: Promise<unknown> = Promise.resolve();
  let count = 0;
  const next = () => ++count;

  const send = async (attempt: Attempt): Promise<void> => {
    attempt.tries++;
    try {
      const response = await fetch(`${address()}/api${attempt.endpoint.path}`, {
        method: attempt.endpoint.method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${attempt.token}`,
          ...(attempt.key ? { 'idempotency-key': attempt.key } : {}),
        },
        body: JSON.stringify(attempt.body),
        signal: AbortSignal.timeout(15_000),
      });
      attempt.answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
      attempt.outcome = response.ok ? 'acknowledged' : response.status >= 500 ? 'unknown' : 'refused';
    } catch {
      attempt.outcome = 'unknown';
    }
    if (attempt.outcome === 'acknowledged' && attempt.kind === 'request asked for') hand(attempt);
  };
  /** A request that is known to be there goes to the partners it was made for: the pharmacy's first (OPS-70). */
  const hand = ({ answer, body }: Attempt) => {
    const ids = answer?.body['srIds'] as number[];
    const asked = new Set((body as { products: { productId: number }[] }).products.map(({ productId }) => productId));
    const parts = [
      ['Pharmacy User', staff.tablets.filter((product) => asked.has(product))],
      ['Wholesaler User', staff.pens.filter((product) => asked.has(product))],
    ] as const;
    parts
      .filter(([, products]) => products.length > 0)
      .forEach(([type, products], i) => waiting[type].push({ srId: ids[i] as number, products }));
  };
  const ask = async (kind: Kind, mark: string, endpoint: Endpoint, token: string, body: unknown): Promise<Attempt> => {
    const attempt: Attempt = {
      kind,
      mark,
      endpoint,
      token,
      key: endpoint.creates ? randomUUID() : null,
      body,
      outcome: 'unknown',
      answer: null,
      tries: 0,
    };
    ledger.push(attempt);
    await send(attempt);
    if (attempt.outcome === 'unknown') await pause(50);
    return attempt;
  };

  const atSite = async ({ siteId, token }: Staff['sites'][number]) => {
    while (working) {
      const n = next();
      const subjectNumber = `${String(Math.floor(n / 1_000)).padStart(3, '0')}-${String(n % 1_000).padStart(3, '0')}`;
      const person = {
        fname: 'Ada',
        lname: 'Lovelace',
        g_id: siteId,
        dob: '1980-03-05',
        subject_number: subjectNumber,
        gender: 1,
        address: anAddress,
        phone: '+16175550123',
        preferred_contact: 1,
      };
      const added = await ask('participant added', subjectNumber, participants.addParticipant, token, person);
      const participantId = added.answer?.body['participantId'];
      if (added.outcome !== 'acknowledged') continue;
      if (n % 2 === 0) {
        const fname = `C${n.toString(36)}`;
        await ask('participant changed', fname, participants.changeParticipant, token, {
          ...person,
          fname,
          participant_id: participantId,
          addressChanged: 0,
          version: 1,
        });
      }
      const label = `LABEL-${n}`;
      const products = [...staff.tablets, ...(n % 3 === 0 ? staff.pens : [])].map((productId) => ({
        productId,
        quantity: 2,
        daysOfSupply: 30,
        directions: 'Take one daily',
        label,
      }));
      const asked = await ask('request asked for', label, shipments.createRequest, token, {
        gId: siteId,
        toParticipant: 1,
        participants: [{ participantId, subjectNumber }],
        dateRequired: addDays(staff.today, 3),
        nextOrderDate: addDays(staff.today, 30),
        address: anAddress,
        products,
      });
      if (asked.outcome !== 'acknowledged') continue;
      const srId = (asked.answer?.body['srIds'] as number[] | undefined)?.[0] as number;
      await ask('comment added', `COMMENT-${next()}`, shipments.siteComments.add, token, {
        srId,
        text: `COMMENT-${count}`,
      });
      if (n % 4 !== 0) continue;
      const nextOrderDate = addDays(staff.today, 31 + (n % 300));
      await ask('reminder set', `${srId}:${nextOrderDate}`, shipments.setReminder, token, { srId, nextOrderDate });
    }
  };

  const atPartner = async ({ type, token }: Staff['partners'][number]) => {
    const [move, ship, comments] =
      type === 'Pharmacy User'
        ? [shipments.moveByPharmacy, shipments.shipByPharmacy, shipments.pharmacyComments]
        : [shipments.moveByWholesaler, shipments.shipByWholesaler, shipments.wholesalerComments];
    while (working) {
      const request = waiting[type].shift();
      if (!request) {
        await pause(5);
        continue;
      }
      const { srId, products } = request;
      const taken = await ask('request taken on', `${srId}:processing`, move, token, { srId, status: 'processing' });
      if (taken.outcome !== 'acknowledged') continue;
      const text = `COMMENT-${next()}`;
      await ask('comment added', text, comments.add, token, { srId, text });
      const tracking = `TRACK-${next()}`;
      const items = products.map((productId) => ({
        productId,
        quantity: 1,
        lotNumber: 'LOT-1',
        expirationDate: '2099-12-31',
      }));
      const packages = ['A', 'B'].map((part) => ({ courier: 'COURIER', trackingNumber: `${tracking}-${part}`, items }));
      const shipped = await ask('request shipped', tracking, ship, token, { srId, packages });
      if (shipped.outcome !== 'acknowledged' || srId % 2 === 0) continue;
      await ask('delivery confirmed', `${srId}:received`, move, token, {
        srId,
        status: 'received',
        dateOfStatusChange: staff.today,
      });
    }
  };

  return {
    ledger,
    acknowledged: () => ledger.filter((attempt) => attempt.outcome === 'acknowledged').length,
    begin: () => {
      working = true;
      shift = Promise.all([...staff.sites.map(atSite), ...staff.partners.map(atPartner)]);
    },
    /** Nobody begins anything new; ends when every answer has come or is known not to come. */
    end: async () => {
      working = false;
      await shift;
    },
    /** Asks again for whatever was not answered, with the same key and body (REL-06). Gives how many there were. */
    retry: async (): Promise<number> => {
      const open = ledger.filter((attempt) => attempt.outcome === 'unknown');
      for (const attempt of open) {
        await send(attempt);
        // A step without a key that was done the first time cannot be done again, and says so.
        if (attempt.outcome === 'refused' && attempt.key === null && attempt.answer?.status === 409)
          attempt.outcome = 'acknowledged';
      }
      return open.length;
    },
  };
}
