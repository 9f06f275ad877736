/** Two companies with everything that a call can name, and in the first a second trial whose people do not know the first. */
import { createHash } from 'node:crypto';
import { moduleNames, type UserType } from '@portal/contract/access.ts';
import { addCard, readCard } from '@portal/contract/cards/endpoints.ts';
import { newCard } from '@portal/contract/cards/rules.ts';
import { addBrand, listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import { inviteDelegate } from '@portal/contract/delegates/endpoints.ts';
import { addToLibrary, attachToGroups, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { addMedicationList } from '@portal/contract/reorder-forms/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import { askForRecovery } from '@portal/contract/account-recovery/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { addPatient, addToGroup, setPatientStatus } from '@portal/contract/patients/endpoints.ts';
import { addWorkflowDocument } from '@portal/contract/workflows/endpoints.ts';
import { conversationsIn, ofConversations } from './access-table-conversations.ts';
import { anExportedSurvey, ofResponses, responsesIn } from './access-table-responses.ts';
import { ofSchedules, schedulesIn } from './access-table-schedules.ts';
import { askSurvey, ofAssessments, surveysOf } from './access-table-assessments.ts';
import { aBrand } from './brands.ts';
import { uploadOf } from './documents.ts';
import { aForm } from './forms.ts';
import { aPng } from './image-corpus.ts';
import { addressOf, aPatientBody, contactOf, goalOf, insuranceOf, medicationOf } from './patients.ts';
import { aPdf } from './pdfs.ts';
import { type Caller, openPortal, type Portal } from './portal.ts';
import { anAddress } from './things.ts';

/** What the clock of the portal says at first. */
export const atNoon = '2031-03-05T12:00:00Z';

/** Who somebody is, as calls name it: `cp_id`, `company_id`, `ppId` and `wpId`. */
const ownIds = ['me', 'company', 'myPharmacy', 'myWholesaler'] as const;
const personal = ['session', 'notification'] as const;
const ofCompany = [
  'brand',
  'alert',
  'brandAddress',
  'email',
  'phone',
  'terms',
  'recovery',
  'delegate',
  'medList',
  'book',
  'spareBook',
  'usedBook',
  'exportedSurvey',
  ...ofAssessments,
] as const;
const ofTrial = [
  ...(['sponsorOfTrial', 'spareSponsor', 'bareSite', 'otherBareSite', 'emptyTrial'] as const),
  ...(['trial', 'site', 'prescriber', 'pharmacy', 'wholesaler', 'tablet', 'sameTablet', 'pen', 'samePen'] as const),
  ...(['servedSite', 'sparePharmacy', 'spareWholesaler'] as const),
  ...(['spareProduct', 'price', 'wholesalerPrice', 'sponsorPrice', 'lot'] as const),
  ...(['participant', 'participantAddress', 'newcomer', 'leaver', 'reachable', 'departed'] as const),
  ...([
    'request',
    'toCancel',
    'toMove',
    'toShip',
    'toShipLine',
    'arriving',
    'arrivingItem',
    'onItsWay',
    'onItsWayItem',
    'delivered',
    'comment',
    'secondComment',
  ] as const),
  ...(['pens', 'pensToMove', 'pensToShip', 'pensToShipLine', 'pensComment', 'secondPensComment', 'document'] as const),
  ...(['paper', 'loosePaper', 'hungPaper', 'sparePaper', 'signedPaper'] as const),
  ...(['form', 'toSign', 'listPaper', 'report'] as const),
  ...(['colleague', 'mover', 'revocable', 'revoked', 'removable', 'invited'] as const),
  ...(['patient', 'fresh', 'pausing', 'leaving', 'asking', 'recovering'] as const),
  ...([
    ...ofSchedules,
    ...ofResponses,
    ...ofConversations,
    'homeOf',
    'contactOf',
    'insuranceOf',
    'medicationOf',
    'goalMedication',
    'allergyOf',
    'goalOf',
    'patientRecovery',
    'patientPaper',
  ] as const),
] as const;
type Numbers<Name extends string> = Record<Name, number>;
type CompanyThings = Numbers<(typeof ofCompany)[number]> & { image: string };
type TrialThings = Numbers<(typeof ofTrial)[number]> & { srUuid: string; signerUuid: string; cardImage: string };

/** Everything that a request can name. `image` is an address, two are halves of a secret; the others are numbers of records. */
export type Things = Numbers<(typeof ownIds)[number] | (typeof personal)[number]> & CompanyThings & TrialThings;
export type Thing = keyof Things;
export const saysWhoOneIs = (thing: Thing): boolean => (ownIds as readonly Thing[]).includes(thing);

/** The people of a place, in the order in which they are asked to make a call. */
export const roles = {
  admin: 'Admin',
  siteUser: 'Site User',
  other: 'Other',
  nurse: 'Nurse',
  sponsor: 'Sponsor',
  pharmacist: 'Pharmacy User',
  wholesaler: 'Wholesaler User',
} as const satisfies Record<string, UserType>;
export type Role = keyof typeof roles;

/** A place and its people: the things of each of them differ in what is their own. */
export interface Place {
  people: Partial<Record<Role, Caller>>;
  thingsOf: (role: Role) => Things;
}
export interface World {
  portal: Portal;
  ours: Place;
  /** Another trial of our company, with people, site, partners, products, participants and requests of its own. */
  sister: Place;
  theirs: Place;
  companyId: number;
  theirCompanyId: number;
  /** What there is nowhere. */
  unknown: Things;
}

/** But the one that takes calls away (OPC-09). */
const everyModule = moduleNames.filter((name) => name !== 'ReadOnlyPatientDetails');

export async function openTwoCompanies(variables: Record<string, string> = {}): Promise<World> {
  const portal = await openPortal({ CALL_MODE: 'on', ...variables });
  portal.app.clock.set(new Date(atNoon));
  const [companyId, theirCompanyId] = [await portal.aCompany(everyModule), await portal.aCompany(everyModule)];
  const [company, theirCompany] = [
    await aCompanyAtWork(portal, companyId),
    await aCompanyAtWork(portal, theirCompanyId),
  ];
  const numbers = [...ownIds, ...personal, ...ofCompany, ...ofTrial].map((name, i) => [name, 900_000_000 + i] as const);
  return {
    portal,
    ours: await aTrialAtWork(portal, companyId, company),
    sister: await aTrialAtWork(portal, companyId, { ...company, people: {} }),
    theirs: await aTrialAtWork(portal, theirCompanyId, theirCompany),
    companyId,
    theirCompanyId,
    unknown: {
      ...(Object.fromEntries(numbers) as Numbers<Exclude<Thing, 'image' | 'srUuid' | 'signerUuid' | 'cardImage'>>),
      image: `/images/${'0'.repeat(32)}`,
      srUuid: '00000000-0000-4000-8000-000000000001',
      signerUuid: '00000000-0000-4000-8000-000000000002',
      cardImage: '0'.repeat(64),
    },
  };
}

interface CompanyAtWork {
  things: CompanyThings;
  administrator: Caller;
  people: Partial<Record<Role, Caller>>;
}

async function aCompanyAtWork(portal: Portal, companyId: number): Promise<CompanyAtWork> {
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  const brand = await aBrand(portal, companyId);
  await admin.call(addBrand, { body: brand });
  const [added] = (await admin.call(listBrands, { query: { company_id: companyId } })).reply.brand;
  const acted = ['1000000001', '1000000002'].map((npi) => ({ npi, fName: 'Ada', lName: 'Lovelace' }));
  const delegate = await admin.call(inviteDelegate, {
    body: { email: `delegate${companyId}@portal.example`, NPIs: acted, cpId: admin.providerId, companyId },
  });
  const book = async () =>
    (await admin.call(addToLibrary, { body: uploadOf('Leaflet', { company_id: companyId, isTemplate: 0 }) })).reply
      .documentId;
  const forgetful = await portal.aPerson('Technician', { company_id: companyId });
  return {
    people: { admin },
    administrator: admin,
    things: {
      brand: added?.brandId as number,
      alert: added?.alerts[0]?.alertId as number,
      brandAddress: added?.addrId as number,
      image: brand.brandHeaderUrl,
      email: brand.senderEmailId,
      phone: brand.senderPhoneId,
      terms: brand.termDocId,
      delegate: delegate.reply.delegateId,
      book: await book(),
      spareBook: await book(),
      usedBook: await book(),
      exportedSurvey: await anExportedSurvey(portal, companyId),
      ...(await surveysOf(admin, companyId)),
      medList: (await admin.call(addMedicationList, { body: { medList: [] } })).reply.medListId,
      recovery: await idOf(
        portal,
        'insert into mfa_recovery (company_id, provider_id, asked_at) values ($1, $2, $3) returning recovery_id as id',
        [companyId, forgetful, atNoon],
      ),
    },
  };
}

async function aTrialAtWork(portal: Portal, companyId: number, company: CompanyAtWork): Promise<Place> {
  const sponsorId = await portal.aSponsor(companyId);
  const trial = await portal.aTrial(companyId, { sponsor_id: sponsorId, outreach_preference: true, has_card: true });
  const site = await portal.aSite(companyId, trial);
  const cardImage = await cardOf(company.administrator, trial);
  const pharmacy = await portal.aPartner(companyId, 'pharmacy');
  const wholesaler = await portal.aPartner(companyId, 'wholesaler');
  const ofWholesaler = { drug_name: 'Aurelix Pen', pharmacy_supplied: false, wholesaler_supplied: true };
  const products = {
    tablet: await portal.aProduct(companyId, trial, { drug_name: 'Aurelix' }),
    sameTablet: await portal.aProduct(companyId, trial, { drug_name: 'Aurelix', dosage_form: '100 mg tablet' }),
    pen: await portal.aProduct(companyId, trial, ofWholesaler),
    samePen: await portal.aProduct(companyId, trial, { ...ofWholesaler, dosage_form: '2 ml' }),
  };
  await portal.connect(companyId, site, pharmacy, [products.tablet]);
  await portal.connect(companyId, site, wholesaler, [products.pen]);
  const spares = {
    servedSite: await portal.aSite(companyId, trial, { is_configured: false }),
    sparePharmacy: await portal.aPartner(companyId, 'pharmacy'),
    spareWholesaler: await portal.aPartner(companyId, 'wholesaler'),
  };
  await portal.connect(companyId, spares.servedSite, spares.sparePharmacy);
  await portal.connect(companyId, spares.servedSite, spares.spareWholesaler);

  const participantAddress = await portal.addressOf(companyId);
  const subject = (subject_number: string, address_id: number | null = null) =>
    portal.aParticipant(companyId, trial, site, { subject_number, address_id });
  const participant = await subject('717-919', participantAddress);
  const leaver = await subject('717-921');
  const reachable = await portal.aParticipant(companyId, trial, site, {
    subject_number: '717-922',
    email: 'reachable@clinic.example',
  });
  const departed = await portal.aParticipant(companyId, trial, site, { subject_number: '717-923', is_active: false });
  const person = async (role: Role, fields = {}, groups: number[] = []) =>
    portal.signedIn(await portal.aPerson(roles[role], { company_id: companyId, ...fields }, groups));
  const people = {
    ...company.people,
    siteUser: await person('siteUser', {}, [site]),
    other: await person('other', {}, [site]),
    nurse: await person('nurse', {}, [site]),
    sponsor: await person('sponsor', { sponsor_id: sponsorId }),
    pharmacist: await person('pharmacist', { partner_id: pharmacy }),
    wholesaler: await person('wholesaler', { partner_id: wholesaler }),
  };
  const aPrice = (productId: number, partnerId: number, forSponsor: number | null = null) =>
    idOf(
      portal,
      `insert into product_price (company_id, product_id, partner_id, sponsor_id, drug_price, shipping_fee, dispense_fee, currency,
         quantity_unit, effective_on, created_at, creator_id)
       values ($1, $2, $3, $4, 10, 0, 0, 'USD', 'Bottle', '2031-01-01', now(), $5) returning price_id as id`,
      [companyId, productId, partnerId, forSponsor, people.siteUser.providerId],
    );
  const ofPatients = await patientsOf(company.administrator, site);
  const colleagues = await colleaguesOf(portal, companyId, site);
  const talkPaper = (await company.administrator.call(saveDocument, { body: uploadOf() })).reply.documentId;
  await company.administrator.call(attachToPatients, { body: { docId: talkPaper, u_id: ofPatients.patient } });
  const talking = [company.administrator, people.siteUser, people.other, people.nurse];
  const things: TrialThings = {
    ...products,
    ...spares,
    spareProduct: await portal.aProduct(companyId, trial, { drug_name: 'Old Aurelix', pharmacy_supplied: false }),
    price: await aPrice(products.tablet, pharmacy),
    wholesalerPrice: await aPrice(products.pen, wholesaler),
    sponsorPrice: await aPrice(products.tablet, pharmacy, sponsorId),
    trial,
    site,
    cardImage,
    sponsorOfTrial: sponsorId,
    spareSponsor: await portal.aSponsor(companyId),
    emptyTrial: await portal.aTrial(companyId, { is_configured: false, sponsor_id: sponsorId }),
    bareSite: await portal.aSite(companyId, trial, { is_configured: false }),
    otherBareSite: await portal.aSite(companyId, trial, { is_configured: false }),
    pharmacy,
    wholesaler,
    participant,
    participantAddress,
    leaver,
    reachable,
    departed,
    newcomer: await subject('717-920'),
    prescriber: await portal.aPerson(
      'Site User',
      { company_id: companyId, is_prescriber: true, email: `prescriber${site}@portal.example` },
      [site],
    ),
    ...colleagues,
    ...ofPatients,
    ...(await schedulesIn(portal, companyId, site, ofPatients.patient)),
    ...(await responsesIn(portal, company.administrator, {
      companyId,
      groupId: site,
      patientId: ofPatients.patient,
      surveyId: company.things.exportedSurvey,
    })),
    ...(await conversationsIn(portal, {
      companyId,
      patientId: ofPatients.patient,
      providerIds: talking.map(({ providerId }) => providerId),
      talkPaper,
    })),
    ...(await papersOf(portal, company, companyId, site)),
    ...(await signedPapersOf(portal, company, { companyId, site, signer: people.siteUser })),
    ...(await requestsOf(portal, people, { site, participant, leaver, ...products })),
  };
  const own = new Map<Role, Numbers<(typeof personal)[number]>>();
  for (const [role, { providerId }] of Object.entries(people))
    own.set(role as Role, await ownOf(portal, companyId, providerId));
  return {
    people,
    thingsOf: (role) => ({
      ...company.things,
      ...things,
      ...(own.get(role) as Numbers<(typeof personal)[number]>),
      me: (people as Record<Role, Caller>)[role].providerId,
      company: companyId,
      myPharmacy: pharmacy,
      myWholesaler: wholesaler,
    }),
  };
}

/** Makes the card of a trial, with an image like no other trial's, and gives the hash of that. */
async function cardOf(admin: Caller, trial: number): Promise<string> {
  const texts = newCard({ name: 'Trellis', email: 'help@trellis.example', phone: null });
  await admin.call(addCard, { body: { ...texts, g_id: trial, mainLogo: aPng(8, trial).toString('base64') } });
  const { trialCard } = (await admin.call(readCard, { query: { g_id: trial } })).reply;
  return createHash('sha256')
    .update(trialCard?.mainLogo ?? '', 'base64')
    .digest('hex');
}

/** People of a site in every state, each for what is done to them. */
async function colleaguesOf(portal: Portal, companyId: number, site: number) {
  const colleague = (fields = {}) => portal.aPerson('Site User', { company_id: companyId, ...fields }, [site]);
  const invited = `insert into invitation (company_id, code_hash, brand_key, type, email, created_at, expires_at)
    values ($1, sha256(convert_to($2, 'UTF8')), 'default', 'Site User', $2, $3::timestamptz, $3::timestamptz + interval '14 days')
    returning invitation_id, person_id as id`;
  const email = `invited${site}@portal.example`;
  const id = await idOf(portal, invited, [companyId, email, atNoon]);
  await portal.rows(
    `insert into invitation_care_group (invitation_id, care_group_id, company_id)
     select invitation_id, $2, company_id from invitation where person_id = $1`,
    [id, site],
  );
  return {
    colleague: await colleague(),
    mover: await colleague(),
    revocable: await colleague(),
    revoked: await colleague({ is_active: false }),
    removable: await colleague({ is_active: false }),
    invited: id,
  };
}

/** Patients of a site in every state that a call wants to find one in, with everything that is kept of the first. */
async function patientsOf(admin: Caller, site: number) {
  const added = async (): Promise<number> => {
    const { u_id } = (await admin.call(addPatient, { body: aPatientBody() })).reply;
    await admin.call(addToGroup, { body: { u_id, g_id: site } });
    return u_id;
  };
  const [patient, fresh, leaving, asking, recovering, pausing] = [
    await added(),
    await added(),
    await added(),
    await added(),
    await added(),
    await added(),
  ];
  for (const u_id of [patient, leaving]) await admin.call(setPatientStatus, { body: { u_id, new_status: 'active' } });
  const u_id = patient;
  const { reply: home } = await admin.call(records.addAddress, { body: addressOf(u_id) });
  const { reply: contact } = await admin.call(records.addContact, { body: contactOf(u_id) });
  const { reply: insurance } = await admin.call(records.addInsurance, { body: insuranceOf(u_id) });
  const { reply: medication } = await admin.call(records.addMedication, { body: medicationOf(u_id) });
  const { reply: ofGoal } = await admin.call(records.addMedication, { body: medicationOf(u_id) });
  const { reply: allergy } = await admin.call(records.addAllergy, { body: medicationOf(u_id) });
  const { reply: goal } = await admin.call(records.addGoal, { body: goalOf(u_id) });
  const patientPaper = (await admin.call(saveDocument, { body: uploadOf() })).reply.documentId;
  await admin.call(attachToPatients, { body: { docId: patientPaper, u_id: asking } });
  const mainContact = { type: 'email', value: 'ada@mail.example' };
  const { reply: asked } = await admin.call(askForRecovery, { body: { u_id: recovering, mainContact } });
  return {
    patient,
    fresh,
    leaving,
    pausing,
    asking,
    recovering,
    homeOf: home.addrId,
    contactOf: contact.contactId,
    insuranceOf: insurance.insuranceId,
    medicationOf: medication.medId,
    goalMedication: ofGoal.medId,
    allergyOf: allergy.allergyId,
    goalOf: goal.goalId,
    patientRecovery: asked.requestId,
    patientPaper,
  };
}

/** Documents of a site, one that was signed by all, one that hangs on nothing, and one of the library in the site's workflow. */
async function papersOf(
  portal: Portal,
  { administrator: admin, things }: CompanyAtWork,
  companyId: number,
  site: number,
) {
  const loose = async () => (await admin.call(saveDocument, { body: uploadOf() })).reply.documentId;
  const hung = async () => {
    const docId = await loose();
    await admin.call(attachToGroups, { body: { docId, g_id: site } });
    return docId;
  };
  const trigger = { triggerType: 'Time', triggerValue: '3d', triggerDescription: 'After three days' };
  await admin.call(addWorkflowDocument, {
    body: { gId: site, companyId, docActivity: { docId: things.usedBook, ...trigger } },
  });
  await askSurvey(admin, companyId, site, things.usedSurvey);
  const signedPaper = await hung();
  await portal.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
     values ($1, $2, 'general', gen_random_uuid(), 'completed', now())`,
    [companyId, signedPaper],
  );
  return {
    paper: await hung(),
    loosePaper: await loose(),
    hungPaper: await hung(),
    sparePaper: await hung(),
    signedPaper,
  };
}

let form: Promise<string> | undefined;

/** A form that nobody was asked to sign yet, one and a report that somebody of the site signs before an administrator, and a list. */
async function signedPapersOf(
  portal: Portal,
  { administrator: admin }: CompanyAtWork,
  { companyId, site, signer }: { companyId: number; site: number; signer: Caller },
) {
  const data = await (form ??= aForm().then((pdf) => pdf.toString('base64')));
  const saved = async () => (await admin.call(saveDocument, { body: uploadOf('Form', { data }) })).reply.documentId;
  const asked = async (docId: number) => {
    const signers = [];
    for (const [at, { providerId: cpId }] of [signer, admin].entries()) {
      const [row] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [cpId]);
      signers.push({ cpId, name: 'Ada', email: row?.email, signerNum: at + 1 });
    }
    await admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } });
    return docId;
  };
  const report = await saved();
  await asked(report);
  // Laid by hand, since people of a site sign none.
  await portal.rows(
    `insert into user_report (document_id, company_id, care_group_id, changes_since, created_at) values ($1, $2, $3, '2031-02-01', now())`,
    [report, companyId, site],
  );
  const toSign = await asked(await saved());
  const { documents } = (await signer.call(listToSign, { query: { cp_id: signer.providerId } })).reply;
  const own = documents.find(({ docId }) => docId === toSign);
  return {
    form: await saved(),
    toSign,
    report,
    listPaper: await saved(),
    srUuid: own?.uuid as string,
    signerUuid: own?.signerUuid as string,
  };
}

/** Requests in the state that each call wants to find them in, with what people said and uploaded. */
async function requestsOf(
  portal: Portal,
  { siteUser, pharmacist, wholesaler }: Record<'siteUser' | 'pharmacist' | 'wholesaler', Caller>,
  { site, participant, leaver, tablet, pen }: Numbers<'site' | 'participant' | 'leaver' | 'tablet' | 'pen'>,
) {
  let subjects = 0;
  const known = new Map([
    [participant, '717-919'],
    [leaver, '717-921'],
  ]);
  const asked = async (productId: number, participantId: number | null = null): Promise<number> => {
    const subjectNumber = known.get(participantId ?? 0) ?? `900-${String(++subjects).padStart(3, '0')}`;
    const answer = await siteUser.call(shipments.createRequest, {
      body: {
        gId: site,
        toParticipant: 0,
        participants: [{ participantId, subjectNumber }],
        dateRequired: '2099-01-01',
        nextOrderDate: '2099-02-01',
        address: anAddress,
        products: [{ productId, quantity: 4, daysOfSupply: 30, directions: 'Take one daily' }],
      },
    });
    if (answer.status !== 200) throw new Error(`no request: ${answer.message}`);
    return answer.reply.srIds[0] as number;
  };
  const lineOf = (srId: number) =>
    idOf(portal, 'select line_id as id from shipment_line where request_id = $1', [srId]);
  const said = async (caller: Caller, call: typeof shipments.siteComments.add, srId: number) =>
    (await caller.call(call, { body: { srId, text: 'Hello' } })).reply.commentId;

  const [request, pens] = [await asked(tablet, participant), await asked(pen, participant)];
  const [toShip, pensToShip, delivered] = [await asked(tablet), await asked(pen), await asked(tablet, leaver)];
  const items = [{ productId: tablet, quantity: 4, lotNumber: 'L1', expirationDate: '2099-01-01' }];
  const packages = [{ courier: 'Swift', trackingNumber: 'AB-1', items }];
  const shipped = await pharmacist.call(shipments.shipByPharmacy, { body: { srId: delivered, packages } });
  if (shipped.status !== 200) throw new Error(`not shipped: ${shipped.message}`);
  await siteUser.call(shipments.moveBySite, { body: { srId: delivered, gId: site, status: 'received' } });
  const shippedNow = async () => {
    const srId = await asked(tablet);
    await pharmacist.call(shipments.shipByPharmacy, { body: { srId, packages } });
    return { srId, item: await idOf(portal, 'select max(item_id) as id from package_item', []) };
  };
  const [arriving, onItsWay] = [await shippedNow(), await shippedNow()];
  const pdf = { category: 2, filename: 'a.pdf', friendlyName: 'a', contentType: 'application/pdf' };
  const uploaded = await siteUser.call(siteDocuments.upload, {
    body: { srId: request, ...pdf, data: aPdf().toString('base64') },
  });
  return {
    request,
    lot: await idOf(portal, 'select lot_id as id from lot where product_id = $1', [tablet]),
    pens,
    toShip,
    pensToShip,
    arriving: arriving.srId,
    arrivingItem: arriving.item,
    onItsWay: onItsWay.srId,
    onItsWayItem: onItsWay.item,
    delivered,
    document: uploaded.reply.docId,
    toShipLine: await lineOf(toShip),
    pensToShipLine: await lineOf(pensToShip),
    toCancel: await asked(tablet),
    toMove: await asked(tablet),
    pensToMove: await asked(pen),
    comment: await said(siteUser, shipments.siteComments.add, request),
    secondComment: await said(pharmacist, shipments.pharmacyComments.add as never, request),
    pensComment: await said(siteUser, shipments.siteComments.add, pens),
    secondPensComment: await said(wholesaler, shipments.wholesalerComments.add as never, pens),
  };
}

/** A second session of a person, and a notification that they can switch. */
const ownOf = async (portal: Portal, companyId: number, providerId: number) => {
  await portal.signedIn(providerId);
  return {
    session: await idOf(portal, 'select max(session_id) as id from session where provider_id = $1', [providerId]),
    notification: await idOf(
      portal,
      `insert into notification_preference (company_id, provider_id, name, description) values ($1, $2, 'News', 'News') returning notification_id as id`,
      [companyId, providerId],
    ),
  };
};

const idOf = async (portal: Portal, text: string, values: unknown[]): Promise<number> =>
  (await portal.rows<{ id: number }>(text, values))[0]?.id as number;
