import { List, Stack, Text, Title } from '@mantine/core';
import { useWorkflowAssessments } from './assessment-queries.ts';
import { useWorkflowDocuments } from './queries.ts';
import { recurrenceWords, valueWords } from './trigger.ts';

/** OPS-94: how many documents and assessments a group's patients get, and which. */
export function WorkflowFacts({ gId }: { gId: number }) {
  const documents = useWorkflowDocuments(gId);
  const assessments = useWorkflowAssessments(gId);
  return (
    <>
      <Facts
        title="Documents"
        names={documents.data?.map((one) => `${one.friendlyName}, ${valueWords(one.triggerValue).toLowerCase()}`)}
      />
      <Facts
        title="Assessments"
        names={assessments.data?.map(
          (one) => `${one.surveyName}, ${recurrenceWords(one.triggerType, one.triggerValue).toLowerCase()}`,
        )}
      />
    </>
  );
}

/** Nothing is said of what could not be read. */
function Facts({ title, names }: { title: string; names: readonly string[] | undefined }) {
  if (!names) return null;
  return (
    <Stack gap={4}>
      <Title order={3}>{`${title} (${names.length})`}</Title>
      {names.length === 0 ? (
        <Text size="sm" c="gray.7">
          None
        </Text>
      ) : (
        <List size="sm">
          {names.map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
