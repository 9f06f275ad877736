/** What stands in the text fields of an order form, by their labels (BLD-12 to BLD-15, OPS-57). */
import { type Address, countryOf } from '@portal/contract/addresses/rules.ts';
import { dayAsShown } from '@portal/contract/lots/rules.ts';

/** What records know of an order. */
export interface OrderFacts {
  requiredOn: string;
  protocolNumber: string;
  sponsor: string | null;
  subjectNumber: string;
  /** Null where the number has no record, and where there are several. */
  patient: {
    firstName: string;
    lastName: string;
    bornOn: string;
    phone: string | null;
    address: Address | null;
  } | null;
  site: { name: string; phone: string | null; userName: string; address: Address | null };
  /** As many as an order form has room for. */
  drugs: readonly { nameAndForm: string; quantity: string; directions: string; daysOfSupply: number }[];
}

/** What nothing is known of stays empty, for signer 1 to fill in. */
export function orderFormValues({ patient, site, drugs, ...order }: OrderFacts): Record<string, string> {
  const values: Record<string, string | null | undefined> = {
    'Date Prescription Required': dayAsShown(order.requiredOn),
    'Protocol Number': order.protocolNumber,
    Sponsor: order.sponsor,
    'Subject Number': order.subjectNumber,
    'Patient First Name': patient?.firstName,
    'Patient Last Name': patient?.lastName,
    'Patient DOB': patient && dayOfBirth(patient.bornOn),
    'Patient Phone': patient?.phone,
    ...addressValues('Patient', patient?.address),
    'Site Name': site.name,
    'Site Phone': site.phone,
    'Site User Name': site.userName,
    ...addressValues('Site', site.address),
  };
  for (const [i, { nameAndForm, quantity, directions, daysOfSupply }] of drugs.entries()) {
    const drug = `Drug ${i + 1}`;
    values[`${drug} Name and Form`] = nameAndForm;
    values[`${drug} Quantity`] = quantity;
    values[`${drug} Direction`] = directions;
    values[`${drug} Days of Supply`] = String(daysOfSupply);
  }
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** CON-16, OPS-97: DD/MM/YYYY, unlike every other day. */
const dayOfBirth = (day: string): string => day.split('-').reverse().join('/');

const addressValues = (whose: 'Patient' | 'Site', address: Address | null | undefined) => ({
  [`${whose} Address`]: address && [address.street, address.street2].filter(Boolean).join(', '),
  [`${whose} City`]: address?.city,
  [`${whose} Province`]: address?.state,
  [`${whose} Zip`]: address?.zip,
  [`${whose} Country`]: address && (countryOf(address.country)?.name ?? address.country),
});
