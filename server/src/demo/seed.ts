/**
 * Fills an empty database with the demo data: through the same acts that users use, so that its audit trail is real, and
 * in one transaction, so that a start that is cut short leaves nothing half-done. Old dates come from a clock of its own.
 */
import type { Address } from '@portal/contract/addresses/rules.ts';
import { sql } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import {
  addCareGroup,
  addMember,
  addSponsor,
  assignBrand,
  configureSite,
  configureTrial,
} from '#rooms/care-groups/door.ts';
import { saveCard } from '#rooms/cards/door.ts';
import { addCompany, portalUrlOf } from '#rooms/companies/door.ts';
import { hashPassword, storeAccount } from '#rooms/identity/door.ts';
import { addParticipant, setParticipantStatus } from '#rooms/participants/door.ts';
import { addPartner, connectPartners, supplyProduct } from '#rooms/partners/door.ts';
import { addProduct, suppliedColumn } from '#rooms/products/door.ts';
import { addProvider } from '#rooms/providers/door.ts';
import type { Brand } from '../platform/core/brands.ts';
import { makeClock } from '../platform/core/clock.ts';
import type { Files } from '../platform/files/files.ts';
import type { House } from '../platform/http/calls.ts';
import { allowStatements, databaseOf, type Tx } from '../platform/database/db.ts';
import { gatherNotes } from './gather-notes.ts';
import { haveMonths } from '../platform/database/months.ts';
import { created } from '../platform/audit/record.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { type DemoAccount, demoAccounts, demoCompanies, demoPassword } from './accounts.ts';
import { planAssessments } from './assessments.ts';
import { planCards } from './cards.ts';
import { planConversations } from './conversations.ts';
import { planComingAndGoing } from './coming-and-going.ts';
import { planDelegates, registeredDelegate } from './delegates.ts';
import { planDocuments } from './documents.ts';
import { planInvitations } from './invitations.ts';
import { addCelandine, planOrderForms } from './order-forms.ts';
import { addBrands } from './brands.ts';
import { addMedicationLists } from './medication-lists.ts';
import * as meridian from './meridian.ts';
import { planPatients } from './patients.ts';
import { planPrices } from './prices.ts';
import { plan, type Subject } from './shipments.ts';

const dayMs = 86_400_000;
const system = {
  companyId: 0,
  providerId: null,
  firstName: 'System',
  lastName: '',
  type: 'System',
  host: 'localhost',
  requestId: 'demo',
};

type Ground = Pick<House, 'env' | 'brands'> & { files: Files };
type Hashes = ReturnType<typeof hashDemoPasswords>;

/** One for each account; made on threads of their own, while the first companies are. */
const hashDemoPasswords = () => demoAccounts.map(() => hashPassword(demoPassword));

/** Seeds once: two servers that start at once agree, and a database with a company in it is left alone. Tells whether it did. */
export async function seedDemo(house: Ground & Pick<House, 'database'>): Promise<boolean> {
  const { database, brands } = house;
  const brand = brands.of('localhost') ?? brands.all[0];
  if (!brand) throw new Error('the demo has no brand');
  return database.asSystem(async (tx) => {
    // A second server waits for as long as the first one takes.
    await allowStatements(tx, 0);
    await sql`select pg_advisory_xact_lock(7446022)`.execute(tx);
    const { count } = await tx
      .selectFrom('company')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count > 0) return false;
    // A making that was cut off has drawn numbers, which no rollback gives back.
    await sql`select setval('company_company_id_seq', 1, false)`.execute(tx);
    await tx.updateTable('installation').set({ has_demo_data: true }).execute();
    await seed(tx, brand, { ...house, hashes: hashDemoPasswords() });
    // Nobody is told by mail of what the demo made up.
    await asSystem(tx);
    await tx.updateTable('event').set({ awaits_mail: false }).where('awaits_mail', '=', true).execute();
    await noteSignIns(tx);
    return true;
  });
}

/** Whoever did something on a day had signed in for it. */
const noteSignIns = (tx: Tx) =>
  sql`
    insert into sign_in_day (provider_id, day, company_id, last_at)
    select provider_id, (at at time zone 'UTC')::date, provider.company_id, min(at)
    from audit_entry join provider on provider_id = actor_id
    group by 1, 2, 3`.execute(tx);

async function seed(tx: Tx, brand: Brand, house: Ground & { hashes: Hashes }): Promise<void> {
  const start = Date.now();
  const clock = makeClock();
  /** Never backwards: the order of the audit trail is the order of its times. */
  const daysAgo = (days: number) => {
    const instant = new Date(start - days * dayMs);
    if (instant > clock.now()) clock.set(instant);
  };
  const writeNotes = gatherNotes(tx);
  const actAs: ActAs = (who) => actOf(tx, clock, who, { files: house.files });

  const inEachMonth = Array.from({ length: 16 }, (_, n) => new Date(start - 28 * n * dayMs));
  // Before this transaction writes into any of them: it would not see one that is made afterwards.
  await haveMonths(databaseOf(tx), 'security_event', inEachMonth);
  clock.set(new Date(start - 420 * dayMs));
  for (const company of demoCompanies) await addCompany(actAs(system), company);
  const [admin] = await addPeople(
    actAs,
    house.hashes,
    demoAccounts.filter(({ email }) => email === 'admin@meridian.example'),
  );
  if (!admin) throw new Error('the demo has no administrator');

  await inCompany(tx, 1);
  daysAgo(400);
  const sponsorId = await addSponsor(actAs(admin), { name: meridian.sponsorName });
  const groups = await addGroups(actAs(admin), sponsorId);
  const partners = await addPartners(actAs(admin), groups);
  const celandine = await addCelandine(actAs(admin), partners);
  groups.set(celandine.name, celandine.siteId);
  const people = await addEverybody(actAs, house.hashes, admin, { groups, partners, sponsorId });
  const clinic = people.get('admin@lakeside.example') as Viewer;
  await addMedicationLists(actAs, { clinic, nurses: { ...system, companyId: 4 } }, (id) => inCompany(tx, id));
  for (const by of [clinic, admin]) {
    await inCompany(tx, by.companyId);
    await addBrands(actAs(by), portalUrlOf(house, by.companyId));
    if (by !== admin) await giveBrand(actAs(by));
  }

  const subjects = new Map(
    Object.keys(meridian.participants).map((site) => [
      site as keyof typeof meridian.participants,
      subjectsOf(site as keyof typeof meridian.participants),
    ]),
  );
  const productIds = (await tx.selectFrom('product').select('product_id').orderBy('product_id').execute()).map(
    (row) => row.product_id,
  );
  const acrossCompanies = async (work: () => Promise<void>) => {
    const before = fences.get(tx) as string;
    await asSystem(tx);
    await work();
    await fence(tx, before);
  };
  const steps = [
    ...planPrices({ act: actAs(admin), partners, productIds, sponsorId }),
    ...plan({ actAs, today: clock.today, people, groups, subjects, productIds }),
    ...planCards({ house, actAs, brand, people, groups, subjects }),
    ...planInvitations({ act: actAs(admin), groups, brand, asSystem: acrossCompanies }),
    ...planComingAndGoing({ actAs, system, admin, clinic, brands: house.brands.all, asSystem: acrossCompanies }),
    ...planDelegates({ act: actAs(admin), brand, asSystem: acrossCompanies }),
    ...planDocuments({ actAs, admin, people, groups }),
    ...planPatients({
      actAs,
      clinic,
      nurse: people.get('nurse@harborview.example') as Viewer,
    }),
    ...planAssessments({
      actAs,
      clock,
      house,
      people: {
        admin: clinic,
        doctor: people.get('doctor@lakeside.example') as Viewer,
        nurse: people.get('nurse@lakeside.example') as Viewer,
        harborview: people.get('nurse@harborview.example') as Viewer,
      },
      asSystem: acrossCompanies,
    }),
    ...planConversations({
      actAs,
      people: {
        admin: clinic,
        doctor: people.get('doctor@lakeside.example') as Viewer,
        nurse: people.get('nurse@lakeside.example') as Viewer,
      },
    }),
    ...planOrderForms({ actAs, files: house.files, admin, people, celandine }),
  ];
  for (const [site, members] of subjects) {
    const user = people.get(site === 'Boston General' ? 'boston@meridian.example' : 'lyon@meridian.example') as Viewer;
    for (const subject of members) {
      const join = async () => {
        subject.participantId = await addParticipant(actAs(user), {
          ...subject,
          siteId: groups.get(site) as number,
        });
      };
      steps.push({ daysAgo: subject.joinedDaysAgo, run: join });
      if (!meridian.deactivated.includes(`${subject.firstName} ${subject.lastName}`)) continue;
      steps.push({
        daysAgo: 0.2,
        run: () => setParticipantStatus(actAs(user), { participantId: subject.participantId, isActive: false }),
      });
    }
  }
  for (const step of steps.sort((one, other) => other.daysAgo - one.daysAgo)) {
    daysAgo(step.daysAgo);
    await inCompany(tx, step.companyId ?? 1);
    await step.run();
  }
  await writeNotes();
}

function subjectsOf(site: keyof typeof meridian.participants): Subject[] {
  const boston = site === 'Boston General';
  return meridian.participants[site].map(([firstName, lastName, bornOn, gender], i) => ({
    participantId: 0,
    subjectNumber: `${boston ? 101 : 201}-${String(i + 1).padStart(3, '0')}`,
    firstName,
    lastName,
    bornOn,
    gender,
    email: i % 4 === 3 ? null : `${plain(firstName)}.${plain(lastName)}@mail.example`,
    phone: boston ? `+161755502${String(i + 10)}` : `+3347200${String(2100 + i)}`,
    address: homeOf(site, i),
    joinedDaysAgo: 380 - i * 24,
  }));
}

/** From here on the transaction works inside the fence of one company, as a call does. */
const inCompany = (tx: Tx, companyId: number) =>
  fence(tx, `set local role portal_app; set local app.company_id = ${companyId}`);
const asSystem = (tx: Tx) => fence(tx, 'set local role portal_system');

const fences = new WeakMap<Tx, string>();
/** Most steps happen inside the fence of the one before. */
async function fence(tx: Tx, within: string): Promise<void> {
  if (fences.get(tx) === within) return;
  await sql.raw(within).execute(tx);
  fences.set(tx, within);
}

async function addGroups(act: Act, sponsorId: number): Promise<Map<string, number>> {
  const primaryContactId = act.viewer.providerId;
  const groups = new Map<string, number>();
  for (const { name, displayName, description, configuration } of meridian.trials) {
    const trialId = await addCareGroup(act, {
      kind: 'trial',
      name,
      displayName,
      description,
      primaryContactId,
    });
    groups.set(name, trialId);
    if (configuration) await configureTrial(act, trialId, { ...configuration, sponsorId });
  }
  const trialId = groups.get('AUR-101') as number;
  await saveCard(act, trialId, meridian.card);
  for (const product of meridian.products) await addProduct(act, { ...product, trialId });
  for (const { name, description, address, ...contact } of meridian.sites) {
    const siteId = await addCareGroup(act, {
      kind: 'site',
      parentId: trialId,
      name,
      displayName: name,
      description,
      primaryContactId,
    });
    groups.set(name, siteId);
    if (address) await configureSite(act, siteId, { address, ...contact });
  }
  return groups;
}

async function addPartners(act: Act, groups: Map<string, number>): Promise<Map<string, number>> {
  const partners = new Map<string, number>();
  const products = await act.tx
    .selectFrom('product')
    .select(['product_id', 'pharmacy_supplied', 'wholesaler_supplied'])
    .execute();
  for (const { supplies, ...partner } of meridian.partners) {
    const partnerId = await addPartner(act, partner);
    partners.set(partner.name, partnerId);
    for (const site of supplies) {
      const siteId = groups.get(site) as number;
      await connectPartners(act, { siteId, partnerIds: [partnerId] });
      for (const product of products) {
        if (!product[suppliedColumn(partner.kind)]) continue;
        await supplyProduct(act, { careGroupId: siteId, partnerId, productId: product.product_id });
      }
    }
  }
  return partners;
}

const clinicGroups = [
  ['Lakeside Care', null, 'Everybody who is looked after by the clinic.'],
  ['Cardiology', 'Lakeside Care', 'Heart and circulation.'],
  ['Heart Failure Clinic', 'Cardiology', 'Follow-up after a stay in hospital for heart failure.'],
  ['Diabetes', 'Lakeside Care', 'Type 1 and type 2, with advice on food and feet.'],
] as const;

/** The clinic’s brand goes with all of its groups by the first of them. */
async function giveBrand(act: Act): Promise<void> {
  const [group, brand] = [
    await act.tx
      .selectFrom('care_group')
      .select('care_group_id as id')
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow(),
    await act.tx.selectFrom('company_brand').select('brand_id as id').executeTakeFirstOrThrow(),
  ];
  await assignBrand(act, { careGroupId: group.id, brandId: brand.id });
}

/** Everybody but the first administrator, and the groups of the clinic, which stand empty until its rooms are built. */
async function addEverybody(
  actAs: ActAs,
  hashes: Hashes,
  admin: Viewer,
  known: { groups: Map<string, number>; partners: Map<string, number>; sponsorId: number },
): Promise<Map<string, Viewer>> {
  const others = demoAccounts.filter(({ email }) => email !== admin.email && email !== registeredDelegate);
  const { tx } = actAs(admin);
  await asSystem(tx);
  const added = await addPeople(actAs, hashes, others, known);
  const people = new Map(added.map((viewer) => [viewer.email, viewer]));
  const clinic = people.get('admin@lakeside.example') as Viewer;

  await inCompany(tx, 2);
  const groups = new Map(known.groups);
  for (const [name, parent, description] of clinicGroups) {
    const everywhere = { ...clinic, careGroupIds: null };
    groups.set(
      name,
      await addCareGroup(actAs(everywhere), {
        kind: 'group',
        parentId: parent ? groups.get(parent) : null,
        name,
        displayName: name,
        description,
        primaryContactId: clinic.providerId,
      }),
    );
  }
  const nurse = people.get('nurse@harborview.example') as Viewer;
  await inCompany(tx, nurse.companyId);
  groups.set(
    'Harborview Clinic',
    await addCareGroup(actAs({ ...nurse, careGroupIds: null }), {
      kind: 'group',
      parentId: null,
      name: 'Harborview Clinic',
      displayName: 'Harborview Clinic',
      description: 'Its details of patients come from another system, and are read here.',
      primaryContactId: nurse.providerId,
    }),
  );
  for (const account of others) {
    const viewer = people.get(account.email) as Viewer;
    const by = account.companyId === 1 ? admin : { ...(account.companyId === 6 ? nurse : clinic), careGroupIds: null };
    await inCompany(tx, account.companyId);
    for (const group of account.groups ?? []) {
      const careGroupId = groups.get(group) as number;
      await addMember(actAs(by), { careGroupId, providerId: viewer.providerId });
      viewer.careGroupIds = [...(viewer.careGroupIds ?? []), careGroupId];
    }
  }
  await inCompany(tx, 1);
  return people;
}

async function addPeople(
  actAs: ActAs,
  hashes: Hashes,
  accounts: readonly DemoAccount[],
  known?: { partners: Map<string, number>; sponsorId: number },
): Promise<Viewer[]> {
  const people: Viewer[] = [];
  for (const account of accounts) {
    const partnerId = account.partner ? (known?.partners.get(account.partner) ?? null) : null;
    const sponsorId = account.sponsor ? (known?.sponsorId ?? null) : null;
    const given = {
      ...account,
      isPrescriber: account.prescriber ?? false,
      phone: '+16175550100',
      partnerId,
      sponsorId,
    };
    const providerId = await addProvider(actAs(system), given);
    const { email, companyId, state = 'confirmed' } = account;
    const { tx, now, record } = actAs({ ...system, companyId });
    const passwordHash = (await hashes[demoAccounts.indexOf(account)]) as string;
    await storeAccount(tx, { email, passwordHash, state, phone: given.phone });
    await record({
      action: 'account.created',
      record: { kind: 'account', id: providerId },
      changes: created({ email, state }),
    });
    people.push({
      providerId,
      companyId: account.companyId,
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
      phone: given.phone,
      type: account.type,
      adminRights: account.adminRights ?? false,
      isPrescriber: given.isPrescriber,
      modules: demoCompanies[account.companyId - 1]?.modules ?? [],
      careGroupIds: account.type === 'Admin' ? null : [],
      seesWholeCompany: account.type === 'Admin',
      inEmergency: false,
      partner:
        partnerId === null
          ? null
          : { kind: account.type === 'Pharmacy User' ? 'pharmacy' : 'wholesaler', id: partnerId },
      sponsorId,
      sessionId: 0,
      sessionEndsAt: now(),
      lastInputAt: now(),
      host: 'localhost',
      address: '127.0.0.1',
      requestId: 'demo',
    });
  }
  return people;
}

/** Letters that an e-mail address is safe with. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

function homeOf(site: string, i: number): Address {
  return site === 'Boston General'
    ? {
        street: `${20 + i * 7} Commonwealth Avenue`,
        street2: i % 3 === 0 ? `Apt ${i + 1}` : '',
        city: 'Boston',
        state: 'Massachusetts',
        zip: `021${String(15 + i)}`,
        country: 'USA',
      }
    : {
        street: `${4 + i * 3} Rue de la République`,
        street2: '',
        city: 'Lyon',
        state: '',
        zip: `6900${String((i % 9) + 1)}`,
        country: 'FR',
      };
}
