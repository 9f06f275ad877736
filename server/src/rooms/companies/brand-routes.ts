import { meets, type UserType } from '@portal/contract/access.ts';
import { brandAdministrators } from '@portal/contract/companies/access.ts';
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { hasAddress } from '@portal/contract/companies/brand-wire.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { imageIdIn, imagePath } from '@portal/contract/images/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';
import type { House } from '#platform/http/calls.ts';
import { isShownOn } from '#platform/core/brands.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import { openImage } from '#platform/files/images.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { addAddress } from './add-address.ts';
import { addBrand } from './add-brand.ts';
import { addPublicImage } from './add-public-image.ts';
import type { GivenBrand } from './brand-fields.ts';
import { onHost } from './brand-of-host.ts';
import { type AlertRow, alertsOf, brandsOf, emailsOf, phonesOf } from './brand-queries.ts';
import { changeBrand } from './change-brand.ts';
import { firstHosts, hostsOf, keysOfTrials } from './hosts-of-brands.ts';
import { portalUrlOf, usualBrandNow } from './portal-url.ts';
import { presentAlert, presentBrand } from './present-brand.ts';
import { setLogo } from './set-logo.ts';

export function serveBrands(house: House): void {
  const { route, preparedRoute, clock } = house;
  const isNow = ({ from_day: from, until_day: until }: AlertRow) => isShownOn(clock.today(), { from, until });
  const isFor = (type: UserType, { types }: AlertRow) => types.length === 0 || types.includes(type);

  route(api.listBrands, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.company_id);
    const [rows, alerts] = [
      await list(brandsOf(tx, viewer, query.brand_id)),
      await alertsOf(tx, viewer, query.brand_id),
    ];
    if (query.brand_id !== undefined && rows.length === 0) throw fail('not_found');
    const seen = meets(brandAdministrators, viewer)
      ? alerts
      : alerts.filter((alert) => isFor(viewer.type, alert) && isNow(alert));
    const { portalUrl: usual } = await usualBrandNow(house, tx, viewer.companyId);
    // Not from memory: the event that fills it is what an open page reads anew after.
    const hosts = new Map(
      (await firstHosts(tx, house.brands, viewer.companyId)).map(({ brandId, host }) => [brandId, host]),
    );
    const urlOf = (brandId: number) => {
      const host = hosts.get(brandId);
      return host === undefined ? usual : onHost(usual, host);
    };
    return {
      brand: rows.map((row) => presentBrand(row, seen)),
      portals: rows.map(({ brand_id: brandId }) => ({ brandId, url: urlOf(brandId) })),
    };
  });

  route(api.addAddress, async ({ act, viewer, body: { company_id, ...given } }) => {
    refuseOtherCompany(viewer, company_id);
    return { insertId: await addAddress(act, acceptedAddress(given, 'state')), message: 'Address saved.' };
  });

  route(api.addBrand, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.company_id);
    const given = { ...givenFrom(body), companyName: body.companyName };
    const portalUrl = portalUrlOf(house, viewer.companyId);
    const brandId = await addBrand(act, { ...given, portalUrl });
    return { brandId, portalUrl, message: 'Brand added.' };
  });

  route(api.changeBrand, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.company_id);
    const { companyName, brandId, version, portalUrl } = body;
    const given = { ...givenFrom(body), companyName, brandId, version, portalUrl };
    return { version: await changeBrand(act, given), message: 'Brand updated.' };
  });

  route(api.listBrandAlerts, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    if (!(await brandsOf(tx, viewer, query.brand_id).executeTakeFirst())) throw fail('not_found');
    const alerts = await alertsOf(tx, viewer, query.brand_id);
    // What is written for others is shown to those who write it alone.
    const type = meets(brandAdministrators, viewer) ? query.type : viewer.type;
    return { brandAlerts: alerts.filter((alert) => isFor(type, alert) && isNow(alert)).map(presentAlert) };
  });

  preparedRoute(
    api.addPublicImage,
    ({ data }) => openImage(data),
    async ({ act, viewer, body, tx }, image) => {
      refuseOtherCompany(viewer, body.company_id);
      if (body.brand_id !== undefined && !(await brandsOf(tx, viewer, body.brand_id).executeTakeFirst()))
        throw fail('not_found');
      const imageId = await addPublicImage(act, { image, filename: body.filename });
      return { message: 'Image uploaded.', imageUrl: imagePath(imageId) };
    },
  );

  preparedRoute(
    api.setLogo,
    async ({ data }) => (data === undefined ? null : openImage(data)),
    async ({ act, viewer, body }, opened) => {
      refuseOtherCompany(viewer, body.company_id);
      const image = opened ? { image: opened, filename: body.filename ?? '' } : (imageIdIn(body.imageUrl ?? '') ?? '');
      const given = { brandId: body.brand_id, version: body.version, image };
      const { imageId, version } = await setLogo(act, given);
      return { message: 'Logo updated.', logo: imagePath(imageId), version };
    },
  );

  route(api.readLogo, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    const brand = await brandsOf(tx, viewer, query.brand_id).limit(1).executeTakeFirst();
    if (!brand) throw fail('not_found');
    const { logo_image_id: logo, favicon_image_id: favicon } = brand;
    return { logo: logo && imagePath(logo), favicon: favicon && imagePath(favicon) };
  });

  const trials = keysOfTrials(house.env);
  route(api.readBrandTrial, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.company_id);
    if (!(await brandsOf(tx, viewer, query.brand_id).executeTakeFirst())) throw fail('not_found');
    const hosts = await list(hostsOf(tx, house.brands, { companyId: viewer.companyId, brandId: query.brand_id }));
    return { path: `/sign-in?brand=${trials.keyOf(query.brand_id)}`, hosts: hosts.map(({ host }) => host) };
  });

  route(api.listCompanyEmails, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const rows = await list(emailsOf(tx, viewer));
    return { emails: rows.map(({ email_id, email, verified }) => ({ email_ID: email_id, email, verified })) };
  });

  route(api.listCompanyPhones, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    const rows = await list(phonesOf(tx, viewer));
    return { phones: rows.map(({ phone_id, phone }) => ({ sender_ID: phone_id, phoneNumber: phone })) };
  });
}

function givenFrom(body: Ours<typeof api.addBrand.body> | Ours<typeof api.changeBrand.body>): GivenBrand {
  // Asked here and in the form, not in the schema: the web would carry the library's tables on its first page.
  const problem = (number: string | null | undefined) =>
    number && !isPhone(number) ? 'Invalid phone number' : undefined;
  refuseProblems({ supportNumber: problem(body.supportNumber), contactFax: problem(body.contactFax) });
  return {
    brandKey: body.brandKey,
    shortName: body.shortName,
    address: addressFrom(body),
    addressId: body.addrId,
    supportNumber: body.supportNumber,
    email: body.email,
    contactFax: body.contactFax,
    hours: body.hours,
    headerImageId: body.brandHeaderUrl && imageIdIn(body.brandHeaderUrl),
    logoImageId: body.logo && imageIdIn(body.logo),
    faviconImageId: body.favicon && imageIdIn(body.favicon),
    signInImageId: body.signInImage && imageIdIn(body.signInImage),
    primaryColour: body.primaryColour,
    senderEmailId: body.senderEmailId,
    contactEmailId: body.contactEmailId,
    senderPhoneId: body.senderPhoneId,
    senderEmailName: body.senderEmailName,
    termsDocumentId: body.termDocId,
    termsUrl: body.termsURL,
    alerts: body.alerts,
  };
}

/** Of a body that names no part of an address nothing follows; where all its parts are empty, there is none. */
function addressFrom(body: Ours<typeof api.addBrand.body> | Ours<typeof api.changeBrand.body>): GivenBrand['address'] {
  const { street, street2, city, state, zip, country } = body;
  if ([street, street2, city, state, zip].every((part) => part === undefined)) return undefined;
  if (!hasAddress(body)) return null;
  const given = { street: street ?? '', street2, city: city ?? '', state, zip: zip ?? '', country: country ?? '' };
  return acceptedAddress(given, 'state');
}
