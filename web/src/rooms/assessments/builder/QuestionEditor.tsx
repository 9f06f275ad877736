import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { type Node, offeredTypes } from '@portal/contract/assessments/flow.ts';
import { longest } from '@portal/contract/assessments/rules.ts';
import { useState } from 'react';
import { Dialog } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { type Allowed, StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { numberOf } from './graph-edit.ts';

/** ASB-13: of what is no digit `numberOf` takes what stands before it. */
const digits: Allowed = {
  keep: (typed) => String(numberOf(typed) ?? ''),
  refused: /\D/g,
  only: 'Digits only',
};

/** ASB-10 to ASB-14. What is changed is one step that can be undone. */
export function QuestionEditor(props: {
  node: Node;
  onDone: (node: Node) => void;
  onRemove: () => void;
  onClose: () => void;
  returnTo: () => HTMLElement | null;
}) {
  const { node: first, onDone, onRemove, onClose, returnTo } = props;
  const [node, setNode] = useState(first);
  const change = (part: Partial<Node>) => setNode({ ...node, ...part });
  const { questionType } = node;
  const isReady = !tooLong(node.question, longest.question) && !tooLong(node.additionalInfo, longest.additionalInfo);
  // What came by import may have a type that the builder does not offer: it stays until another one is chosen.
  const types = offeredTypes.some(({ value }) => value === questionType.value)
    ? offeredTypes
    : [...offeredTypes, questionType];
  return (
    <Dialog opened onClose={onClose} title="Question Editor" size="lg" dirty={node !== first} returnTo={returnTo}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onDone(node);
        }}
      >
        <Stack gap="md">
          <Group gap="sm" align="flex-start" grow>
            <StrictField
              label="Question Number"
              inputMode="numeric"
              allowed={digits}
              value={String(node.questionNum ?? '')}
              onChange={(typed) => change({ questionNum: numberOf(typed) })}
            />
            <NativeSelect
              label="Question Type"
              data={types.map(({ value, label }) => ({ value, label }))}
              value={questionType.value}
              onChange={(event) => {
                const type = types.find(({ value }) => value === event.currentTarget.value);
                if (type) change({ questionType: { value: type.value, label: type.label } });
              }}
            />
          </Group>
          <LimitedTextarea
            label="Question"
            rows={3}
            most={longest.question}
            data-autofocus
            value={node.question}
            onChange={(event) => change({ question: event.currentTarget.value })}
          />
          <LimitedTextarea
            label="Additional Info"
            description="Only Appears in Dashboard Clinician View"
            rows={3}
            most={longest.additionalInfo}
            value={node.additionalInfo}
            onChange={(event) => change({ additionalInfo: event.currentTarget.value })}
          />
          <Group justify="space-between" gap="sm">
            <Button variant="default" c="red.9" onClick={onRemove}>
              Remove Question
            </Button>
            <SubmitButton ready={isReady}>Done</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
