/** A second trial, whose requests are signed on an order form: one that both have signed, and one that waits for the prescriber. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { addCareGroup, addSponsor, configureSite, configureTrial } from '#rooms/care-groups/door.ts';
import { attachToGroups, keepDocument, wholeBytes } from '#rooms/documents/door.ts';
import { addParticipant } from '#rooms/participants/door.ts';
import { connectPartners, supplyProduct } from '#rooms/partners/door.ts';
import { setPrice } from '#rooms/pricing/door.ts';
import { addProduct } from '#rooms/products/door.ts';
import { createRequest, fillPlan, moveRequest, planNow } from '#rooms/shipments/door.ts';
import { fillOrderForms, type SignatureEntry } from '#rooms/signing/door.ts';
import { addDays } from '../platform/core/clock.ts';
import type { Files } from '../platform/files/files.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { orderForm } from './order-form-paper.ts';
import type { Step } from './step.ts';
import { signs } from './sign.ts';

const abroad = { street2: '', state: '', country: 'PT' };
const clinic: Address = { ...abroad, street: 'Rua das Flores 40', city: 'Porto', zip: '4050-262' };
const homeOf = (at: number): Address => ({
  ...abroad,
  street: `Rua do Almada ${12 + 19 * at}`,
  city: 'Porto',
  zip: '4050-030',
});
const patients = [
  { subjectNumber: '301', firstName: 'Marta', lastName: 'Sousa', bornOn: '1987-06-02', gender: 1 as const },
  { subjectNumber: '302', firstName: 'Rui', lastName: 'Teixeira', bornOn: '1979-11-23', gender: 0 as const },
];

interface Celandine {
  /** Of its one site. */
  name: string;
  trialId: number;
  siteId: number;
  productId: number;
  partnerId: number;
}

export async function addCelandine(act: Act, partners: ReadonlyMap<string, number>): Promise<Celandine> {
  const primaryContactId = act.viewer.providerId;
  const trialId = await addCareGroup(act, {
    kind: 'trial',
    name: 'CEL-303',
    displayName: 'Celandine Eczema Study',
    description:
      'Phase II: a tablet for eczema in adults. Each request is signed by whoever places it and by a prescriber.',
    primaryContactId,
  });
  const sponsorId = await addSponsor(act, { name: 'Celandine Biotech' });
  const configuration = { subjectNumberMask: 'XXX', hasCard: false, hasShipping: true, outreachPreference: false };
  await configureTrial(act, trialId, { ...configuration, sponsorId });
  const productId = await addProduct(act, {
    trialId,
    drugName: 'Celandin 10 mg',
    dosageForm: 'Tablet',
    quantityUnit: 'Bottle',
    directions: 'Take one tablet in the evening.',
    itemNumber: 'CEL-010-T',
    itemDescription: 'Bottle of 30 tablets',
    pharmacySupplied: true,
    wholesalerSupplied: false,
    defaultQuantity: 1,
    defaultBatchQuantity: 6,
    maxShipmentQuantity: 6,
    defaultDaysOfSupply: 30,
  });
  const name = 'Porto Clinic';
  const siteId = await addCareGroup(act, {
    kind: 'site',
    parentId: trialId,
    name,
    displayName: name,
    description: 'Dermatology.',
    primaryContactId,
  });
  await configureSite(act, siteId, {
    address: clinic,
    phone: '+351220000110',
    studyContact: 'Inês Duarte',
    studyContactEmail: 'porto@meridian.example',
  });
  const partnerId = partners.get('Southgate Pharmacy') as number;
  await connectPartners(act, { siteId, partnerIds: [partnerId] });
  await supplyProduct(act, { careGroupId: siteId, partnerId, productId });
  return { name, trialId, siteId, productId, partnerId };
}

export function planOrderForms(given: {
  actAs: ActAs;
  files: Files;
  admin: Viewer;
  people: ReadonlyMap<string, Viewer>;
  celandine: Celandine;
}): Step[] {
  const { actAs, files, admin, people, celandine } = given;
  const { trialId, siteId, productId, partnerId } = celandine;
  const person = (email: string) => people.get(`${email}@meridian.example`) as Viewer;
  const [requester, prescriber] = [person('porto'), person('prescriber2')];
  const template = orderForm();
  // The worker is made and reads its fonts meanwhile.
  const isReady = fillOrderForms(template, [{ 'Site Name': celandine.name }]);

  const attach = async () => {
    await isReady;
    const act = actAs(admin);
    const names = { filename: 'order-form-cel-303.pdf', friendlyName: 'Order form CEL-303' };
    const { id: documentId } = await keepDocument(act, { ...names, pdf: template, careGroupId: null, partnerId: null });
    const how = { cascades: false, isOrderForm: true, userTypes: null };
    await attachToGroups(act, { documentId, careGroupIds: [trialId], ...how });
  };
  const price = async () => {
    const act = actAs(admin);
    const fees = { shippingFee: '11.90', dispenseFee: '4.80' };
    const cost = { currency: 'EUR', drugPrice: '64.00', ...fees } as const;
    await setPrice(act, { productId, partnerId, sponsorId: null, ...cost, effectiveOn: act.today() });
  };
  const requests: { id: number; docId: number; signed: SignatureEntry[] }[] = [];
  const place = (at: number) => async () => {
    const act = actAs(requester);
    const { subjectNumber, ...known } = patients[at] as (typeof patients)[number];
    const contact = { email: null, phone: `+35191000${2100 + at}`, address: homeOf(at) };
    const participantId = await addParticipant(act, { siteId, subjectNumber, ...known, ...contact });
    const order = {
      siteId,
      toParticipant: false,
      participants: [{ participantId, subjectNumber }],
      prescriberId: prescriber.providerId,
      requiredOn: addDays(act.today(), 7),
      nextOrderOn: addDays(act.today(), 28),
      address: clinic,
      products: [{ productId, quantity: 1, daysOfSupply: 30, directions: 'Take one tablet in the evening.' }],
    };
    const plan = await planNow(act.tx, requester, order, act.today());
    const { ids, orderForms } = await createRequest(
      act,
      order,
      plan && (await fillPlan((template) => wholeBytes(files, template), plan)),
    );
    requests.push({ id: ids[0] as number, docId: orderForms[0]?.docId as number, signed: [] });
  };
  const sign = (at: number, who: Viewer) => async () => {
    const request = requests[at];
    if (request) await signs(actAs(who), request.docId, request.signed);
  };
  const take = async () => {
    await moveRequest(actAs(person('pharmacy2')), requests[0]?.id as number, { to: 'processing' });
  };
  return [
    { daysAgo: 31, run: price },
    { daysAgo: 30, run: attach },
    { daysAgo: 5.9, run: place(0) },
    { daysAgo: 5.8, run: sign(0, requester) },
    { daysAgo: 5.2, run: sign(0, prescriber) },
    { daysAgo: 4.9, run: take },
    { daysAgo: 1.9, run: place(1) },
    { daysAgo: 1.8, run: sign(1, requester) },
  ];
}
