/** The countries that the portal serves (OPN-65), and what differs in their addresses. */
export interface Country {
  isoCode: string;
  name: string;
  /** A pattern over the trimmed, upper-cased text. */
  zip: string;
  /** The longest text that the pattern takes. */
  zipLength: number;
  /** Shown when a zip is wrong; five countries have none (ADR-13, OPN-65). */
  zipExample?: string;
  zipLabel?: string;
  cityLabel?: string;
  /** Only where the post needs it. */
  provinceLabel?: string;
  /** Whether the zip is written before the city. */
  zipFirst?: true;
}

export const countries: readonly Country[] = [
  {
    isoCode: 'AU',
    name: 'Australia',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '2000',
    zipLabel: 'Postcode',
    cityLabel: 'Suburb',
    provinceLabel: 'State',
  },
  {
    isoCode: 'AT',
    name: 'Austria',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '1010',
    zipLabel: 'PLZ',
    zipFirst: true,
  },
  { isoCode: 'BE', name: 'Belgium', zip: String.raw`\d{4}`, zipLength: 4, zipExample: '1000', zipFirst: true },
  { isoCode: 'BG', name: 'Bulgaria', zip: String.raw`\d{4}`, zipLength: 4, zipExample: '1000', zipFirst: true },
  {
    isoCode: 'CA',
    name: 'Canada',
    zip: String.raw`[A-Z]\d[A-Z] ?\d[A-Z]\d`,
    zipLength: 7,
    zipExample: 'A1A 1A1',
    provinceLabel: 'Province',
  },
  { isoCode: 'CZ', name: 'Czechia', zip: String.raw`\d{3} ?\d{2}`, zipLength: 6, zipFirst: true },
  {
    isoCode: 'DK',
    name: 'Denmark',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '1050',
    cityLabel: 'Town',
    zipFirst: true,
  },
  {
    isoCode: 'FI',
    name: 'Finland',
    zip: String.raw`\d{5}`,
    zipLength: 5,
    zipExample: '00100',
    cityLabel: 'Town',
    zipFirst: true,
  },
  { isoCode: 'FR', name: 'France', zip: String.raw`\d{5}`, zipLength: 5, zipExample: '75001', zipFirst: true },
  {
    isoCode: 'DE',
    name: 'Germany',
    zip: String.raw`\d{5}`,
    zipLength: 5,
    zipExample: '10115',
    zipLabel: 'PLZ',
    zipFirst: true,
  },
  { isoCode: 'GR', name: 'Greece', zip: String.raw`\d{3} ?\d{2}`, zipLength: 6, zipFirst: true },
  { isoCode: 'HU', name: 'Hungary', zip: String.raw`\d{4}`, zipLength: 4, zipExample: '1051' },
  {
    isoCode: 'IE',
    name: 'Ireland',
    zip: String.raw`[A-Z]\d[\dW] ?[A-Z\d]{4}`,
    zipLength: 8,
    zipLabel: 'Eircode',
    cityLabel: 'Town or city',
  },
  {
    isoCode: 'IT',
    name: 'Italy',
    zip: String.raw`\d{5}`,
    zipLength: 5,
    zipExample: '00118',
    zipLabel: 'CAP',
    provinceLabel: 'Province',
    zipFirst: true,
  },
  {
    isoCode: 'NL',
    name: 'Netherlands',
    zip: String.raw`\d{4} ?[A-Z]{2}`,
    zipLength: 7,
    zipExample: '1012 AB',
    zipLabel: 'Postcode',
    zipFirst: true,
  },
  {
    isoCode: 'NZ',
    name: 'New Zealand',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '6011',
    zipLabel: 'Postcode',
  },
  {
    isoCode: 'NO',
    name: 'Norway',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '0150',
    cityLabel: 'Town',
    zipFirst: true,
  },
  { isoCode: 'PL', name: 'Poland', zip: String.raw`\d{2}-\d{3}`, zipLength: 6, zipExample: '00-001', zipFirst: true },
  { isoCode: 'PT', name: 'Portugal', zip: String.raw`\d{4}-\d{3}`, zipLength: 8, zipFirst: true },
  { isoCode: 'RO', name: 'Romania', zip: String.raw`\d{6}`, zipLength: 6, zipExample: '010011', zipFirst: true },
  {
    isoCode: 'ES',
    name: 'Spain',
    zip: String.raw`\d{5}`,
    zipLength: 5,
    zipExample: '28001',
    provinceLabel: 'Province',
    zipFirst: true,
  },
  {
    isoCode: 'SE',
    name: 'Sweden',
    zip: String.raw`\d{3} ?\d{2}`,
    zipLength: 6,
    zipExample: '111 22',
    cityLabel: 'Town',
    zipFirst: true,
  },
  {
    isoCode: 'CH',
    name: 'Switzerland',
    zip: String.raw`\d{4}`,
    zipLength: 4,
    zipExample: '8001',
    zipLabel: 'PLZ',
    zipFirst: true,
  },
  {
    isoCode: 'GB',
    name: 'United Kingdom',
    zip: String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}`,
    zipLength: 8,
    zipLabel: 'Postcode',
    cityLabel: 'Town or city',
  },
  {
    isoCode: 'US',
    name: 'United States',
    zip: String.raw`\d{5}(-\d{4})?`,
    zipLength: 10,
    zipExample: '12345',
    zipLabel: 'ZIP code',
    provinceLabel: 'State',
  },
];
