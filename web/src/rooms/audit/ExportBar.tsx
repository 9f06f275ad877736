import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** The title of entries that can be exported, with how far the export is. */
export function ExportBar(props: {
  title: string;
  /** How many have come so far, or null while nothing is exported. */
  done: number | null;
  total: number;
  more: boolean;
  disabled: boolean;
  onBegin: () => void;
  onCancel: () => void;
}) {
  const { title, done, total, more, disabled, onBegin, onCancel } = props;
  return (
    <Group justify="space-between" gap="sm">
      <Title order={2}>{title}</Title>
      <Group gap="sm">
        <Text component="output" size="sm" c="gray.7">
          {done !== null && progressWords(done, total, more)}
        </Text>
        {done === null ? (
          <Button leftSection={<IconDownload size={18} aria-hidden />} disabled={disabled} onClick={onBegin}>
            Export CSV
          </Button>
        ) : (
          <Button variant="default" onClick={onCancel}>
            Cancel export
          </Button>
        )}
      </Group>
    </Group>
  );
}

const progressWords = (done: number, total: number, more: boolean): string =>
  `Exporting: ${done.toLocaleString('en')}${more ? '' : ` of ${total.toLocaleString('en')}`} entries`;
