import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type Address, countryOf } from '@portal/contract/addresses/rules.ts';
import { useState } from 'react';
import {
  type AddressProblems,
  countryNames,
  countryProblemOf,
  formOf,
  isEmptyAddress,
  longest,
  problemsOf,
} from './address-form.ts';
import { provinceOf } from './provinces.ts';
import { SuggestField } from './SuggestField.tsx';

/** An address in the form of its country (ADR-01 to ADR-16). What is wrong shows once a field was left, or with `showProblems`. */
export function AddressFields(props: {
  value: Address;
  onChange: (address: Address) => void;
  /** The form was sent: say everything that is wrong. */
  showProblems?: boolean;
  /** What the server says about a field. */
  errors?: AddressProblems;
  /** The whole address may be left out: no field is marked as required, and an empty one has no problem. */
  optional?: boolean;
  disabled?: boolean;
}) {
  const { value, onChange, showProblems = false, errors = {}, optional = false, disabled } = props;
  const [left, setLeft] = useState<ReadonlySet<keyof Address>>(new Set());
  const [typedCountry, setTypedCountry] = useState<string | null>(null);
  // The fields stay those of the last country that is served while another name is being typed.
  const [served, setServed] = useState(() => formOf(value.country).isoCode);
  const iso = countryOf(value.country)?.isoCode ?? served;
  const form = formOf(iso);
  const problems = optional && isEmptyAddress(value) ? countryProblemOf(value) : problemsOf(value);

  const leave = (field: keyof Address) => setLeft(new Set([...left, field]));
  const errorOf = (field: keyof Address) =>
    errors[field] ?? (showProblems || left.has(field) ? problems[field] : undefined);
  const set = (field: keyof Address) => (text: string) => onChange({ ...value, [field]: text });

  /** OPN-68: another country empties province and zip; street and city stay. */
  const setCountry = (text: string) => {
    setTypedCountry(null);
    const country = countryOf(text);
    if (country) setServed(country.isoCode);
    if (country ? country.isoCode === countryOf(value.country)?.isoCode : text === value.country) return;
    const moved = country !== null && country.isoCode !== iso;
    onChange({ ...value, country: country?.isoCode ?? text, ...(moved ? { state: '', zip: '' } : {}) });
  };
  const leaveProvince = () => {
    leave('state');
    const known = provinceOf(iso, value.state);
    if (
      known &&
      known.provinceName.toLowerCase() === value.state.trim().toLowerCase() &&
      known.provinceName !== value.state
    )
      set('state')(known.provinceName);
  };
  const plain = (field: 'street' | 'street2' | 'city', label: string, required: boolean) => (
    <TextInput
      label={label}
      value={value[field]}
      onChange={(event) => set(field)(event.currentTarget.value)}
      onBlur={() => leave(field)}
      error={errorOf(field)}
      required={required && !optional}
      disabled={disabled}
      autoComplete="off"
    />
  );

  return (
    <Stack gap="sm">
      <SuggestField
        label="Country"
        value={typedCountry ?? countryOf(value.country)?.name ?? value.country}
        options={countryNames}
        nothing="No Countries Found"
        onType={setTypedCountry}
        onPick={setCountry}
        onBlur={() => {
          leave('country');
          if (typedCountry !== null) setCountry(typedCountry.trim());
        }}
        error={errorOf('country')}
        required={!optional}
        disabled={disabled}
        maxLength={longest.country}
      />
      {plain('street', 'Street', true)}
      {plain('street2', 'Street line 2', false)}
      <SimpleGrid cols={{ base: 1, sm: form.province ? 3 : 2 }} spacing="sm" verticalSpacing="sm">
        {plain('city', form.city, true)}
        {form.province && (
          <SuggestField
            key={iso}
            label={form.province}
            value={value.state}
            options={form.provinces}
            nothing={`No ${form.province}s found.`}
            onType={set('state')}
            onPick={set('state')}
            onBlur={leaveProvince}
            error={errorOf('state')}
            required={!optional}
            disabled={disabled}
          />
        )}
        <TextInput
          label={form.zip}
          value={value.zip}
          onChange={(event) => set('zip')(event.currentTarget.value.trimStart().toUpperCase())}
          onBlur={() => {
            leave('zip');
            if (value.zip !== value.zip.trim()) set('zip')(value.zip.trim());
          }}
          error={errorOf('zip')}
          required={!optional}
          disabled={disabled}
          autoComplete="off"
        />
      </SimpleGrid>
    </Stack>
  );
}
