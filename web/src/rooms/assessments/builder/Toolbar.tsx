import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react';
import { RowMenu } from '#kit/RowMenu.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { Tool } from '#kit/Tool.tsx';

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
          <Tool label="Undo" keys="Control+Z" isReady={props.canUndo} onPress={props.onUndo} Icon={IconArrowBackUp} />
          <Tool
            label="Redo"
            keys="Control+Y"
            isReady={props.canRedo}
            onPress={props.onRedo}
            Icon={IconArrowForwardUp}
          />
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
