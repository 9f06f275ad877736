/** Things that bring their parents: `aSite()` makes a company, a trial and whatever else it stands on. */
import type { ModuleName, UserType } from '@portal/contract/access.ts';
import type { Insertable } from 'kysely';
import type { App } from '../src/app.ts';
import type { Schema } from '../src/platform/database/db.ts';
import { inPlaceOfAct } from './unrecorded-changes.ts';

type Fields<T extends keyof Schema> = Partial<Insertable<Schema[T]>>;
let count = 0;
const next = () => ++count;

export const anAddress = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};

/** Rows, laid straight into the database: what a test stands on, not what it tests. */
export function things(app: Pick<App, 'database' | 'clock'>) {
  const { database, clock } = app;
  const add = <T extends keyof Schema>(table: T, key: string, values: Record<string, unknown>): Promise<number> =>
    database.asSystem(async (tx) => {
      inPlaceOfAct(tx);
      const row = await tx
        .insertInto(table as 'company')
        .values(values as never)
        .returning(key as never)
        .executeTakeFirstOrThrow();
      return (row as Record<string, number>)[key] as number;
    });

  /** A company with module TrialCard, unless told otherwise. */
  const aCompany = async (modules: readonly ModuleName[] = ['TrialCard'], fields: Fields<'company'> = {}) => {
    const companyId = await add('company', 'company_id', {
      name: `Company ${next()}`,
      created_at: clock.now(),
      ...fields,
    });
    for (const name of modules) await add('company_module', 'module_id', { company_id: companyId, name });
    return companyId;
  };
  /** A person of a company; `groups` are the care groups they belong to. */
  const aPerson = async (
    type: UserType,
    fields: Fields<'provider'> & { company_id: number },
    groups: readonly number[] = [],
  ) => {
    const n = next();
    const providerId = await add('provider', 'provider_id', {
      email: `person${n}@portal.example`,
      first_name: `First${n}`,
      last_name: `Last${n}`,
      phone: null,
      type,
      admin_rights: type === 'Admin',
      created_at: clock.now(),
      ...fields,
    });
    for (const groupId of groups) {
      await add('care_group_member', 'provider_id', {
        care_group_id: groupId,
        provider_id: providerId,
        company_id: fields.company_id,
      });
    }
    return providerId;
  };
  const address = (companyId: number, fields: Fields<'address'> = {}) =>
    add('address', 'address_id', { company_id: companyId, ...anAddress, ...fields });
  const aSponsor = (companyId: number) =>
    add('sponsor', 'sponsor_id', { company_id: companyId, name: `Sponsor ${next()}` });
  /** A configured trial that ships, with mask XXX-XXX. */
  const aTrial = async (companyId: number, fields: Fields<'care_group'> = {}) => {
    const n = next();
    return add('care_group', 'care_group_id', {
      company_id: companyId,
      kind: 'trial',
      name: `TRL-${n}`,
      display_name: `Trial ${n}`,
      is_configured: true,
      sponsor_id: fields.sponsor_id === undefined ? await aSponsor(companyId) : fields.sponsor_id,
      subject_number_mask: 'XXX-XXX',
      has_shipping: true,
      created_at: clock.now(),
      ...fields,
    });
  };
  /** A configured site of a trial, with an address. */
  const aSite = async (companyId: number, trialId: number, fields: Fields<'care_group'> = {}) => {
    const n = next();
    return add('care_group', 'care_group_id', {
      company_id: companyId,
      parent_id: trialId,
      kind: 'site',
      name: `Site ${n}`,
      display_name: `Site ${n}`,
      is_configured: true,
      address_id: await address(companyId),
      created_at: clock.now(),
      ...fields,
    });
  };
  /** The card of a trial, without words. */
  const aCard = async (companyId: number, trialId: number) => {
    const words = {
      rx_bin: '',
      rx_pcn: '',
      rx_grp: '',
      cardholder_name_label: '',
      cardholder_id_label: '',
      participants: '',
      claim_submissions: '',
      pharmacy_instructions: '',
      card_introduction: '',
      contact_info: '',
    };
    await database.asSystem(async (tx) => {
      inPlaceOfAct(tx);
      await tx.updateTable('care_group').set({ has_card: true }).where('care_group_id', '=', trialId).execute();
    });
    await add('trial_card', 'care_group_id', { ...words, care_group_id: trialId, company_id: companyId });
  };
  const aPartner = async (companyId: number, kind: 'pharmacy' | 'wholesaler', fields: Fields<'partner'> = {}) =>
    add('partner', 'partner_id', {
      company_id: companyId,
      kind,
      name: `${kind} ${next()}`,
      phone: '+16175550100',
      email: `${kind}${count}@portal.example`,
      address_id: await address(companyId),
      ...fields,
    });
  /** A product of a trial, for pharmacies unless told otherwise; at most 10 a shipment. */
  const aProduct = (companyId: number, trialId: number, fields: Fields<'product'> = {}) =>
    add('product', 'product_id', {
      company_id: companyId,
      trial_id: trialId,
      drug_name: `Drug ${next()}`,
      dosage_form: '50 mg tablet',
      quantity_unit: 'Bottle',
      directions: 'Take one daily',
      default_quantity: 2,
      default_batch_quantity: 5,
      max_shipment_quantity: 10,
      default_days_of_supply: 30,
      pharmacy_supplied: true,
      ...fields,
    });
  /** Makes a partner the supplier of a product at a site. */
  const supply = (companyId: number, siteId: number, partnerId: number, productId: number) =>
    add('product_supply', 'site_id', {
      site_id: siteId,
      partner_id: partnerId,
      product_id: productId,
      company_id: companyId,
    });
  /** Connects a partner to a site, and makes it the supplier of the products named. */
  const connect = async (companyId: number, siteId: number, partnerId: number, products: readonly number[] = []) => {
    await add('site_partner', 'site_id', { site_id: siteId, partner_id: partnerId, company_id: companyId });
    for (const productId of products) await supply(companyId, siteId, partnerId, productId);
  };
  const aParticipant = (companyId: number, trialId: number, siteId: number, fields: Fields<'participant'> = {}) => {
    const n = next();
    return add('participant', 'participant_id', {
      company_id: companyId,
      trial_id: trialId,
      site_id: siteId,
      enrolled_site_id: siteId,
      first_name: 'Ada',
      last_name: `Subject${n}`,
      born_on: '1980-03-05',
      gender: 1,
      subject_number: `${100 + n}-${String(n).padStart(3, '0')}`,
      preferred_contact: 1,
      created_at: clock.now(),
      ...fields,
    });
  };
  /** A trial with one site, a pharmacy and a wholesaler that each supply one product, and a person of every kind. */
  const aTrialAtWork = async () => {
    const companyId = await aCompany();
    const sponsorId = await aSponsor(companyId);
    const trialId = await aTrial(companyId, { sponsor_id: sponsorId });
    const siteId = await aSite(companyId, trialId);
    const pharmacyId = await aPartner(companyId, 'pharmacy');
    const wholesalerId = await aPartner(companyId, 'wholesaler');
    const tablet = await aProduct(companyId, trialId);
    const pen = await aProduct(companyId, trialId, { pharmacy_supplied: false, wholesaler_supplied: true });
    await connect(companyId, siteId, pharmacyId, [tablet]);
    await connect(companyId, siteId, wholesalerId, [pen]);
    return {
      companyId,
      sponsorId,
      trialId,
      siteId,
      pharmacyId,
      wholesalerId,
      tablet,
      pen,
      admin: await aPerson('Admin', { company_id: companyId }),
      siteUser: await aPerson('Site User', { company_id: companyId }, [siteId]),
      sponsor: await aPerson('Sponsor', { company_id: companyId, sponsor_id: sponsorId }),
      pharmacist: await aPerson('Pharmacy User', { company_id: companyId, partner_id: pharmacyId }),
      wholesaler: await aPerson('Wholesaler User', { company_id: companyId, partner_id: wholesalerId }),
    };
  };
  return {
    aCompany,
    aPerson,
    aSponsor,
    aTrial,
    aSite,
    aCard,
    aPartner,
    aProduct,
    connect,
    supply,
    aParticipant,
    aTrialAtWork,
    addressOf: address,
  };
}
