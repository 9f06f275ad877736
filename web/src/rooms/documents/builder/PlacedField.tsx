import type { CSSProperties, KeyboardEvent, PointerEvent as Press } from 'react';
import type { Box } from '#shared/pdf-form/places.ts';
import classes from './builder.module.css';
import { type BuilderField, fieldWords, type ForeignField } from './fields.ts';
import { Swatch } from './Swatch.tsx';

const around = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

/** A field on its page, which can be taken hold of. */
export function PlacedField({
  field,
  box,
  reach,
  colour,
  label,
  isSelected,
  isHeld,
  canTab,
  onPress,
  onFocus,
  onKey,
}: {
  field: BuilderField;
  /** In pixels of the canvas. */
  box: Box;
  /** How far around it a finger finds it. */
  reach: { x: number; y: number };
  colour: string;
  /** All that is to be known of it, for those who do not see it. */
  label: string;
  isSelected: boolean;
  isHeld: boolean;
  canTab: boolean;
  onPress: (event: Press) => void;
  onFocus: () => void;
  onKey: (event: KeyboardEvent) => void;
}) {
  const shape = field.name === 'RadioButton' ? classes.round : '';
  return (
    <button
      type="button"
      data-field={field.id}
      className={`${classes.field} ${shape} ${field.required ? '' : classes.optional} ${isHeld ? classes.held : ''}`}
      style={{ ...around(box), '--colour': colour, '--reach': `${-reach.y}px ${-reach.x}px` } as CSSProperties}
      aria-label={label}
      aria-pressed={isSelected}
      tabIndex={canTab ? 0 : -1}
      onPointerDown={onPress}
      onClick={(event) => event.currentTarget.focus({ preventScroll: true })}
      onFocus={onFocus}
      onKeyDown={onKey}
    >
      <Swatch signer={field.signer} colour={colour} />
      {box.width > 60 && (
        <span className={classes.words} aria-hidden>
          {field.label || fieldWords[field.name]}
        </span>
      )}
    </button>
  );
}

/** A field that was made elsewhere. */
export const OthersField = ({ field, box }: { field: ForeignField; box: Box }) => (
  <div className={classes.foreign} style={around(box)} title={field.name}>
    {`Not from this portal: ${field.name || 'field without a name'}`}
  </div>
);

const corners = ['nw', 'ne', 'sw', 'se'] as const;
export type Corner = (typeof corners)[number];

/** What a selected field is made larger and smaller by; the keyboard has keys for it. */
export const Handles = ({ box, onPress }: { box: Box; onPress: (corner: Corner, event: Press) => void }) => (
  <div className={classes.handles} style={around(box)} aria-hidden>
    {corners.map((corner) => (
      <span
        key={corner}
        data-corner={corner}
        className={classes.handle}
        onPointerDown={(event) => onPress(corner, event)}
      />
    ))}
  </div>
);
