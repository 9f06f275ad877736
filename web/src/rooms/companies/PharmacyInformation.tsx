import { Box } from '@mantine/core';
import { FactList } from '#kit/FactList.tsx';
import { Section } from '#kit/Section.tsx';
import { useDemoMode } from '#shared/demo-mode.ts';

/** SET-03. */
const hours = [
  ['Mon-Thu', '8 am-5 pm CT'],
  ['Fri', '8 am-6 pm CT'],
] as const;

/** SET-02: in demo mode alone. */
export function PharmacyInformation() {
  if (!useDemoMode()) return null;
  return (
    <Section title="Pharmacy Information" hint="sample for demonstrations">
      <Box px="md" py="xs">
        <FactList facts={hours} />
      </Box>
    </Section>
  );
}
