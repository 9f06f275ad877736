import { Button, Group, Stack, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { createSurvey } from '@portal/contract/assessments/endpoints.ts';
import { type ChangeEvent, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { closeFirst } from '#kit/close-first.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { toastFailure } from '#kit/toast.ts';
import { AssessmentList } from './AssessmentList.tsx';
import { graphOf, readFile, saveAsFile } from './builder/file.ts';
import type { Draft } from './builder/graph-edit.ts';
import { OpenAssessment } from './OpenAssessment.tsx';
import { readSurveyNow, type Survey } from './queries.ts';

const NewAssessment = lazyDialog(() => import('./NewAssessment.tsx'), 'NewAssessment');

/** Which assessment is open, and which of its definitions; null is the newest. */
export interface Shown {
  survey: number | null;
  definition: number | null;
}

const empty: Draft = { name: '', nodes: [], edges: [] };

/** The assessments of the company, and the one that is being built (ASB-01 to ASB-07). */
export function AssessmentsScreen({ shown, onShow }: { shown: Shown; onShow: (shown: Shown) => void }) {
  const viewer = useViewer();
  const mayBuild = meets(createSurvey.access, viewer);
  const [isListShown, setIsListShown] = useState(true);
  /** What a new one begins with. */
  const [start, setStart] = useState<{ draft: Draft; title: string } | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const open = (survey: number) => onShow({ survey, definition: null });
  const copy = (draft: Draft) =>
    setStart({ draft: { ...draft, name: `Copy of ${draft.name}` }, title: 'Copy Assessment' });
  const withDraft = async ({ surveyId }: Survey, then: (draft: Draft) => void) => {
    const detail = await readSurveyNow(viewer.companyId, surveyId).catch(() => undefined);
    if (detail) then({ name: detail.surveyName, ...graphOf(detail.questionsGraph) });
    else toastFailure('The assessment could not be read.');
  };
  const take = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const read = readFile(await chosen.text().catch(() => ''));
    // The same file can be chosen again.
    input.value = '';
    if (typeof read === 'string') toastFailure(read);
    else setStart({ draft: read, title: 'Import Assessment' });
  };
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Title order={2}>Assessment List</Title>
        <Group gap="sm">
          <Button variant="default" aria-expanded={isListShown} onClick={() => setIsListShown(!isListShown)}>
            {isListShown ? 'Hide Assessment List' : 'Show Assessment List'}
          </Button>
          {mayBuild && (
            <Button variant="default" onClick={() => file.current?.click()}>
              Import
            </Button>
          )}
          {mayBuild && (
            <Button onClick={() => setStart({ draft: empty, title: 'Create New Assessment' })}>New Assessment</Button>
          )}
        </Group>
      </Group>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Assessment as JSON"
        onChange={(event) => void take(event)}
      />
      {isListShown && (
        <AssessmentList
          mayBuild={mayBuild}
          onOpen={open}
          onCopy={(survey) => void withDraft(survey, copy)}
          onExport={(survey) => void withDraft(survey, saveAsFile)}
        />
      )}
      {shown.survey !== null && (
        <OpenAssessment
          key={`${shown.survey} ${shown.definition}`}
          surveyId={shown.survey}
          definition={shown.definition}
          mayBuild={mayBuild}
          onDefinition={(definition) => onShow({ ...shown, definition })}
          onCopy={copy}
        />
      )}
      {start && (
        <NewAssessment
          start={start.draft}
          title={start.title}
          onCreated={(survey) => {
            closeFirst(() => setStart(null));
            open(survey);
          }}
          onClose={() => setStart(null)}
        />
      )}
    </Stack>
  );
}
