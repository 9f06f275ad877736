import { Fieldset, type FieldsetProps, Stack, Text } from '@mantine/core';
import type { Ref } from 'react';
import type { Draft, Surroundings } from './request-draft.ts';

/** What each section of the form of a request gets. */
export interface SectionProps {
  draft: Draft;
  around: Surroundings;
  change: (changes: Partial<Draft>) => void;
}

/** One section of a form, with its name. */
export function FormSection({ legend, children, ...rest }: FieldsetProps & { ref?: Ref<HTMLFieldSetElement> }) {
  return (
    <Fieldset
      legend={
        <Text span fw={600}>
          {legend}
        </Text>
      }
      {...rest}
    >
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
