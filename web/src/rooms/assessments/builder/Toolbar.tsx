import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react';
import { RowMenu } from '#kit/RowMenu.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';

/** ASB-08, and what else can be done with the whole graph. */
export function Toolbar(props: {
  readOnly: boolean;
  canUndo: boolean;
  canRedo: boolean;
  isDirty: boolean;
  isSaving: boolean;
  isNamed: boolean;
  onAdd: () => void;
  onSave: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onArrange: () => void;
  onNumber: () => void;
  onPreview: () => void;
  onCopy: () => void;
  onExport: () => void;
}) {
  const { readOnly, isDirty, isSaving } = props;
  return (
    <Group gap="sm" role="toolbar" aria-label="Assessment Builder">
      {!readOnly && (
        <>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={props.onAdd}>
            Add Question
          </Button>
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Undo"
            aria-keyshortcuts="Control+Z"
            disabled={!props.canUndo}
            onClick={props.onUndo}
          >
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Redo"
            aria-keyshortcuts="Control+Y"
            disabled={!props.canRedo}
            onClick={props.onRedo}
          >
            <IconArrowForwardUp size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" onClick={props.onArrange}>
            Arrange
          </Button>
        </>
      )}
      <Button variant="default" onClick={props.onPreview}>
        Preview
      </Button>
      <RowMenu
        label="More for this assessment"
        items={[
          { label: 'Number from top to bottom', hidden: readOnly, onClick: props.onNumber },
          { label: 'Copy', onClick: props.onCopy },
          { label: 'Export as JSON', onClick: props.onExport },
        ]}
      />
      {readOnly ? (
        <Text c="gray.7">Only for reading</Text>
      ) : (
        <Group gap="sm" ml="auto">
          <Text size="sm" c="gray.7" role="status">
            {isDirty ? 'Not saved yet' : ''}
          </Text>
          <SubmitButton busy={isSaving} ready={props.isNamed} onPress={props.onSave}>
            Save Assessment
          </SubmitButton>
        </Group>
      )}
    </Group>
  );
}
