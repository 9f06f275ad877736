import { Box, Text } from '@mantine/core';
import { type Address, countryOf } from '@portal/contract/addresses/rules.ts';
import type { ShipmentRequest } from '@portal/contract/shipments/endpoints.ts';
import { numberThenAndNow, uncertainText } from '@portal/contract/shipments/rules.ts';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { nameThenAndNow } from '../sentences.ts';

/** Names and values, read only. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box component="dl" className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="gray.7">
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </Box>
  );
}

/** Subject numbers with names, a line each, so that none is torn apart. */
export function PeopleLines({ people }: { people: readonly ShipmentRequest['participants'][number][] }) {
  return people.map((one) => (
    <span key={one.subjectNumber} className={classes.line}>
      {numberThenAndNow(one)} {nameThenAndNow(one)} {uncertainText(one)}
    </span>
  ));
}

/** An address as on a label; SHV-05 when there is none. */
export function AddressLines({ address }: { address: Address | null }) {
  if (!address) return 'No Address';
  const country = countryOf(address.country)?.name ?? address.country;
  const lines = [
    address.street,
    address.street2,
    `${address.city}${address.state ? `, ${address.state}` : ''} ${address.zip}`,
    country,
  ];
  return (
    <Text component="address" fs="normal">
      {lines
        .filter((line) => line.trim() !== '')
        .map((line, i) => (
          // Two lines may say the same: a city that is its own country.
          <span key={i} className={classes.line}>
            {line}
          </span>
        ))}
    </Text>
  );
}
