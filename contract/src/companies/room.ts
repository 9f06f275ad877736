import { room } from '../room.ts';

export const companies = room({
  pages: ['/settings/brand-management'],
  failures: {
    'company_brand.key_taken': { status: 400, message: 'Another brand of the company has this key.' },
  },
  records: {
    company: { words: 'Company', key: 'company_id' },
    company_brand: { words: 'Brand', key: 'brand_id' },
    company_address: { words: 'Address of a brand' },
    company_email: { words: 'Company email', key: 'email_id' },
    company_phone: { words: 'Company phone', key: 'phone_id' },
    public_image: { words: 'Image' },
  },
  actions: {
    'brand.added': 'Added a brand',
    'brand.changed': 'Changed a brand',
    'brand.host_given': 'Gave a brand to a host',
    'brand.host_taken': 'Took a brand from a host',
    'company.added': 'Added a company',
    'company.idle_warning_changed': 'Changed how long people are warned before an idle session ends',
    'company.mfa_requirement_changed': 'Changed whether everybody needs a second factor',
    'company.mode_changed': 'Changed the mode of the portal',
    'company.modules_changed': 'Changed the modules of a company',
    'company.outbound_released': 'Let the restored portal send mails and texts again',
    'company.records_held': 'Put records on hold',
    'company.records_released': 'Ended the hold on records',
    'company.renamed': 'Changed the name of a company',
    'company_address.added': 'Added an address for a brand',
    'company_email.added': 'Added an email address of the company',
    'company_phone.added': 'Added a phone number of the company',
    'image.added': 'Uploaded an image',
    'logo.set': 'Set the logo of a brand',
  },
  changesRights: ['company.mfa_requirement_changed', 'company.modules_changed'],
  events: {
    'brand.changed': { hears: ['rootAccess'] },
    'company.changed': { hears: [] },
  },
});
