/** The brands of a company, their alerts and images, and the addresses that it writes and calls from (DAT-06, BST-05). */
import { z } from 'zod';
import { userTypes } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { maxUploadBody, messages, pdfType } from '../documents/rules.ts';
import { maxImageBody } from '../images/rules.ts';
import { fileName, flag, givenType, recordId, requiredName, requiredText, whole } from '../wire.ts';
import { brandAdministrators } from './access.ts';
import { alert } from './alert.ts';
import { brandAddress, brandInfo, givenBrand, imageAddress, wholeAddress } from './brand-wire.ts';

/**
 * API-06, OPN-92: always a list; with `brand_id` it holds that brand. `portals` is where their people find the portal now: hosts change,
 * and the `portalUrl` of a brand stays what it was made with (BRN-13).
 */
export const listBrands = endpoint({
  method: 'GET',
  path: '/company/brand-info',
  summary: 'A person reads the brands of their company',
  access: {},
  query: z.strictObject({ company_id: recordId('company'), brand_id: recordId('company_brand').optional() }),
  atMost: 200,
  reply: z.object({
    brand: z.array(brandInfo),
    portals: z.array(z.object({ brandId: z.number(), url: z.string() })).optional(),
  }),
});

/** API-08, BRN-13: the answer says which portal address the brand has. It comes with its terms (BST-04). */
export const addBrand = endpoint({
  method: 'POST',
  path: '/company/brand-info',
  summary: 'An administrator adds a brand to the company',
  access: brandAdministrators,
  creates: true,
  body: z
    .strictObject({ ...givenBrand, companyName: requiredName(100), termDocId: recordId('document') })
    .superRefine(wholeAddress),
  reply: z.object({ message: z.string(), brandId: z.number(), portalUrl: z.string() }),
  failure: 'Unable to add the brand',
});

/** API-07. What is left out stays as it is; of the address all or nothing. */
export const changeBrand = endpoint({
  method: 'PUT',
  path: '/company/brand-info',
  summary: 'An administrator changes a brand of the company',
  access: brandAdministrators,
  body: z
    .strictObject({
      ...givenBrand,
      companyName: requiredName(100).optional(),
      brandId: recordId('company_brand'),
      version: whole.optional(),
    })
    .superRefine(wholeAddress),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to change the brand',
});

/** BST-12, CAG-30: the address of a brand that is not there yet; it is named by `addrId` then. */
export const addAddress = endpoint({
  method: 'POST',
  path: '/company/address',
  summary: 'An administrator adds an address for a brand',
  access: brandAdministrators,
  creates: true,
  body: brandAddress,
  reply: z.object({ message: z.string(), insertId: z.number() }),
  failure: 'Unable to save the address',
});

/** BST-10, BST-12, CAG-32: any PDF that the portal keeps; `GET /document` opens it. */
export const addTerms = endpoint({
  method: 'POST',
  path: '/company/brand-info/terms',
  summary: 'An administrator uploads the terms of a brand',
  access: brandAdministrators,
  creates: true,
  isCostly: true,
  bodyLimit: maxUploadBody,
  tooLarge: 'document.too_large',
  body: z.strictObject({
    company_id: recordId('company'),
    filename: fileName,
    contentType: z.literal(pdfType, messages.notPdf),
    /** base64. */
    data: z.string().min(1, 'is required'),
  }),
  reply: z.object({ message: z.string(), documentId: z.number() }),
  failure: 'Unable to upload the terms',
});

/** API-05, BRN-15, OPN-32. */
export const listBrandAlerts = endpoint({
  method: 'GET',
  path: '/company/brand-info/alerts',
  summary: 'A person reads what a brand wants people of a type to know',
  access: {},
  query: z.strictObject({
    company_id: recordId('company'),
    brand_id: recordId('company_brand'),
    type: givenType(userTypes),
  }),
  reply: z.object({ brandAlerts: z.array(alert) }),
});

/** OPN-33; the content decides what it is, the name and the type are only kept (SEC-30). */
const upload = {
  filename: requiredText(500),
  contentType: requiredText(100),
  /** base64. */
  data: z.string().min(1, 'is required'),
};

/** API-09. */
export const addPublicImage = endpoint({
  method: 'POST',
  path: '/company/brand/public-images',
  summary: 'An administrator uploads an image that everybody may see',
  access: brandAdministrators,
  creates: true,
  isCostly: true,
  bodyLimit: maxImageBody,
  body: z.strictObject({ company_id: recordId('company'), brand_id: recordId('company_brand').optional(), ...upload }),
  reply: z.object({ message: z.string(), imageUrl: z.string() }),
  failure: 'Unable to upload the image',
});

/** API-10: a new image, or one uploaded before. Without `brand_id` it is the first brand of the company, as in a list of brands. */
export const setLogo = endpoint({
  method: 'PUT',
  path: '/company/logo',
  summary: 'An administrator sets the logo of a brand',
  access: brandAdministrators,
  isCostly: true,
  bodyLimit: maxImageBody,
  body: z
    .strictObject({
      company_id: recordId('company'),
      brand_id: recordId('company_brand').optional(),
      filename: upload.filename.optional(),
      contentType: upload.contentType.optional(),
      data: upload.data.optional(),
      imageUrl: imageAddress.optional(),
      version: whole.optional(),
    })
    .superRefine((body, context) => {
      const missing = (['filename', 'contentType', 'data'] as const).filter((field) => body[field] === undefined);
      if (body.imageUrl && missing.length < 3)
        context.addIssue({ code: 'custom', path: ['imageUrl'], message: 'cannot come with another image' });
      if (!body.imageUrl)
        for (const field of missing) context.addIssue({ code: 'custom', path: [field], message: 'is required' });
    }),
  reply: z.object({ message: z.string(), logo: z.string(), version: z.number() }),
  failure: 'Unable to set the logo',
});

/** CAG-31, OPN-92. Without `brand_id` it is the first brand of the company, as where the logo is set. */
export const readLogo = endpoint({
  method: 'GET',
  path: '/company/logo',
  summary: 'A person reads which logo and which icon a brand has',
  access: {},
  query: z.strictObject({ company_id: recordId('company'), brand_id: recordId('company_brand').optional() }),
  reply: z.object({ logo: z.string().nullable(), favicon: z.string().nullable() }),
});

/** Where a brand is looked at before it is given a host of its own, and which hosts it has been given. */
export const readBrandTrial = endpoint({
  method: 'GET',
  path: '/company/brand-info/trial',
  summary: 'An administrator reads where a brand of the company can be tried',
  access: brandAdministrators,
  query: z.strictObject({ company_id: recordId('company'), brand_id: recordId('company_brand') }),
  atMost: 100,
  reply: z.object({
    /** The page on a host of the company; its key cannot be guessed. */
    path: z.string(),
    hosts: z.array(z.string()),
  }),
});

/** API-11, BST-09. */
export const listCompanyEmails = endpoint({
  method: 'GET',
  path: '/company/email',
  summary: 'A person lists the e-mail addresses that their company writes from',
  access: {},
  query: z.strictObject({ companyId: recordId('company') }),
  atMost: 500,
  reply: z.object({ emails: z.array(z.object({ email_ID: z.number(), email: z.string(), verified: flag })) }),
});

/** API-12, BST-09. */
export const listCompanyPhones = endpoint({
  method: 'GET',
  path: '/company/phone',
  summary: 'A person lists the phone numbers that their company writes from',
  access: {},
  query: z.strictObject({ companyId: recordId('company') }),
  atMost: 500,
  reply: z.object({ phones: z.array(z.object({ sender_ID: z.number(), phoneNumber: z.string() })) }),
});
