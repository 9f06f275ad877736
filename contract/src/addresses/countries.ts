/** The countries that the portal serves (OPN-65). `zip` is a pattern over the trimmed, upper-cased text. */
export const countries: readonly {
  isoCode: string;
  name: string;
  zip: string;
  /** Shown when a zip is wrong; five countries have none (ADR-13, OPN-65). */
  zipExample?: string;
  /** Only where the post needs it. */
  provinceLabel?: string;
}[] = [
  { isoCode: 'AU', name: 'Australia', zip: String.raw`\d{4}`, zipExample: '2000', provinceLabel: 'State' },
  { isoCode: 'AT', name: 'Austria', zip: String.raw`\d{4}`, zipExample: '1010' },
  { isoCode: 'BE', name: 'Belgium', zip: String.raw`\d{4}`, zipExample: '1000' },
  { isoCode: 'BG', name: 'Bulgaria', zip: String.raw`\d{4}`, zipExample: '1000' },
  {
    isoCode: 'CA',
    name: 'Canada',
    zip: String.raw`[A-Z]\d[A-Z] ?\d[A-Z]\d`,
    zipExample: 'A1A 1A1',
    provinceLabel: 'Province',
  },
  { isoCode: 'CZ', name: 'Czechia', zip: String.raw`\d{3} ?\d{2}` },
  { isoCode: 'DK', name: 'Denmark', zip: String.raw`\d{4}`, zipExample: '1050' },
  { isoCode: 'FI', name: 'Finland', zip: String.raw`\d{5}`, zipExample: '00100' },
  { isoCode: 'FR', name: 'France', zip: String.raw`\d{5}`, zipExample: '75001' },
  { isoCode: 'DE', name: 'Germany', zip: String.raw`\d{5}`, zipExample: '10115' },
  { isoCode: 'GR', name: 'Greece', zip: String.raw`\d{3} ?\d{2}` },
  { isoCode: 'HU', name: 'Hungary', zip: String.raw`\d{4}`, zipExample: '1051' },
  { isoCode: 'IE', name: 'Ireland', zip: String.raw`[A-Z]\d[\dW] ?[A-Z\d]{4}` },
  { isoCode: 'IT', name: 'Italy', zip: String.raw`\d{5}`, zipExample: '00118', provinceLabel: 'Province' },
  { isoCode: 'NL', name: 'Netherlands', zip: String.raw`\d{4} ?[A-Z]{2}`, zipExample: '1012 AB' },
  { isoCode: 'NZ', name: 'New Zealand', zip: String.raw`\d{4}`, zipExample: '6011' },
  { isoCode: 'NO', name: 'Norway', zip: String.raw`\d{4}`, zipExample: '0150' },
  { isoCode: 'PL', name: 'Poland', zip: String.raw`\d{2}-\d{3}`, zipExample: '00-001' },
  { isoCode: 'PT', name: 'Portugal', zip: String.raw`\d{4}-\d{3}` },
  { isoCode: 'RO', name: 'Romania', zip: String.raw`\d{6}`, zipExample: '010011' },
  { isoCode: 'ES', name: 'Spain', zip: String.raw`\d{5}`, zipExample: '28001', provinceLabel: 'Province' },
  { isoCode: 'SE', name: 'Sweden', zip: String.raw`\d{3} ?\d{2}`, zipExample: '111 22' },
  { isoCode: 'CH', name: 'Switzerland', zip: String.raw`\d{4}`, zipExample: '8001' },
  { isoCode: 'GB', name: 'United Kingdom', zip: String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}` },
  {
    isoCode: 'US',
    name: 'United States',
    zip: String.raw`\d{5}(-\d{4})?`,
    zipExample: '12345',
    provinceLabel: 'State',
  },
];
