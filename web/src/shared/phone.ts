/** Phone numbers: E.164 in our code and on the wire, masked on the screen (OPN-70, OPN-71). */
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { ServedCountry } from './address-service.ts';

/** A country whose numbers may be given. */
export interface PhoneCountry {
  isoCode: CountryCode;
  label: string;
}

/** PHN-02: the countries that the address service serves, each with its code. */
export const phoneCountriesOf = (served: readonly ServedCountry[]): readonly PhoneCountry[] =>
  served.flatMap(({ isoCode, countryName }) =>
    isSupportedCountry(isoCode) ? [{ isoCode, label: `${countryName} (+${getCountryCallingCode(isoCode)})` }] : [],
  );

/** PHN-05. An empty number is no problem here: whether it is required is the form's affair. */
export const phoneProblem = (value: string | null | undefined): string | null =>
  !value || isPhone(value) ? null : phoneMessage;

/** The country a number belongs to, when it is one of these. */
export function countryOfPhone(value: string, countries: readonly PhoneCountry[]): CountryCode | null {
  const code = parsePhoneNumberFromString(value)?.country;
  return countries.find(({ isoCode }) => isoCode === code)?.isoCode ?? null;
}

/** What was typed, as E.164 as far as it goes; a number that begins with + brings its own country. */
export function phoneFrom(typed: string, country: CountryCode): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  if (typed.trim().startsWith('+')) return `+${digits}`;
  return parsePhoneNumberFromString(digits, country)?.number ?? `+${getCountryCallingCode(country)}${digits}`;
}

/** OPN-71: ddd-ddd-dddd in North America, groups with spaces elsewhere. The country's code stands beside the field. */
export function maskPhone(typed: string, country: CountryCode): string {
  if (typed.trim().startsWith('+')) return new AsYouType().input(typed);
  const digits = typed.replace(/\D/g, '');
  if (getCountryCallingCode(country) !== '1') return new AsYouType(country).input(digits);
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return [local.slice(0, 3), local.slice(3, 6), local.slice(6)].filter(Boolean).join('-');
}

/** The part of a number after its country's code, as the field shows it. */
export function localPart(value: string, country: CountryCode): string {
  const code = `+${getCountryCallingCode(country)}`;
  // Of another country, with its code.
  if (!value.startsWith(code)) return new AsYouType().input(value);
  if (code === '+1') return maskPhone(value.slice(2), country);
  return new AsYouType().input(value).slice(code.length).trim();
}

/** A whole number for reading: `617-555-0100`, `+33 1 42 68 53 00`. */
export function showPhone(value: string | null | undefined): string {
  if (!value) return '';
  if (value.startsWith('+1') && value.length === 12) return maskPhone(value.slice(2), 'US');
  return parsePhoneNumberFromString(value)?.formatInternational() ?? value;
}

/** Whether a number, as far as it is typed, can belong to a country. */
export const belongsTo = (value: string, country: CountryCode): boolean =>
  value.startsWith(`+${getCountryCallingCode(country)}`);
