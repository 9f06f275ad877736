/** A portal in which every call finds what it asks for, so that what is hostile in one field is not refused for another. */
import { meets, moduleNames, type Person, type UserType } from '@portal/contract/access.ts';
import { endpoints } from '@portal/contract/all.ts';
import { addBrand } from '@portal/contract/companies/brand-endpoints.ts';
import { inviteDelegate } from '@portal/contract/delegates/endpoints.ts';
import { addToLibrary, attachToGroups, saveDocument } from '@portal/contract/documents/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { listToSign, requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { signingReasons } from '@portal/contract/signing/rules.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { addWorkflowDocument } from '@portal/contract/workflows/endpoints.ts';
import { createAccount } from '../src/rooms/identity/door.ts';
import { aBrand } from './brands.ts';
import { uploadOf } from './documents.ts';
import { aDrawing, aForm, filledByLibrary, names } from './forms.ts';
import { type Field, fieldsOf, sampleOf } from './hostile-fields.ts';
import { aPng } from './image-corpus.ts';
import { anInviter, sendInvitation } from './invitations.ts';
import { aPdf } from './pdfs.ts';
import { goodPassword } from './people.ts';
import type { Answer, Caller, Portal } from './portal.ts';
import { openShipments } from './shipments.ts';

type Values = Record<string, unknown>;

/** What a call is asked with, as it would be taken. */
export interface Good {
  query: Values | undefined;
  body: Values | undefined;
  /** Of whom makes the call, where it is not an open one; and what the browser adds to the call that takes its cookie. */
  headers: Record<string, string>;
  ask: (asked: { query?: Values | undefined; body?: unknown }) => Promise<Answer<Endpoint>>;
}

/** But the one that takes calls away (OPC-09). */
const everyModule = moduleNames.filter((name) => name !== 'ReadOnlyPatientDetails');

export type HostileHouse = Awaited<ReturnType<typeof openHostileHouse>>;

export async function openHostileHouse() {
  const house = await openShipments();
  const { companyId, people, trialId, siteId, pharmacyId } = house;
  for (const name of everyModule)
    await house.rows('insert into company_module (company_id, name) values ($1, $2) on conflict do nothing', [
      companyId,
      name,
    ]);
  const callers = await Promise.all(
    [people.admin, people.siteUser, people.pharmacist, people.wholesaler, people.sponsor, people.nurse].map(
      async (caller) => ({ caller, ...(await personOf(house, caller)) }),
    ),
  );
  const standIns = {
    pharmacy: await aStandIn(house, house.tablet, {}),
    wholesaler: await aStandIn(house, house.pen, { pharmacy_supplied: false, wholesaler_supplied: true }),
  };
  const { alerts: _, brandKey: __, ...brand } = await aBrand(house, companyId);
  const added = await people.admin.call(addBrand, { body: { ...brand, brandKey: 'first' } });
  const { brandId } = added.reply;
  const inviter = await anInviter(house, companyId);
  const document = await people.siteUser.call(siteDocuments.upload, {
    body: {
      srId: await house.aRequest(),
      category: 2,
      filename: 'a.pdf',
      friendlyName: 'a',
      contentType: 'application/pdf',
      data: aPdf().toString('base64'),
    },
  });
  let n = 0;
  let [before, current] = ['', ''];
  const subjectNumber = () => String(n).padStart(6, '0').replace(/^.../, '$&-');

  // The calls of identity end sessions, change passwords and lock accounts: they are made by people of their own.
  const spares = await Promise.all(
    callers.map(async (one) => {
      const providerId = await house.aPerson(one.type, { company_id: companyId });
      return { ...one, providerId, ...(await personOf(house, { providerId })) };
    }),
  );
  for (const { email } of [...callers, ...spares])
    await house.app.database.asSystem((tx) => createAccount(tx, { email, password: goodPassword, phone: null }));
  const [account] = await house.rows<{ hash: string }>('select password_hash as hash from identity_account limit 1');
  const withFreshAccount = async (spare: (typeof spares)[number]) => {
    await house.rows('update identity_account set password_hash = $1 where email = $2', [account?.hash, spare.email]);
    await house.rows('delete from sign_in_lock');
    return { ...spare, caller: await house.signedIn(spare.providerId) };
  };

  /** A good form of a call, made anew for each use; `field` is the one that is going to be hostile. */
  const good = async (name: string, endpoint: Endpoint, field?: Field): Promise<Good> => {
    n += 1;
    if (name !== current) [before, current] = [current, name];
    const { caller, email, type } = endpoint.path.startsWith('/auth/')
      ? await withFreshAccount(whoMay(endpoint, spares))
      : whoMay(endpoint, callers);
    const side = type === 'Wholesaler User' ? 'wholesaler' : 'pharmacy';
    const productId = side === 'wholesaler' ? house.pen : house.tablet;
    const usesRequest = fieldsOf(endpoint).some(({ path }) => path.at(-1) === 'srId');
    const known: Values = {
      company_id: companyId,
      companyId,
      cp_id: caller.providerId,
      cpId: caller.providerId,
      g_id: siteId,
      gId: siteId,
      parentId: trialId,
      participant_id: house.ada,
      ppId: pharmacyId,
      wpId: house.wholesalerId,
      productId,
      ...(usesRequest ? { srId: await openRequest(productId) } : {}),
      docId: document.reply.docId,
      isoCode: 'US',
      email,
      password: goodPassword,
      newPassword: `Another-Horse-${n}`,
      challenge: 'x'.repeat(43),
      code: '123456',
      recoveryCode: 'abcde-fghij',
      fname: 'Ada',
      lname: 'Lovelace',
      dob: '1980-03-05',
      subject_number: subjectNumber(),
      subjectNumber: subjectNumber(),
      phone: '+16175550123',
      phoneNumber: '+16175550123',
      faxNumber: '+16175550124',
      npi: '1000000001',
      dateRequired: house.today,
      nextOrderDate: '2099-01-01',
      expirationDate: '2199-01-01',
      quantity: 4,
      street: '1 Main Street',
      city: 'Boston',
      state: 'Massachusetts',
      zip: '02110',
      country: 'USA',
      idleMs: 0,
      sponsorId: house.sponsorId,
      spId: house.sponsorId,
      pharmacyId,
      wholesalerId: house.wholesalerId,
      partnerType: 'pharmacy',
      partnerId: pharmacyId,
      effectiveDate: house.today,
      drugPrice: '12.50',
      shippingFee: '1.00',
      dispenseFee: '0.50',
      currency: 'USD',
      quantityDefault: 2,
      batchQuantityDefault: 5,
      maxShipmentQuantity: 10,
      daysOfSupplyDefault: 30,
      brandId,
      brandKey: `brand-${n}`,
      data: (/shipping-request|^\/document/.test(endpoint.path) ? aPdf() : aPng(8, 8)).toString('base64'),
      category: 2,
      ...(await particular[name]?.(field)),
    };
    const also = (part: Field['part']) => (field?.part === part ? field.path : []);
    return {
      query: endpoint.query && (sampleOf(endpoint.query, known, also('query')) as Values),
      body: endpoint.body && (sampleOf(endpoint.body, known, also('body')) as Values),
      headers: {
        ...(endpoint.access === 'open' ? {} : { authorization: `Bearer ${caller.token}` }),
        ...(name === 'identity.renewSession'
          ? { 'x-portal': '1', origin: 'http://localhost', cookie: `portal_session=${'x'.repeat(43)}` }
          : {}),
      },
      ask: (asked) =>
        (endpoint.access === 'open' ? house : caller).call(endpoint, asked as { query?: Values; body?: unknown }),
    };
  };
  let delegate: Values | undefined;
  /** Somebody who waits to register, with one NPI. */
  const aDelegate = async () => {
    const named = { email: 'acting@clinic.example', npi: '1000000001' };
    const NPIs = [{ npi: named.npi, fName: 'Ada', lName: 'Lovelace' }];
    const own = { cpId: people.admin.providerId, companyId };
    delegate ??= (await people.admin.call(inviteDelegate, { body: { email: named.email, NPIs, ...own } })).reply;
    return { ...named, delegateId: delegate['delegateId'] };
  };
  const requests = new Map<number, number>();
  /** A request of this product that waits to be worked on. */
  const openRequest = async (productId: number) => {
    const known = requests.get(productId);
    if (known !== undefined && (await house.stateOf(known)).status === 'preprocessing') return known;
    const participants = [house.subject(subjectNumber())];
    const srId = await house.aRequest({ participants, products: [house.line(productId)] }).catch((error: unknown) => {
      throw new Error(`a call has changed what requests need; it needs things of its own here, after ${before}`, {
        cause: error,
      });
    });
    requests.set(productId, srId);
    return srId;
  };
  // Of these it does not matter what they are made to be.
  const trial = await house.aTrial(companyId);
  const spare = {
    trial,
    site: await house.aSite(companyId, trial),
    product: await house.aProduct(companyId, trial),
  };
  const spareTrial = () => ({ g_id: spare.trial, sponsorId: house.sponsorId, subjectNumberMask: 'XXX-XXX' });
  const spareSite = () => ({ g_id: spare.site, gId: spare.site, groupName: `Group ${n}` });

  /** A document, in a group or in none. */
  const aPaper = async (g_id?: number) => {
    const docId = (await people.admin.call(saveDocument, { body: uploadOf(`Paper ${n}`) })).reply.documentId;
    if (g_id !== undefined) await people.admin.call(attachToGroups, { body: { docId, g_id } });
    return docId;
  };
  /** Somebody whom an administrator may do anything to. */
  const aColleague = (fields = {}) => house.aPerson('Site User', { company_id: companyId, ...fields }, [siteId]);
  const newPerson = { providerType: 'Site User', adminRights: 0, prescriber: 0, sponsorId: null };
  const trigger = (docId: number) => ({
    docId,
    triggerType: 'Time',
    triggerValue: '3d',
    triggerDescription: 'After three days',
  });
  /** A document of the library, in a group's workflow or in none. */
  const aBook = async (gId?: number) => {
    const body = uploadOf(`Book ${n}`, { company_id: companyId, isTemplate: 0 });
    const docId = (await people.admin.call(addToLibrary, { body })).reply.documentId;
    if (gId !== undefined)
      await people.admin.call(addWorkflowDocument, { body: { gId, companyId, docActivity: trigger(docId) } });
    return docId;
  };

  /** The halves of a request for signatures that an administrator has to sign, and what they would send. */
  const toSign = await aFormToSign(people.admin, (await personOf(house, people.admin)).email);

  /** What single calls need besides, or otherwise. */
  const particular: Record<string, (field: Field | undefined) => Promise<Values> | Values> = {
    'identity.signIn': () => ({ email: callers[1]!.email }),
    'identity.decideRecovery': async () => {
      await house.rows('delete from mfa_recovery');
      const [row] = await house.rows<{ recoveryId: number }>(
        'insert into mfa_recovery (company_id, provider_id, asked_at) values ($1, $2, now()) returning recovery_id as "recoveryId"',
        [companyId, people.nurse.providerId],
      );
      return { ...row, approved: 0 };
    },
    'providers.readInvitation': async () => ({
      id: (await sendInvitation(house, inviter, { email: `look${n}@clinic.example` })).code,
    }),
    'providers.register': async () => {
      const email = `guest${n}@clinic.example`;
      return {
        email,
        registrationCode: (await sendInvitation(house, inviter, { email, type: 'Nurse' })).code,
        password: 'Battery-Staple-7',
      };
    },
    'providers.listGroupsOfUser': async () => ({ cp_id: await aColleague() }),
    'providers.addGroupsOfUser': async () => ({ cp_id: await aColleague() }),
    'providers.showInGroupsOfUser': async () => ({ cp_id: await aColleague() }),
    'providers.removeGroupsOfUser': async () => ({ cp_id: await aColleague() }),
    'providers.changeUser': async () => ({ cpId: await aColleague() }),
    'providers.readUser': async () => ({ cp_id: await aColleague() }),
    'providers.endSessionsOfUser': async () => {
      const cp_id = await aColleague();
      await house.signedIn(cp_id);
      return { cp_id };
    },
    // Whatever reason is given, it is answered alike: a second time there is nobody to revoke.
    'providers.removeUser': async (field) => ({
      cp_id: field?.path.at(-1) === 'reason' ? 2_000_000_000 : await aColleague(),
      removal_type: 'deactivate',
    }),
    'providers.reactivateUser': async () => ({ cp_id: await aColleague({ is_active: false }) }),
    'providers.inviteUser': () => ({ ...newPerson, email: `user${n}@clinic.example`, gIds: [siteId] }),
    'careGroups.readTrial': () => ({ g_id: trialId }),
    ...Object.fromEntries(
      ['readCard', 'addCard', 'changeCard'].map((one) => [`cards.${one}`, () => ({ g_id: spare.trial })]),
    ),
    ...Object.fromEntries(['configureTrial', 'reconfigureTrial'].map((one) => [`careGroups.${one}`, spareTrial])),
    ...Object.fromEntries(
      ['configureSite', 'reconfigureSite', 'changeCareGroup'].map((one) => [`careGroups.${one}`, spareSite]),
    ),
    'products.addProduct': () => ({ g_id: spare.trial, itemNumber: `A-${n}` }),
    'partners.addPharmacy': () => ({ pharmacyName: `Pharmacy ${n}` }),
    'partners.addWholesaler': () => ({ wholesalerName: `Wholesaler ${n}` }),
    'careGroups.addSponsor': () => ({ sponsorName: `Sponsor ${n}` }),
    'products.changeProduct': () => ({ g_id: spare.trial, productId: spare.product }),
    'careGroups.addCareGroup': () => ({ type: 'careGroup', parentId: null, groupName: `Group ${n}` }),
    'companies.addBrand': () => ({ ...brand, companyName: 'Meridian' }),
    'companies.setLogo': () => ({ filename: 'logo.png', contentType: 'image/png' }),
    'companies.changeBrand': () => ({ ...brand, companyName: 'Meridian' }),
    // Another number each time: the same once more is on record.
    'lots.addLot': () => ({ lotNumber: `N-${n}` }),
    'lots.correctLotExpiry': async () => {
      const [lot] = await house.rows<{ lotId: number }>(
        `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
         values ($1, $2, 'A-1', 'a-1', '2999-02-01', now())
         on conflict (product_id, number_key) do update set company_id = excluded.company_id returning lot_id as "lotId"`,
        [companyId, house.tablet],
      );
      // Another day each time: the same once more would write nothing.
      return { ...lot, expirationDate: `${2000 + (n % 199)}-01-01` };
    },
    'lots.recallLot': async () => {
      const [lot] = await house.rows<{ lotId: number }>(
        `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
         values ($1, $2, 'B-1', 'b-1', '2999-02-01', now())
         on conflict (product_id, number_key) do update set recalled_at = null, version = 1 returning lot_id as "lotId"`,
        [companyId, house.tablet],
      );
      return { ...lot, recalled: 1, version: 1 };
    },
    'pricing.setWholesalerPrice': () => ({ productId: house.pen }),
    'partners.invitePharmacyUser': () => ({ email: `partner${n}@clinic.example` }),
    'partners.inviteWholesalerUser': () => ({ email: `partner${n}@clinic.example` }),
    'delegates.inviteDelegate': () => ({ email: `delegate${n}@clinic.example` }),
    'delegates.reinviteDelegate': () => aDelegate(),
    'delegates.readNpis': () => aDelegate(),
    'delegates.addNpi': async () => ({ ...(await aDelegate()), npi: String(1_100_000_000 + n) }),
    'delegates.changeNpi': () => aDelegate(),
    'participants.changeParticipant': () => ({ subject_number: '717-919', addressChanged: 1 }),
    // Whatever reason is given, it is answered alike: a second time there is nobody to remove.
    'participants.removeParticipant': async (field) => ({
      participant_id:
        field?.path.at(-1) === 'reason'
          ? 2_000_000_000
          : await house.aParticipant(companyId, trialId, siteId, { is_active: false }),
    }),
    'reorderForms.addMedicationList': async () => {
      await house.rows('delete from listed_medication where company_id = $1', [companyId]);
      await house.rows('delete from medication_list where company_id = $1', [companyId]);
      return {};
    },
    'reorderForms.changeMedicationList': async () => {
      const [list] = await house.rows<{ medListId: number }>(
        `insert into medication_list (company_id) values ($1)
         on conflict (company_id) do update set company_id = excluded.company_id returning medication_list_id as "medListId"`,
        [companyId],
      );
      return { ...list };
    },
    'documents.attachToGroups': async () => ({ docId: await aPaper(), userType: 'Admin' }),
    // Whatever reason is given, it is answered alike: a second time there is nothing to delete.
    'documents.deleteDocument': async (field) => ({
      docId: field?.path.at(-1) === 'reason' ? 2_000_000_000 : await aPaper(),
    }),
    'documents.detachFromGroup': async () => ({ docId: await aPaper(siteId) }),
    'documents.removeFromLibrary': async () => ({ docId: await aBook() }),
    ...Object.fromEntries(
      ['createSurvey', 'saveSurvey'].map((one) => [`assessments.${one}`, () => ({ data: { label: '', flagged: '' } })]),
    ),
    'workflows.addWorkflowDocument': async () => ({ docActivity: trigger(await aBook()) }),
    'workflows.changeWorkflowDocument': async () => ({ docActivity: trigger(await aBook(siteId)) }),
    'workflows.removeWorkflowDocument': async () => ({ docId: await aBook(siteId) }),
    'signing.requestSignatures': async () => ({ docId: await aPaper() }),
    ...Object.fromEntries(['readToSign', 'stepUp', 'sign'].map((one) => [`signing.${one}`, () => toSign])),
    'signing.acknowledgeTraining': async () => ({ trainingDocId: await aPaper() }),
    'userReports.saveUserReport': async () => ({ document_ID: await aPaper() }),
    'userReports.decideUserReport': async () => ({ document_ID: await aPaper() }),
    'shipments.createRequest': () => ({
      participantId: null,
      toParticipant: 0,
      isBatchShipment: 0,
    }),
    'shipments.shipByPharmacy': (field) => replacing(field, house.tablet, standIns.pharmacy),
    'shipments.shipByWholesaler': (field) => replacing(field, house.pen, standIns.wholesaler),
  };

  return {
    ...house,
    good,
    /** A company beside ours that no call of ours may touch. */
    bystander: house.theirs.companyId,
    calls: endpoints,
  };
}

/** Another product with the name of this one, which may be sent in its place (PKG-11). */
async function aStandIn(house: Awaited<ReturnType<typeof openShipments>>, productId: number, fields: object) {
  const [product] = await house.rows<{ drug_name: string }>('select drug_name from product where product_id = $1', [
    productId,
  ]);
  return house.aProduct(house.companyId, house.trialId, { ...product, ...fields, dosage_form: '100 mg' });
}
const replacing = (field: Field | undefined, oldProductId: number, newProductId: number): Values =>
  field?.path[0] === 'replacements' ? { oldProductId, newProductId, productId: newProductId, daysOfSupply: 30 } : {};

/** Both fields of a form, and with neither signed. */
async function aFormToSign(signer: Caller, email: string) {
  const data = (await aForm()).toString('base64');
  const docId = (await signer.call(saveDocument, { body: uploadOf('Form', { data }) })).reply.documentId;
  const signers = [1, 2].map((signerNum) => ({ cpId: signer.providerId, name: 'Ada', email, signerNum }));
  await signer.call(requestSignatures, { body: { docId, requestRequired: 1, signers } });
  const { documents } = (await signer.call(listToSign, { query: { cp_id: signer.providerId } })).reply;
  const own = documents.find((one) => one.docId === docId);
  const filled = await filledByLibrary(Buffer.from(data, 'base64'));
  return {
    srUuid: own?.uuid,
    signerUuid: own?.signerUuid,
    data: filled.toString('base64'),
    auditTrailSignatures: [
      { fieldName: names.first, reason: signingReasons.general, image: aDrawing().toString('base64') },
    ],
  };
}

const whoMay = <P extends Person>({ access }: Endpoint, people: readonly P[]): P =>
  people.find((one) => meets(access, one)) ?? people[0]!;

async function personOf(portal: Portal, { providerId }: { providerId: number }) {
  const [row] = await portal.rows<{ email: string; type: UserType; adminRights: boolean }>(
    'select email, type, admin_rights as "adminRights" from provider where provider_id = $1',
    [providerId],
  );
  return { ...row!, seesWholeCompany: row!.type === 'Admin', modules: everyModule };
}

/** What stands in every table, as one number each: two equal ones mean that nothing has changed. */
export async function printOf(portal: Portal, companyId?: number): Promise<Record<string, unknown>> {
  const tables = await portal.rows<{ name: string; hasCompany: boolean }>(
    `select table_name as name, exists (
       select from information_schema.columns c where c.table_name = t.table_name and c.column_name = 'company_id'
     ) as "hasCompany"
     from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const print: Record<string, unknown> = {};
  for (const { name, hasCompany } of tables) {
    if (leftBehind.includes(name) || (companyId !== undefined && !hasCompany)) continue;
    const wheres = [
      ...(companyId === undefined ? [] : [`company_id = ${companyId}`]),
      ...(name === 'message' ? [`t::text not like '%Calls for records of another company were refused%'`] : []),
    ];
    const where = wheres.length > 0 ? `where ${wheres.join(' and ')}` : '';
    const [row] = await portal.rows(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t ${where}`,
    );
    print[name] = row?.['print'];
  }
  return print;
}
/** What calling itself leaves behind, what counts and tells of it, and the linker, which goes on with what was written before. */
const leftBehind = [
  'access_entry',
  'security_event',
  'session',
  'access_token',
  'audit_link',
  'limit_use',
  'foreign_call',
  'security_alert',
];
