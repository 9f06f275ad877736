import { List, Stack, Text, Title } from '@mantine/core';
import { useWorkflowAssessments } from './assessment-queries.ts';
import { useWorkflowDocuments } from './queries.ts';
import { recurrenceWords, valueWords } from './trigger.ts';

/** OPS-94: how many documents are planned for a group's patients, how many assessments they get, and which. */
export function WorkflowFacts({ gId }: { gId: number }) {
  const documents = useWorkflowDocuments(gId);
  const assessments = useWorkflowAssessments(gId);
  return (
    <>
      <Facts
        title="Documents"
        note="Planned for patients. The portal does not send them by itself."
        facts={documents.data?.map((one) => ({
          triggerId: one.triggerId,
          words: `${one.friendlyName}, ${valueWords(one.triggerValue).toLowerCase()}`,
        }))}
      />
      <Facts
        title="Assessments"
        facts={assessments.data?.map((one) => ({
          triggerId: one.triggerId,
          words: `${one.surveyName}, ${recurrenceWords(one.triggerType, one.triggerValue).toLowerCase()}`,
        }))}
      />
    </>
  );
}

interface Fact {
  triggerId: number;
  words: string;
}

/** Nothing is said of what could not be read. */
function Facts({ title, note, facts }: { title: string; note?: string; facts: readonly Fact[] | undefined }) {
  if (!facts) return null;
  return (
    <Stack gap={4}>
      <Title order={3}>{`${title} (${facts.length})`}</Title>
      {(note || facts.length === 0) && (
        <Text size="sm" c="gray.7">
          {facts.length === 0 ? 'None' : note}
        </Text>
      )}
      {facts.length > 0 && (
        <List size="sm">
          {facts.map(({ triggerId, words }) => (
            // Two of one name may come at one time.
            <List.Item key={triggerId}>{words}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
