import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Failed } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { useRemoveAssessment, useWorkflowAssessments, type WorkflowAssessment } from './assessment-queries.ts';
import { recurrenceWords } from './trigger.ts';

const AssessmentTrigger = lazyDialog(() => import('./AssessmentTrigger.tsx'), 'AssessmentTrigger');

type Open = { act: 'add' } | { act: 'view' | 'remove'; assessment: WorkflowAssessment };

/** The assessments that a group's patients get, each with what triggers it (CGW-06 to CGW-10, CGW-18, CGW-20). */
export function AssessmentsTab({ gId }: { gId: number }) {
  const { data, isError, error, isLoading, refetch } = useWorkflowAssessments(gId);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (isError && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  const assessments = data ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text c="gray.7">Assessments that patients in this group answer, each as often as its trigger says.</Text>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'add' })}>
          Add assessment
        </Button>
      </Group>
      <AppTable
        label="Assessments of this group"
        storeKey="workflow-assessments"
        pageKey={String(gId)}
        records={assessments}
        columns={[
          {
            accessor: 'surveyName',
            title: 'Assessment',
            sortable: true,
            card: 'head',
            render: (assessment) => (
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                ta="left"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => setOpen({ act: 'view', assessment })}
              >
                {assessment.surveyName}
              </Anchor>
            ),
          },
          { accessor: 'triggerType', title: 'Trigger type', sortable: true },
          {
            accessor: 'triggerValue',
            title: 'Trigger value',
            noWrap: true,
            render: ({ triggerType, triggerValue }) => recurrenceWords(triggerType, triggerValue),
          },
          { accessor: 'triggerDescription', title: 'Trigger description' },
          {
            accessor: 'actions',
            title: 'Action',
            titleHidden: true,
            width: 56,
            textAlign: 'right',
            render: (assessment) => (
              <RowMenu
                label={`Actions for ${assessment.surveyName}`}
                items={[
                  { label: 'View', onClick: () => setOpen({ act: 'view', assessment }) },
                  { label: 'Remove', danger: true, onClick: () => setOpen({ act: 'remove', assessment }) },
                ]}
              />
            ),
          },
        ]}
        idAccessor="triggerId"
        loading={isLoading}
        pageSize={5}
        empty="No assessments to display"
      />
      {open?.act === 'add' && (
        <AssessmentTrigger
          gId={gId}
          taken={assessments.map(({ surveyId }) => surveyId)}
          assessment={null}
          onClose={close}
        />
      )}
      {open?.act === 'view' && <AssessmentTrigger gId={gId} taken={[]} assessment={open.assessment} onClose={close} />}
      {open?.act === 'remove' && <Remove gId={gId} assessment={open.assessment} onClose={close} />}
    </Stack>
  );
}

function Remove({ gId, assessment, onClose }: { gId: number; assessment: WorkflowAssessment; onClose: () => void }) {
  const { companyId } = useViewer();
  const removing = useRemoveAssessment();
  const { surveyId, surveyName } = assessment;
  return (
    <ConfirmDialog
      opened
      title="Remove assessment"
      confirm="Remove"
      cancel="Close"
      danger
      busy={removing.isPending}
      refused={
        removing.error &&
        removing.error.status !== 401 &&
        refusedAs(removing.error, { of: 'The assessment was', done: 'removed', press: 'Remove', isKeyless: true })
      }
      onConfirm={() =>
        removing.mutate(
          { query: { companyId, gId, surveyId } },
          {
            onSuccess: () => {
              toastSuccess(`“${surveyName}” is removed from this group.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>Would you like to remove “{surveyName}” from this group?</Text>
        <Text c="gray.7">
          Patients in this group are no longer asked, including open assessments. Their answers are kept.
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
