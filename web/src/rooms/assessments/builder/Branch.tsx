import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { Flag, shortened } from './BranchEditor.tsx';
import classes from './builder.module.css';
import type { Option } from './graph-edit.ts';

interface Shown {
  options: readonly Option[];
  /** How many lines below the middle its words stand. */
  line: number;
  onOpen: () => void;
}
/** Far enough from each other for a finger also where the graph is drawn smaller. */
const lineHeight = 36;

/** A branch of the graph with its options; both its line and its words open the Branch Editor (ASB-16). */
export function Branch(props: EdgeProps) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, markerEnd } = props;
  const { options, line, onOpen } = props.data as unknown as Shown;
  const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition });
  return (
    <>
      <g onClick={onOpen}>
        <BaseEdge id={id} path={path} {...(markerEnd !== undefined && { markerEnd })} />
      </g>
      <EdgeLabelRenderer>
        <button
          type="button"
          className={`${classes.label} nodrag nopan`}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y + line * lineHeight}px)` }}
          onClick={onOpen}
        >
          {options.some(({ isFlagged }) => isFlagged) && <Flag />}
          {options.length === 0 ? 'Always' : shortened(options.map(({ text }) => text).join(', '))}
        </button>
      </EdgeLabelRenderer>
    </>
  );
}
