import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { Flag } from './BranchEditor.tsx';
import classes from './builder.module.css';
import { type Option, wordsOf } from './graph-edit.ts';
import { drawn } from './shapes.ts';
import type { Drawing } from './use-drawings.ts';

interface Shown extends Drawing {
  options: readonly Option[];
  onOpen: () => void;
}

/** A branch of the graph with its options; both its line and its words open the Branch Editor (ASB-16). */
export function Branch({ id, data, markerEnd }: EdgeProps) {
  const { path, words, options, onOpen } = data as unknown as Shown;
  const { at, from } = words;
  const { width, height, lines, scale } = words.room;
  // So that it is seen in a small graph too.
  const strokeWidth = Math.min(scale, 3);
  return (
    <>
      <g onClick={onOpen}>
        <BaseEdge id={id} path={drawn(path)} style={{ strokeWidth }} {...(markerEnd !== undefined && { markerEnd })} />
        {at.x !== from.x && (
          <path className={classes.leader} style={{ strokeWidth }} d={`M${from.x},${from.y} L${at.x},${at.y}`} />
        )}
      </g>
      <EdgeLabelRenderer>
        <button
          type="button"
          className={`${classes.label} nodrag nopan`}
          style={{
            transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px) scale(${scale})`,
            maxWidth: width / scale,
            maxHeight: height / scale,
          }}
          title={wordsOf(options)}
          onClick={onOpen}
        >
          <span style={{ WebkitLineClamp: lines, wordBreak: lines === 1 ? 'break-all' : undefined }}>
            {options.some(({ isFlagged }) => isFlagged) && <Flag />}
            {wordsOf(options)}
          </span>
        </button>
      </EdgeLabelRenderer>
    </>
  );
}
