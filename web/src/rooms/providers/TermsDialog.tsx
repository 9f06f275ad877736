import { Button, Group, Text } from '@mantine/core';
import { useBrand } from '#api/viewer.ts';
import { Sheet } from '#kit/Sheet.tsx';

/** The terms of the host's brand (REG-23 to REG-25, BRN-09). Closing it otherwise leaves the choice as it was. */
export function TermsDialog(props: {
  opened: boolean;
  onAgree: () => void;
  onCancel: () => void;
  onClose: () => void;
}) {
  const { opened, onAgree, onCancel, onClose } = props;
  const { terms } = useBrand();
  return (
    <Sheet opened={opened} onClose={onClose} title="Terms and conditions">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {terms}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onAgree}>Agree</Button>
      </Group>
    </Sheet>
  );
}
