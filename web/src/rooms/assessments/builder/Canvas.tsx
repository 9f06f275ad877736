import '@xyflow/react/dist/base.css';
import { finished } from '@portal/contract/assessments/flow.ts';
import type { GraphProblem } from '@portal/contract/assessments/graph-problems.ts';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge as FlowEdge,
  MarkerType,
  type Node as FlowNode,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
} from '@xyflow/react';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Branch } from './Branch.tsx';
import classes from './builder.module.css';
import { type Draft, optionsOf } from './graph-edit.ts';
import { EndCard, QuestionCard } from './QuestionCard.tsx';
import { type Drawing, leastZoom, useDrawings } from './use-drawings.ts';

const nodeTypes = { question: QuestionCard, end: EndCard };
const edgeTypes = { branch: Branch };
export type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

/** What the graph asks of the builder around it. */
export interface CanvasActs {
  onEdit: (nodeId: string) => void;
  onBranch: (edgeId: string) => void;
  onConnect: (source: string, target: string) => void;
  onMove: (places: ReadonlyMap<string, { x: number; y: number }>, kind: string | null) => void;
  onRemove: (nodeId: string) => void;
}

/** The cards of a draft with the sizes that were measured of them before. */
function cardsOf(
  props: { draft: Draft; problems: readonly GraphProblem[]; found: ReadonlySet<string> } & CanvasActs & {
      readOnly: boolean;
    },
  before: readonly FlowNode[],
): FlowNode[] {
  const { draft, problems, found, readOnly, onEdit, onMove, onRemove } = props;
  const known = new Map(before.map((card) => [card.id, card]));
  const measuredOf = (id: string) => {
    const measured = known.get(id)?.measured;
    return measured ? { measured } : {};
  };
  const cards = draft.nodes.map(
    (node): FlowNode => ({
      id: node.id,
      type: 'question',
      position: node.position,
      ...measuredOf(node.id),
      data: {
        node,
        problems: problems.filter(({ nodeId }) => nodeId === node.id).map(({ message }) => message),
        isFound: found.has(node.id),
        onEdit: () => onEdit(node.id),
        onRemove: readOnly ? undefined : () => onRemove(node.id),
        onMove: readOnly
          ? undefined
          : (x: number, y: number) =>
              onMove(new Map([[node.id, { x: node.position.x + x, y: node.position.y + y }]]), `move ${node.id}`),
      },
    }),
  );
  if (draft.nodes.length === 0) return cards;
  // It is no question and is kept by nobody: it stands below the last one.
  const bottom = Math.max(...draft.nodes.map(({ position }) => position.y));
  const left = draft.nodes.reduce((sum, { position }) => sum + position.x, 0) / draft.nodes.length;
  return [
    ...cards,
    {
      id: finished,
      type: 'end',
      position: { x: left + 60, y: bottom + 260 },
      ...measuredOf(finished),
      draggable: false,
      data: {},
    },
  ];
}

function branchesOf(
  edges: Draft['edges'],
  drawings: ReadonlyMap<string, Drawing>,
  onBranch: (edgeId: string) => void,
): FlowEdge[] {
  return edges.flatMap((edge) => {
    const drawing = drawings.get(edge.id);
    if (!drawing) return [];
    return {
      id: edge.id,
      source: edge.source,
      target: edge.target,
      type: 'branch',
      markerEnd: { type: MarkerType.ArrowClosed },
      data: { ...drawing, options: optionsOf(edge), onOpen: () => onBranch(edge.id) },
    };
  });
}

const wholeGraph = { maxZoom: 1, padding: 0.2 };

/** Shows the whole graph again when its place gets larger or smaller, as long as nobody has looked closer at a part of it. */
function useFitting(flow: RefObject<Flow | null>) {
  const place = useRef<HTMLDivElement>(null);
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new ResizeObserver(() => {
      // Of an empty graph it would wait for the first question, and move that out of the middle (ASB-09).
      if (!hasLooked.current && flow.current?.getNodes().length) void flow.current.fitView(wholeGraph);
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [flow]);
  return { place, looks: (closer: boolean) => void (hasLooked.current = closer) };
}

interface CanvasProps extends CanvasActs {
  draft: Draft;
  problems: readonly GraphProblem[];
  found: ReadonlySet<string>;
  readOnly: boolean;
  onReady: (flow: Flow) => void;
}

/** ASB-08 to ASB-16: the graph. Everything it does can be done in the list beside it too. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph(props: CanvasProps) {
  const { draft, problems, found, readOnly, onReady, onBranch, onConnect, onMove } = props;
  const of = { draft, problems, found };
  const [shown, setShown] = useState(of);
  const [cards, setCards] = useState(() => cardsOf(props, []));
  // While one is dragged the cards are ahead of the draft; every step of the draft puts them where it says.
  if (shown.draft !== draft || shown.problems !== problems || shown.found !== found) {
    setShown(of);
    setCards(cardsOf(props, cards));
  }
  const [fitsAtFirst] = useState(draft.nodes.length > 0);
  const flow = useRef<Flow | null>(null);
  const { place, looks } = useFitting(flow);
  // A card that is pulled does not wait for the lines of all branches.
  const drawings = useDrawings(useDeferredValue(cards), draft.edges);
  return (
    <div className={classes.graph} ref={place}>
      <ReactFlow
        nodes={cards}
        edges={branchesOf(draft.edges, drawings, onBranch)}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(ready) => {
          flow.current = ready;
          onReady(ready);
        }}
        // What the portal itself moves has no event.
        onMoveEnd={(event) => event && looks(true)}
        onNodesChange={(changes) => setCards(applyNodeChanges(changes, cards))}
        onNodeDragStop={(_, __, moved) =>
          onMove(new Map(moved.filter(({ id }) => id !== finished).map(({ id, position }) => [id, position])), null)
        }
        onConnect={({ source, target }: Connection) => source !== target && onConnect(source, target)}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        // The cards and the words of branches are buttons of their own.
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={leastZoom}
        maxZoom={2}
        fitView={fitsAtFirst}
        fitViewOptions={wholeGraph}
        proOptions={{ hideAttribution: true }}
        aria-label="Graph of questions"
        // It gets the focus of a card that goes away.
        tabIndex={-1}
      >
        <Background />
        <Controls
          showInteractive={false}
          fitViewOptions={wholeGraph}
          onZoomIn={() => looks(true)}
          onZoomOut={() => looks(true)}
          onFitView={() => looks(false)}
        />
      </ReactFlow>
    </div>
  );
}
