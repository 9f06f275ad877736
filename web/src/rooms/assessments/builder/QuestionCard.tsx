import type { Node } from '@portal/contract/assessments/flow.ts';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import classes from './builder.module.css';
import { nameOf } from './graph-edit.ts';

interface Data {
  node: Node;
  problems: readonly string[];
  isFound: boolean;
  onEdit: () => void;
  onRemove?: () => void;
  onMove?: (x: number, y: number) => void;
}

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-20, 0],
  ArrowRight: [20, 0],
  ArrowUp: [0, -20],
  ArrowDown: [0, 20],
};

/** A question in the graph (ASB-10, ASB-29). Enter opens it, arrow keys move it, Delete takes it away. */
export function QuestionCard({ data }: NodeProps) {
  const { node, problems, isFound, onEdit, onRemove, onMove } = data as unknown as Data;
  return (
    <>
      <Handle type="target" position={Position.Top} />
      <button
        type="button"
        className={classes.card}
        data-problem={problems.length > 0}
        data-found={isFound}
        onClick={onEdit}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step && onMove) onMove(...step);
          else if (event.key === 'Delete' && onRemove) onRemove();
          else return;
          event.preventDefault();
        }}
      >
        <span className={classes.number}>
          <span>{nameOf(node)}</span>
          <span>{node.questionType.label}</span>
        </span>
        <span className={classes.words}>{node.question || 'No text yet'}</span>
        {problems.length > 0 && (
          <span className={classes.problem}>{problems.length === 1 ? problems[0] : `${problems.length} problems`}</span>
        )}
      </button>
      <Handle type="source" position={Position.Bottom} />
    </>
  );
}

/** Where every way ends: a branch may lead here. */
export function EndCard() {
  return (
    <>
      <Handle type="target" position={Position.Top} />
      <div className={classes.end}>The end</div>
    </>
  );
}
