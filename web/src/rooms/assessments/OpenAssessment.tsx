import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { toastFailure } from '#kit/toast.ts';
import type { Draft } from './builder/graph-edit.ts';
import { useSurvey } from './queries.ts';

const Builder = lazyPart(() => import('./builder/Builder.tsx'), 'Builder', <Loading label="Loading the builder" />);

/** One assessment in the builder; what could not be read leaves the place empty (ASB-28). */
export function OpenAssessment(props: {
  surveyId: number;
  definition: number | null;
  mayBuild: boolean;
  onDefinition: (definition: number | null) => void;
  onCopy: (draft: Draft) => void;
}) {
  const { surveyId, definition, mayBuild, onDefinition, onCopy } = props;
  const { survey, isLoading, refetch } = useSurvey(surveyId, definition);
  const [reloads, setReloads] = useState(0);
  /** What was not read is not shown as what was saved: what stands here stays. */
  const reload = async () => {
    const { error } = await refetch();
    if (error) toastFailure(sentenceOf(error));
    else setReloads((before) => before + 1);
  };
  if (isLoading) return <Loading label="Loading the assessment" />;
  if (!survey) return null;
  const isNewest = survey.definition === survey.definitions[0]?.definition;
  return (
    <Builder
      key={reloads}
      survey={survey}
      readOnly={!mayBuild || (definition !== null && !isNewest)}
      onDefinition={onDefinition}
      onCopy={onCopy}
      onReload={() => void reload()}
    />
  );
}
