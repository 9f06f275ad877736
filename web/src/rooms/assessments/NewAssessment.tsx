import { Stack, Text } from '@mantine/core';
import { longest } from '@portal/contract/assessments/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { refusedAs } from '#shared/way-on.ts';
import type { Draft } from './builder/graph-edit.ts';
import { useCreateSurvey } from './queries.ts';

/** ASB-04 to ASB-07: an empty one, or one that begins as a copy or as a file. */
export function NewAssessment(props: {
  start: Draft;
  title: string;
  onCreated: (surveyId: number) => void;
  onClose: () => void;
}) {
  const { start, title, onCreated, onClose } = props;
  const { companyId } = useViewer();
  const [name, setName] = useState(start.name);
  const creating = useCreateSurvey();
  const { isPending, error } = creating;
  const surveyName = name.trim();
  const isReady = surveyName !== '' && !tooLong(name, longest.surveyName);
  const create = () => {
    if (isPending || !isReady) return;
    creating.mutate(
      { body: { surveyName, nodes: [...start.nodes], edges: [...start.edges], companyId } },
      { onSuccess: ({ surveyId }) => onCreated(surveyId) },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={title} mayClose={!isPending} dirty={name !== start.name}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Stack gap="md">
          <LimitedTextInput
            label="Assessment Name"
            required
            data-autofocus
            autoComplete="off"
            most={longest.surveyName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {start.nodes.length > 0 && (
            <Text size="sm" c="gray.7">
              {start.nodes.length === 1
                ? 'It begins with 1 question.'
                : `It begins with ${start.nodes.length} questions.`}
            </Text>
          )}
          <DialogFooter
            says={surveyName === '' ? 'Still missing: a name.' : ''}
            refused={
              error &&
              !isPending &&
              error.status !== 401 &&
              refusedAs(error, {
                of: 'The assessment was',
                done: 'created',
                press: 'Create',
                text: `${sentenceOf(error)}${error.status > 0 ? ` (${error.status})` : ''}`,
              })
            }
          >
            <DialogCancel disabled={isPending} />
            <SubmitButton ready={isReady} busy={isPending}>
              Create
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
