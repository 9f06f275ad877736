import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useBrand } from '#api/viewer.ts';

/** The Account Recovery view (MFA-19 to MFA-21). */
export function Recovery({ onBack }: { onBack: () => void }) {
  const { name, email, phone } = useBrand();
  return (
    <Stack gap="md">
      <Title order={1}>Account Recovery</Title>
      <Text>{`To reset MFA on your account, please contact ${name} by email${phone ? ' or phone' : ''}`}</Text>
      <Stack gap={4}>
        <Anchor href={`mailto:${email}`}>{email}</Anchor>
        {phone && <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>}
      </Stack>
      <Button variant="default" onClick={onBack}>
        Go back to MFA
      </Button>
    </Stack>
  );
}
