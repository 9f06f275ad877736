/** Meridian Trials: who and what its trials consist of. Plain data; `seed.ts` brings it to life through the acts. */
import type { Address } from '@portal/contract/addresses/rules.ts';

const us = (street: string, city: string, state: string, zip: string): Address => ({
  street,
  street2: '',
  city,
  state,
  zip,
  country: 'USA',
});
const abroad = (street: string, city: string, zip: string, country: string): Address => ({
  street,
  street2: '',
  city,
  state: '',
  zip,
  country,
});

export const sponsorName = 'Aurelia Therapeutics';

export const trials = [
  {
    name: 'AUR-101',
    displayName: 'Aurelia Migraine Study',
    description: 'Phase III, double-blind: Aurelix for the prevention of migraine in adults.',
    configuration: { subjectNumberMask: 'XXX-XXX', hasCard: true, hasShipping: true, outreachPreference: true },
  },
  {
    name: 'BEX-202',
    displayName: 'Bexley Asthma Study',
    description: 'Phase II: an inhaled controller for adolescents.',
    configuration: null,
  },
] as const;

export const sites = [
  {
    name: 'Boston General',
    description: 'Outpatient clinic for headache, fourth floor.',
    address: us('55 Fruit Street', 'Boston', 'Massachusetts', '02114'),
    phone: '+16175550110',
    studyContact: 'Grace Holloway',
    studyContactEmail: 'boston@meridian.example',
  },
  {
    name: 'Lyon Clinic',
    description: 'Neurology day clinic; speaks French and English.',
    address: abroad('12 Rue Garibaldi', 'Lyon', '69003', 'FR'),
    phone: '+33472000110',
    studyContact: 'Camille Laurent',
    studyContactEmail: 'lyon@meridian.example',
  },
  {
    name: 'Oslo Centre',
    description: 'Opens once its pharmacy is found.',
    address: null,
    phone: null,
    studyContact: null,
    studyContactEmail: null,
  },
] as const;

export const partners = [
  {
    kind: 'pharmacy',
    name: 'Northgate Pharmacy',
    address: us('210 Northgate Avenue', 'Worcester', 'Massachusetts', '01605'),
    phone: '+15085550142',
    fax: '+15085550143',
    email: 'orders@northgate.example',
    sendEmail: true,
    supplies: ['Boston General'],
  },
  {
    kind: 'pharmacy',
    name: 'Southgate Pharmacy',
    address: abroad('8 Avenue du Sud', 'Marseille', '13008', 'FR'),
    phone: '+33491000142',
    email: 'orders@southgate.example',
    supplies: ['Lyon Clinic'],
  },
  {
    kind: 'wholesaler',
    name: 'Baltic Wholesale',
    address: abroad('4 Portowa', 'Gdynia', '81-350', 'PL'),
    phone: '+48585550142',
    email: 'orders@baltic.example',
    sendEmail: true,
    supplies: ['Boston General', 'Lyon Clinic'],
  },
] as const;

const product = { defaultQuantity: 2, defaultBatchQuantity: 6, maxShipmentQuantity: 12, defaultDaysOfSupply: 30 };
export const products = [
  {
    ...product,
    drugName: 'Aurelix 50 mg',
    dosageForm: 'Tablet',
    quantityUnit: 'Bottle',
    directions: 'Take one tablet every morning with water.',
    itemNumber: 'AUR-050-T',
    itemDescription: 'Bottle of 30 tablets',
    pharmacySupplied: true,
    wholesalerSupplied: false,
  },
  {
    ...product,
    drugName: 'Aurelix 100 mg',
    dosageForm: 'Tablet',
    quantityUnit: 'Bottle',
    directions: 'Take one tablet every morning with water.',
    itemNumber: 'AUR-100-T',
    itemDescription: 'Bottle of 30 tablets',
    pharmacySupplied: true,
    wholesalerSupplied: false,
  },
  {
    ...product,
    drugName: 'Aurelix Pen',
    dosageForm: 'Pre-filled syringe',
    quantityUnit: 'Pre-filled Syringe',
    directions: 'Inject one pen under the skin once a month.',
    itemNumber: 'AUR-PEN',
    itemDescription: 'Pre-filled syringe 1 ml',
    defaultQuantity: 1,
    maxShipmentQuantity: 6,
    pharmacySupplied: false,
    wholesalerSupplied: true,
  },
  {
    ...product,
    drugName: 'Aurelix Nasal',
    dosageForm: 'Nasal spray',
    quantityUnit: 'Bottle',
    directions: 'One spray into each nostril at the first sign of an attack.',
    itemNumber: 'AUR-NAS',
    itemDescription: 'Nasal spray 10 ml',
    pharmacySupplied: false,
    wholesalerSupplied: false,
  },
  // The same drug in another form: what a pharmacy can send instead.
  {
    ...product,
    drugName: 'Aurelix 50 mg',
    dosageForm: 'Capsule',
    quantityUnit: 'Capsules',
    directions: 'Take one capsule every morning with water.',
    itemNumber: 'AUR-050-C',
    itemDescription: 'Carton of 30 capsules',
    pharmacySupplied: true,
    wholesalerSupplied: false,
  },
] as const;

export const card = {
  rxBin: '610020',
  rxPcn: 'AURELIA',
  rxGrp: 'AUR101',
  cardholderNameLabel: 'Name',
  cardholderIdLabel: 'ID',
  participants: 'Show this card at the pharmacy each time you collect your study medication. You pay nothing for it.',
  claimSubmissions: 'Submit claims electronically with the BIN, PCN and group shown on this card.',
  pharmacyInstructions: 'Dispense the study medication as prescribed. Do not substitute.',
  cardIntroduction: 'This card belongs to a participant of the Aurelia Migraine Study.',
  contactInfo: 'Help desk: +1 617 555 0100, help@trellis.example',
  mainLogo: null,
  optionalLogo: null,
};

/** First name, last name, day of birth, gender (0 male, 1 female). */
export const participants = {
  'Boston General': [
    ['Amelia', 'Stone', '1984-02-11', 1],
    ['Marcus', 'Bell', '1976-09-30', 0],
    ['Ruth', 'Kaplan', '1991-06-18', 1],
    ['Peter', 'Novak', '1968-12-02', 0],
    ['Imani', 'Brooks', '1995-04-27', 1],
    ['Leo', 'Ferrara', '1988-07-08', 0],
    ['Nora', 'Whelan', '1979-01-23', 1],
    ['Samir', 'Haddad', '1993-10-14', 0],
    ['Clara', 'Jensen', '1986-05-05', 1],
    ['Victor', 'Osei', '1972-03-19', 0],
    ['Yuki', 'Tanaka', '1998-08-21', 1],
    ['Owen', 'Price', '1981-11-09', 0],
  ],
  'Lyon Clinic': [
    ['Élodie', 'Martin', '1990-03-12', 1],
    ['Hugo', 'Bernard', '1983-08-25', 0],
    ['Chloé', 'Petit', '1977-12-15', 1],
    ['Lucas', 'Moreau', '1969-05-30', 0],
    ['Manon', 'Garnier', '1996-09-03', 1],
    ['Antoine', 'Roux', '1987-02-17', 0],
    ['Inès', 'Lefèvre', '1992-07-22', 1],
    ['Mathis', 'Girard', '1974-10-06', 0],
  ],
} as const satisfies Record<string, readonly (readonly [string, string, string, 0 | 1])[]>;

export const deactivated = ['Ruth Kaplan', 'Victor Osei', 'Chloé Petit'];
