import { Group, Select, TextInput } from '@mantine/core';
import { countryOf } from '@portal/contract/addresses/rules.ts';
import type { CountryCode } from 'libphonenumber-js/min';
import { type ReactNode, useState } from 'react';
import { useCountries } from './address-service.ts';
import { countryOfPhone, localPart, maskPhone, phoneCountriesOf, phoneFrom, withoutCode } from './phone.ts';

/** A phone number of one of the served countries, handed over as E.164; empty text for none (PHN-01 to PHN-04). */
export function PhoneField(props: {
  label?: string;
  value: string;
  onChange: (phone: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** The country of the address beside it, as it is kept there: until a number or another country is given, it is this one's. */
  addressCountry?: string;
}) {
  const { label = 'Phone', value, onChange, onBlur, error, required, addressCountry = '' } = props;
  const countries = phoneCountriesOf(useCountries());
  const [chosen, setChosen] = useState<CountryCode | null>(null);
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const here = countryOf(addressCountry)?.isoCode;
  const home = countries.find(({ isoCode }) => isoCode === here)?.isoCode ?? 'US';
  const country = countryOfPhone(value, countries, { chosen, home });
  // Without a country beside it, a number shows its code.
  const isAsTyped = typed?.value === value && (country !== null || typed.text.startsWith('+'));
  const text = isAsTyped ? typed.text : localPart(value, country);

  const hand = (next: string, nextText: string) => {
    // Whoever empties the field of what stood there stays in its country.
    if (next === '' && value !== '' && typed === null && country) setChosen(country);
    setTyped({ text: nextText, value: next });
    if (next !== value) onChange(next);
  };
  const type = (input: HTMLInputElement) => {
    // A correction in the middle is left alone, or the caret would jump.
    const atEnd = input.selectionStart === null || input.selectionStart === input.value.length;
    const growing = input.value.length > text.length;
    const by = country ?? chosen ?? home;
    hand(
      phoneFrom(input.value, by),
      atEnd && growing ? maskPhone(input.value, by) : input.value.replace(/[^\d+\-() .]/g, ''),
    );
  };
  const choose = (next: CountryCode) => {
    const local = text.startsWith('+') ? withoutCode(value) : text;
    setChosen(next);
    hand(phoneFrom(local, next), maskPhone(local, next));
  };

  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" component="fieldset" bd={0} m={0} p={0} miw={0} aria-label={label}>
      <Select
        label="Country code"
        aria-label={`${label}: country code`}
        data={countries.map(({ isoCode, label: name }) => ({ value: isoCode, label: name }))}
        value={country}
        onChange={(next) => next && choose(next as CountryCode)}
        placeholder="Country"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No options available"
        w="11.5rem"
        miw="8rem"
        comboboxProps={{ transitionProps: { duration: 0 }, width: 260, position: 'bottom-start' }}
      />
      <TextInput
        type="tel"
        label={label}
        value={text}
        onChange={(event) => type(event.currentTarget)}
        onBlur={() => {
          // A number typed with + moves its code to the list once it is left.
          if (text.startsWith('+')) setTyped(null);
          onBlur?.();
        }}
        error={error}
        required={required}
        autoComplete="off"
        flex={1}
        miw={0}
      />
    </Group>
  );
}
