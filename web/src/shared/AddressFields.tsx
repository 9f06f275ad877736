import { SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import type { AddressField } from '@portal/contract/addresses/fields.ts';
import { type Address, countryOf } from '@portal/contract/addresses/rules.ts';
import { plainText } from '@portal/contract/plain-text.ts';
import { type ComponentProps, useState } from 'react';
import {
  type AddressProblems,
  countryProblemOf,
  isEmptyAddress,
  keyOf,
  problemsOf,
  provinceAmong,
} from './address-form.ts';
import { useCountries, useCountryForm } from './address-service.ts';
import { SuggestField } from '../kit/SuggestField.tsx';
import { inUpperCase } from '../kit/upper-case.ts';

/** An address in the form of its country (ADR-01 to ADR-18). What is wrong shows once a field was left, or with `showProblems`. */
export function AddressFields(props: {
  value: Address;
  onChange: (address: Address) => void;
  /** The form was sent: say everything that is wrong. */
  showProblems?: boolean;
  /** What the server says about a field. */
  errors?: AddressProblems;
  /** The whole address may be left out: no field is marked as required, and an empty one has no problem. */
  optional?: boolean;
  /** A dialog begins with the first of them. */
  'data-autofocus'?: boolean;
}) {
  const { value, onChange, showProblems = false, errors = {}, optional = false } = props;
  const [left, setLeft] = useState<ReadonlySet<keyof Address>>(new Set());
  /** The name of a country as far as it is typed, and what stood there before: its code, and how it was written. */
  const [typed, setTyped] = useState<{ country: string; from: string; was: string } | null>(null);
  // The fields stay those of the last country that is served while another name is being typed.
  const [served, setServed] = useState(() => countryOf(value.country)?.isoCode ?? 'US');
  const iso = typed?.from ?? countryOf(value.country)?.isoCode ?? served;
  const countries = useCountries();
  const { fields, provinces, isLoading } = useCountryForm(iso);
  const problems = optional && isEmptyAddress(value) ? countryProblemOf(value) : problemsOf(value);

  const leave = (field: keyof Address) => setLeft(new Set([...left, field]));
  const errorOf = (field: keyof Address) =>
    errors[field] ?? (showProblems || left.has(field) ? problems[field] : undefined);
  const set = (field: keyof Address) => (text: string) => onChange({ ...value, [field]: text });

  /** A form that is sent by Enter has what was typed, as far as it is (ADR-10). */
  const typeCountry = (text: string) => {
    setTyped({ country: text, from: iso, was: typed?.was ?? value.country });
    set('country')(text.trim());
  };
  /** OPN-68: another country empties province and zip; street and city stay. */
  const setCountry = (text: string) => {
    setTyped(null);
    const country = countryOf(text);
    if (country) setServed(country.isoCode);
    const moved = country !== null && country.isoCode !== iso;
    const was = typed?.was ?? value.country;
    const next = country?.isoCode === countryOf(was)?.isoCode && country ? was : (country?.isoCode ?? text);
    if (!moved && next === value.country) return;
    onChange({ ...value, country: next, ...(moved ? { state: '', zip: '' } : {}) });
  };
  const leaveProvince = () => {
    leave('state');
    const known = provinceAmong(provinces ?? [], value.state);
    const isItsName = known && plainText(known.provinceName) === plainText(value.state);
    if (isItsName && known.provinceName !== value.state) set('state')(known.provinceName);
  };
  const leaveText = (key: keyof Address) => {
    leave(key);
    if (key === 'zip' && value.zip !== value.zip.trim()) set('zip')(value.zip.trim());
  };

  const fieldOf = ({ name, label, required }: AddressField) => {
    const key = keyOf(name);
    const common = { label, error: errorOf(key), required: required && !optional };
    if (name === 'province' && provinces?.length !== 0)
      return (
        <SuggestField
          key={`${iso} ${name}`}
          {...common}
          value={value.state}
          options={(provinces ?? []).map(({ provinceName }) => provinceName)}
          meant={(text) => provinceAmong(provinces ?? [], text)?.provinceName}
          nothing={provinces ? `No ${label}s found.` : isLoading ? 'Loading…' : 'The list could not be loaded.'}
          onType={set('state')}
          onPick={set('state')}
          onBlur={leaveProvince}
        />
      );
    return (
      <TextInput
        key={name}
        {...common}
        value={value[key]}
        onChange={({ currentTarget: field }) => set(key)(name === 'zip' ? inUpperCase(field).trimStart() : field.value)}
        onBlur={() => leaveText(key)}
        autoComplete="off"
      />
    );
  };
  const [lines, places] = [fields.filter(isLine), fields.filter((field) => !isLine(field))];

  return (
    <Stack gap="sm">
      <SuggestField
        label="Country"
        value={typed?.country ?? countryOf(value.country)?.name ?? value.country}
        options={countries.map(({ countryName }) => countryName)}
        nothing="No Countries Found"
        meant={(text) => countryOf(text)?.name}
        onType={typeCountry}
        onPick={setCountry}
        onBlur={() => {
          leave('country');
          if (typed !== null) setCountry(typed.country.trim());
        }}
        error={errorOf('country')}
        required={!optional}
        data-autofocus={props['data-autofocus']}
      />
      {lines.map(fieldOf)}
      <SimpleGrid cols={{ base: 1, sm: places.length }} spacing="sm" verticalSpacing="sm">
        {places.map(fieldOf)}
      </SimpleGrid>
    </Stack>
  );
}

const isLine = ({ name }: AddressField): boolean => name === 'street' || name === 'street2';

/** An address with its name, as a part of a longer form. */
export function AddressSection({ legend, ...fields }: ComponentProps<typeof AddressFields> & { legend: string }) {
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <Title component="legend" order={3} mb="xs">
        {legend}
      </Title>
      <AddressFields {...fields} />
    </fieldset>
  );
}
