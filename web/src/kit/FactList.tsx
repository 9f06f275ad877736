import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FactList.module.css';

/** Names and values in rows, for reading. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box component="dl" m={0}>
      {facts.map(([label, value]) => (
        <Box key={label} className={classes.fact}>
          <Text component="dt" size="sm" c="gray.7">
            {label}
          </Text>
          <Text component="dd" m={0} className={classes.value}>
            {value || '–'}
          </Text>
        </Box>
      ))}
    </Box>
  );
}
