import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { SurveyDetail } from '@portal/contract/assessments/endpoints.ts';
import type { Edge } from '@portal/contract/assessments/flow.ts';
import { hintsOf } from '@portal/contract/assessments/graph-problems.ts';
import { longest } from '@portal/contract/assessments/rules.ts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type CallFailure, isOwnChange } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { lazyDialog, lazyPart } from '#kit/lazy-part.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { Notice } from '#kit/Notice.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { useStay } from '#kit/stay.ts';
import { Loading } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { saidAs } from '#shared/way-on.ts';
import { useSaveSurvey } from '../queries.ts';
import { BranchEditor } from './BranchEditor.tsx';
import classes from './builder.module.css';
import type { Flow } from './Canvas.tsx';
import { graphOf, saveAsFile } from './file.ts';
import {
  added,
  allProblems,
  changed,
  connected,
  cut,
  type Draft,
  flagsLost,
  lostWith,
  movedTo,
  newEdge,
  numbered,
  removed,
} from './graph-edit.ts';
import { arranged, freePlace } from './layout.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { foundIn, QuestionList } from './QuestionList.tsx';
import { RemoveQuestion } from './RemoveQuestion.tsx';
import { type Box, boxOf, cardSize, type Point } from './shapes.ts';
import { Toolbar } from './Toolbar.tsx';
import { useDraft } from './use-draft.ts';
import { useBuilderKeys } from './use-keys.ts';

const Canvas = lazyPart(() => import('./Canvas.tsx'), 'default', <Loading label="Loading the graph" />);
const Preview = lazyDialog(() => import('./Preview.tsx'), 'Preview');

type Open = { act: 'question'; id: string } | { act: 'branch'; edge: Edge; isNew: boolean } | { act: 'preview' };

/** ASB-27. */
const notSaved = 'Unable to save assessment. Please try again later.';
/** REL-07: saving would be refused. */
const savedMeanwhile =
  'Your draft is still on this page, and is not saved. To keep it, export it to a file before you load what was saved.';
const sentenceOf = ({ status, message }: CallFailure): string =>
  status === 400 && message !== '' ? message : notSaved;

/** The Assessment Builder (ASB-08 to ASB-29): a graph of questions, and beside it the same in words. */
export function Builder(props: {
  survey: SurveyDetail;
  readOnly: boolean;
  onDefinition: (definition: number | null) => void;
  onCopy: (draft: Draft) => void;
  onReload: () => void;
}) {
  const { survey, readOnly, onDefinition, onCopy, onReload } = props;
  const { companyId } = useViewer();
  const [saved, setSaved] = useState<Draft>(() => ({ name: survey.surveyName, ...graphOf(survey.questionsGraph) }));
  const [version, setVersion] = useState(survey.version);
  const [definition, setDefinition] = useState(survey.definition);
  const { draft, canUndo, canRedo, undo, redo, change } = useDraft(saved);
  const [open, setOpen] = useState<Open | null>(null);
  const [search, setSearch] = useState('');
  /** The question that is to be removed, and would take something of others along. */
  const [removing, setRemoving] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<{ goOn: () => void } | null>(null);
  const saving = useSaveSurvey();
  const flow = useRef<Flow | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const problems = useMemo(() => allProblems(draft), [draft]);
  const hints = useMemo(() => [...hintsOf(draft), ...flagsLost(saved, draft)], [saved, draft]);
  const found = useMemo(() => foundIn(draft.nodes, search), [draft.nodes, search]);
  const isDirty = draft !== saved && JSON.stringify(draft) !== JSON.stringify(saved);
  useStay(isDirty, (goOn) => setLeaving({ goOn }), 'step');
  const isNamed = draft.name.trim() !== '' && !tooLong(draft.name, longest.surveyName);
  const close = () => setOpen(null);
  const graph = () => area.current?.querySelector<HTMLElement>('[role="application"]') ?? null;
  // The graph draws what is changed a moment later: until then a card that goes away has the focus still.
  useLayoutEffect(() => {
    const focused = area.current?.contains(document.activeElement) ? document.activeElement : null;
    const card = focused?.closest('.react-flow__node')?.getAttribute('data-id');
    if (card && !draft.nodes.some(({ id }) => id === card)) graph()?.focus();
  }, [draft.nodes]);

  const save = () => {
    if (readOnly || saving.isPending || !isNamed) return;
    const { name: surveyName, nodes, edges } = draft;
    const body = { surveyName, nodes: [...nodes], edges: [...edges], surveyId: survey.surveyId, companyId, version };
    saving.mutate(
      { body },
      {
        onSuccess: (reply) => {
          setSaved(draft);
          setVersion(reply.version);
          setDefinition(reply.definition);
          const older = survey.definitions.find((one) => one.isUsable && one.definition < reply.definition);
          toastSuccess(
            older && problems.length > 0
              ? `The assessment is saved. ${unanswerable(reply)}: patients are still asked definition ${older.definition}.`
              : 'The assessment is saved.',
          );
        },
      },
    );
  };
  const centre = ({ x, y }: Point, zoom = 1) =>
    void flow.current?.setCenter(x + cardSize.width / 2, y + cardSize.height / 2, { zoom });
  const add = () => {
    if (readOnly) return;
    const wished = viewCentre(area.current, flow.current);
    const place = freePlace(cardsOf(draft, flow.current), wished);
    const step = added(draft, place);
    change(() => step.draft);
    // Where there was no room in the middle, it becomes the middle.
    if (place !== wished) centre(place, flow.current?.getZoom());
    setOpen({ act: 'question', id: step.node.id });
  };
  const show = (nodeId: string) => {
    const node = draft.nodes.find(({ id }) => id === nodeId);
    if (!node) return;
    centre(node.position, 1);
    if (!readOnly) setOpen({ act: 'question', id: nodeId });
  };
  const remove = (id: string) => {
    setRemoving(null);
    close();
    change((before) => removed(before, id));
  };
  const askToRemove = (id: string) => (lostWith(draft, id).length > 0 ? setRemoving(id) : remove(id));
  const arrange = () => {
    change(arranged);
    // Once the cards stand where they were put.
    setTimeout(() => void flow.current?.fitView({ maxZoom: 1, padding: 0.2 }));
  };
  useBuilderKeys(readOnly ? { undo: () => {}, redo: () => {}, save: () => {} } : { undo, redo, save });

  // One's own save is told of, too, perhaps before it is answered, or though its answer was lost.
  const isNewer = saving.error ? saving.error.status === 409 : survey.version > version;
  const isOvertaken = isNewer && !saving.isPending;
  const error = saving.isPending || isOvertaken || saving.error?.status === 401 ? null : saving.error;
  const asked = open?.act === 'question' && !readOnly ? draft.nodes.find(({ id }) => id === open.id) : undefined;
  return (
    <Stack gap="md">
      <Toolbar
        readOnly={readOnly}
        canUndo={canUndo}
        canRedo={canRedo}
        isDirty={isDirty}
        isSaving={saving.isPending}
        isNamed={isNamed}
        onAdd={add}
        onSave={save}
        onUndo={undo}
        onRedo={redo}
        onArrange={arrange}
        onNumber={() => change(numbered)}
        onPreview={() => setOpen({ act: 'preview' })}
        onCopy={() => onCopy(draft)}
        onExport={() => saveAsFile(draft)}
      />
      {error && (
        <Refusal
          {...saidAs(error, {
            of: 'The assessment was',
            done: 'saved',
            press: 'Save Assessment',
            text: sentenceOf(error),
          })}
        />
      )}
      {isOvertaken && (
        <Overtaken
          isRefused={saving.error?.status === 409}
          isOwn={isOwnChange(saving.error)}
          isDirty={isDirty}
          onExport={() => saveAsFile(draft)}
          onReload={onReload}
        />
      )}
      <StillAsked definitions={survey.definitions} />
      <Group gap="md" align="flex-end">
        <LimitedTextInput
          label="Assessment Name"
          flex="1 1 16rem"
          most={longest.surveyName}
          readOnly={readOnly}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget: { value: name } }) => change((before) => ({ ...before, name }), 'name')}
        />
        {survey.definitions.length > 1 && (
          <NativeSelect
            label="Definition"
            data={survey.definitions.map(({ definition, timeCreated, isSent }, i) => ({
              value: String(definition),
              label: `${definition}, ${asClinicTime(timeCreated)}${isSent ? ', sent' : ''}${i === 0 ? ' (newest)' : ''}`,
            }))}
            value={String(definition)}
            onChange={({ currentTarget: { value } }) =>
              onDefinition(Number(value) === survey.definitions[0]?.definition ? null : Number(value))
            }
          />
        )}
      </Group>
      <div className={classes.columns}>
        <div ref={area}>
          <Canvas
            draft={draft}
            problems={problems}
            found={found}
            readOnly={readOnly}
            onReady={(ready) => void (flow.current = ready)}
            onEdit={(id) => setOpen({ act: 'question', id })}
            onBranch={(edgeId) => {
              const edge = draft.edges.find(({ id }) => id === edgeId);
              if (edge && !readOnly) setOpen({ act: 'branch', edge, isNew: false });
            }}
            onConnect={(source, target) => setOpen({ act: 'branch', edge: newEdge(source, target), isNew: true })}
            onMove={(places, kind) => change((before) => movedTo(before, places), kind)}
            onRemove={askToRemove}
          />
        </div>
        <QuestionList
          draft={draft}
          problems={problems}
          hints={hints}
          search={search}
          readOnly={readOnly}
          onSearch={setSearch}
          onShow={show}
          onEdit={({ id }) => (readOnly ? show(id) : setOpen({ act: 'question', id }))}
          onBranch={(edge) => !readOnly && setOpen({ act: 'branch', edge, isNew: false })}
          onAddBranch={(source) => setOpen({ act: 'branch', edge: newEdge(source, ''), isNew: true })}
        />
      </div>
      {asked && (
        <QuestionEditor
          key={asked.id}
          node={asked}
          onDone={(node) => {
            if (node !== asked) change((before) => changed(before, node));
            close();
          }}
          onRemove={() => askToRemove(asked.id)}
          onClose={close}
          returnTo={graph}
        />
      )}
      {open?.act === 'branch' && (
        <BranchEditor
          edge={open.edge}
          isNew={open.isNew}
          nodes={draft.nodes}
          onDone={(edge) => {
            change((before) => connected(before, edge));
            close();
          }}
          onRemove={() => {
            change((before) => cut(before, open.edge.id));
            close();
          }}
          onClose={close}
          returnTo={graph}
        />
      )}
      {removing !== null && (
        <RemoveQuestion
          draft={draft}
          id={removing}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(null)}
          returnTo={graph}
        />
      )}
      {open?.act === 'preview' && <Preview draft={draft} hasProblems={problems.length > 0} onClose={close} />}
      <ConfirmDialog
        opened={leaving !== null}
        title="Leave without saving?"
        confirm="Leave"
        cancel="Keep editing"
        danger
        onConfirm={() => {
          setLeaving(null);
          leaving?.goOn();
        }}
        onClose={() => setLeaving(null)}
      >
        Changes you made may not be saved.
      </ConfirmDialog>
    </Stack>
  );
}

/** ASB-09: where the eye is, less half a card. */
function viewCentre(area: HTMLElement | null, flow: Flow | null): { x: number; y: number } {
  const box = area?.getBoundingClientRect();
  if (!box || !flow) return { x: 0, y: 0 };
  const { x, y } = flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  return { x: x - cardSize.width / 2, y: y - cardSize.height / 2 };
}

/** The cards of all questions, as large as they are drawn. */
function cardsOf({ nodes }: Draft, flow: Flow | null): Box[] {
  const sizes = new Map(flow?.getNodes().map(({ id, measured }) => [id, measured]));
  return nodes.map(({ id, position }) => boxOf({ position, measured: sizes.get(id) }));
}

const unanswerable = ({ definition }: { definition: number }) => `Definition ${definition} cannot be answered yet`;

/** Where the newest definition cannot be answered, an earlier one that can be goes on being asked. */
function StillAsked({ definitions: [newest, ...earlier] }: Pick<SurveyDetail, 'definitions'>) {
  const older = earlier.find(({ isUsable }) => isUsable);
  if (!newest || newest.isUsable || !older) return null;
  return (
    <Notice tone="warning" title={unanswerable(newest)}>
      {`Patients are still asked definition ${older.definition} (${asClinicTime(older.timeCreated)}) until that is corrected.`}
    </Notice>
  );
}

/** Somebody else's save is told as soon as it is heard of, or when one's own is refused; `isOwn`: it was one's own first try. */
function Overtaken(props: {
  isRefused: boolean;
  isOwn: boolean;
  isDirty: boolean;
  onExport: () => void;
  onReload: () => void;
}) {
  const { isRefused, isOwn, isDirty, onExport, onReload } = props;
  const [isAsked, setIsAsked] = useState(false);
  const title = isOwn
    ? 'Your first try, which got no answer, has saved this assessment'
    : 'Someone else has saved this assessment in the meantime';
  const text = isDirty || isRefused ? savedMeanwhile : 'What you see here is what was saved before.';
  return (
    <>
      {isRefused ? (
        <Refusal title={title} text={text} />
      ) : (
        <Notice tone="warning" title={title}>
          {text}
        </Notice>
      )}
      <Group>
        {isDirty && (
          <Button variant="default" onClick={onExport}>
            Export as JSON
          </Button>
        )}
        <Button variant="default" onClick={() => (isDirty ? setIsAsked(true) : onReload())}>
          Load what was saved
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title="Load what was saved?"
        confirm="Load"
        danger
        onConfirm={onReload}
        onClose={() => setIsAsked(false)}
      >
        Your changes since then will be discarded. Export them first to keep them as a file.
      </ConfirmDialog>
    </>
  );
}
