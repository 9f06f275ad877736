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

/**
 * The country to show beside a number: its own, or the chosen one where both have the same code; while it cannot be told yet, the
 * one it may be of. Null for a number of any other country: it is taken all the same (PHN-01, PHN-02).
 */
export function countryOfPhone(
  value: string,
  countries: readonly PhoneCountry[],
  { chosen, home }: { chosen: CountryCode | null; home: CountryCode },
): CountryCode | null {
  if (value === '') return chosen ?? home;
  const own = parsePhoneNumberFromString(value)?.country;
  if (own && !countries.some(({ isoCode }) => isoCode === own)) return null;
  if (chosen && belongsTo(value, chosen)) return chosen;
  return own ?? (belongsTo(value, home) ? home : null);
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

/** The part of a number after its country's code, as the field shows it; one of a country that is not shown, with its code. */
export function localPart(value: string, country: CountryCode | null): string {
  if (!country) return new AsYouType().input(value);
  const code = `+${getCountryCallingCode(country)}`;
  if (code === '+1') return maskPhone(value.slice(2), country);
  return new AsYouType().input(value).slice(code.length).trim();
}

/** The digits after the code of whatever country it is; none as long as the code is not whole. */
export const withoutCode = (value: string): string => parsePhoneNumberFromString(value)?.nationalNumber ?? '';

/** A whole number for reading: `617-555-0100`, `+33 1 42 68 53 00`. */
export function showPhone(value: string | null | undefined): string {
  if (!value) return '';
  if (value.startsWith('+1') && value.length === 12) return maskPhone(value.slice(2), 'US');
  return parsePhoneNumberFromString(value)?.formatInternational() ?? value;
}

/** Whether a number, as far as it is typed, can belong to a country. */
const belongsTo = (value: string, country: CountryCode): boolean =>
  value.startsWith(`+${getCountryCallingCode(country)}`);
