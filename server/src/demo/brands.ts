/** What the companies of the demo are called, write from and want their users to know. */
import type { Act } from '#platform/act/act.ts';
import { addBrand, addCompanyEmail, addCompanyPhone } from '#rooms/companies/door.ts';

const brands: Readonly<Record<number, Omit<Parameters<typeof addBrand>[1], 'portalUrl'> & { domain: string }>> = {
  1: {
    domain: 'meridian.example',
    companyName: 'Meridian Trials',
    shortName: 'Meridian',
    address: {
      street: '1 Harbor Street',
      street2: 'Floor 4',
      city: 'Boston',
      state: 'Massachusetts',
      zip: '02210',
      country: 'USA',
    },
    supportNumber: '+16175550170',
    contactFax: '+16175550171',
    email: 'support@meridian.example',
    termsUrl: 'https://meridian.example/terms',
    alerts: [
      { message: 'On Sunday from 02:00 to 04:00 ET the portal may be away for maintenance.', severity: 'info' },
      {
        message: 'Orders placed after 15:00 ET leave the pharmacy on the next working day.',
        severity: 'warning',
        types: ['Site User'],
      },
    ],
  },
  2: {
    domain: 'lakeside.example',
    companyName: 'Lakeside Care',
    shortName: 'Lakeside',
    address: {
      street: '80 Shore Drive',
      street2: '',
      city: 'Burlington',
      state: 'Vermont',
      zip: '05401',
      country: 'USA',
    },
    supportNumber: '+18025550170',
    contactFax: '+18025550171',
    email: 'hello@lakeside.example',
    termsUrl: 'https://lakeside.example/terms',
    alerts: [
      { message: 'The clinic is closed on Thursday and Friday of next week.', severity: 'info' },
      {
        message: 'Please look at overdue follow-ups before the end of the month.',
        severity: 'warning',
        types: ['Nurse'],
      },
    ],
  },
};

/** The brand of the administrator's company, with its e-mail addresses and phone numbers. */
export async function addBrands(act: Act, portalUrl: string): Promise<void> {
  const given = brands[act.viewer.companyId];
  if (!given) return;
  const { domain, ...brand } = given;
  const [contactEmailId, senderEmailId] = [
    await addCompanyEmail(act, { email: `support@${domain}`, verified: true }),
    await addCompanyEmail(act, { email: `no-reply@${domain}`, verified: true }),
  ];
  await addCompanyEmail(act, { email: `news@${domain}`, verified: false });
  const senderPhoneId = await addCompanyPhone(act, { phone: brand.supportNumber ?? '' });
  const senders = { contactEmailId, senderEmailId, senderPhoneId, senderEmailName: brand.companyName };
  await addBrand(act, { ...brand, ...senders, portalUrl });
}
