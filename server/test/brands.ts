/** Companies that manage their brands, and what a brand is made of. */
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import { actOf } from '#platform/act/act.ts';
import { addCompanyEmail, addCompanyPhone, giveHosts } from '../src/rooms/companies/door.ts';
import { aPng } from './image-corpus.ts';
import type { Portal } from './portal.ts';

/** A brand of the company that its group, if one is given, is under, with a host of its own. */
export async function aBrandWithHost(
  portal: Portal,
  { companyId, careGroupId, host }: { companyId: number; careGroupId?: number; host: string },
) {
  const [brand] = await aBrandWithoutHost(portal, companyId, host);
  await portal.rows('insert into host_brand (host, company_id, brand_id, given_at) values ($1, $2, $3, now())', [
    host,
    companyId,
    brand?.id,
  ]);
  if (careGroupId !== undefined)
    await portal.rows('update care_group set brand_id = $2 where care_group_id = $1', [careGroupId, brand?.id]);
  await giveHosts(portal.app);
}

/** A host that was the company's and is a stranger's now; the company has another one. */
export async function aHostThatMoved(portal: Portal, companyId: number): Promise<{ moved: string; own: string }> {
  const hosts = { moved: 'moved.example', own: 'own.example' };
  for (const host of [hosts.moved, hosts.own]) await aBrandWithHost(portal, { companyId, host });
  await portal.rows('delete from host_brand where host = $1', [hosts.moved]);
  await aBrandWithHost(portal, { companyId: await portal.aCompany([]), host: hosts.moved });
  return hosts;
}

/** A brand of the company that no host shows yet. */
export const aBrandWithoutHost = (portal: Portal, companyId: number, name: string) =>
  portal.rows<{ id: number }>(
    `insert into company_brand (company_id, company_name, brand_key, portal_url, hours, created_at)
     values ($1, $2, $2, 'https://localhost', '[]', now()) returning brand_id as id`,
    [companyId, name],
  );

type Body = Record<string, unknown>;

/** A company with the module, its administrator, and the calls that they make. */
export async function aBrandedCompany(portal: Portal) {
  const companyId = await portal.aCompany(['BrandManagement']);
  const admin = await portal.signedIn(await portal.aPerson('Admin', { company_id: companyId }));
  let terms: Promise<number> | undefined;
  return {
    companyId,
    admin,
    /** With terms, unless it says which (BST-04). */
    add: async (body: Body) => {
      const termDocId = await (terms ??= keptTerms(portal, companyId, admin.providerId));
      return admin.call(api.addBrand, { body: { company_id: companyId, termDocId, ...body } });
    },
    change: (body: Body) => admin.call(api.changeBrand, { body: { company_id: companyId, ...body } }),
    read: async (brandId?: number) =>
      (await admin.call(api.listBrands, { query: { company_id: companyId, brand_id: brandId } })).reply.brand,
    upload: (file: Buffer, body: Body = {}) =>
      admin.call(api.addPublicImage, {
        body: {
          company_id: companyId,
          filename: 'logo.png',
          contentType: 'image/png',
          data: file.toString('base64'),
          ...body,
        },
      }),
  };
}

/** A document like those of `POST /company/brand-info/terms`. */
export async function keptTerms(portal: Portal, companyId: number, providerId: number): Promise<number> {
  const [document] = await portal.rows<{ id: number }>(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, created_at)
       values ($1, 1, 'application/pdf', gen_random_uuid()::text, now()) returning file_id)
     insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at)
     select $1, file_id, 'terms.pdf', 'Terms', $2, now() from file returning document_id as id`,
    [companyId, providerId],
  );
  return document?.id as number;
}

/** Everything that a brand may be given; what it refers to is there. */
export async function aBrand(portal: Portal, companyId: number) {
  const providerId = await portal.aPerson('Admin', { company_id: companyId });
  const by = {
    companyId,
    providerId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    type: 'Admin',
    host: 'localhost',
    requestId: 'test',
  };
  const admin = await portal.signedIn(providerId);
  const { clock, database } = portal.app;
  const [emailId, , phoneId] = await database.inCompany(companyId, async (tx) => [
    await addCompanyEmail(actOf(tx, clock, by), { email: `support@c${companyId}.example`, verified: true }),
    await addCompanyEmail(actOf(tx, clock, by), { email: `news@c${companyId}.example`, verified: false }),
    await addCompanyPhone(actOf(tx, clock, by), { phone: '+16175550100' }),
  ]);
  const image = { filename: 'header.png', contentType: 'image/png', data: aPng(8, 8).toString('base64') };
  const { imageUrl } = (await admin.call(api.addPublicImage, { body: { company_id: companyId, ...image } })).reply;
  return {
    company_id: companyId,
    brandKey: 'meridian',
    companyName: 'Meridian <b>Trials</b>',
    shortName: 'Meridian',
    street: '1 Main Street',
    city: 'Boston',
    state: 'Massachusetts',
    zip: '02110',
    country: 'US',
    supportNumber: '+16175550101',
    contactFax: '+16175550102',
    email: 'hello@meridian.example',
    hours: { ...usualHours, saturday: '09:00-12:30', timezone: 'CT' },
    brandHeaderUrl: imageUrl,
    senderEmailId: emailId as number,
    contactEmailId: emailId as number,
    senderPhoneId: phoneId as number,
    senderEmailName: 'Meridian Trials',
    termDocId: await keptTerms(portal, companyId, providerId),
    termsURL: 'https://meridian.example/terms',
    alerts: [{ message: 'Welcome', severity: 'info', types: ['Nurse'] }],
  };
}
