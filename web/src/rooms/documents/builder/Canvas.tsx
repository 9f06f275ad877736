import { type KeyboardEvent, type PointerEvent as Press, type RefCallback, useMemo } from 'react';
import { PdfDocument, PdfPage } from '#kit/pdf-drawing.tsx';
import { type Box, readingOrder } from '#shared/pdf-form/places.ts';
import { touchReach } from '#shared/pdf-form/touch-reach.ts';
import classes from './builder.module.css';
import { type BuilderField, type BuilderState, fieldWords } from './fields.ts';
import { type Corner, Handles, OthersField, PlacedField } from './PlacedField.tsx';
import type { Guide } from './snapping.ts';
import type { View } from '#shared/pdf-form/use-view.ts';

/** Something that a pointer holds: a field under way, or a new one that is not there yet. */
export interface Held extends Box {
  /** Null of a new one. */
  id: string | null;
  page: number;
}

/** The pages with their fields. Only pages in sight are drawn, so that a thousand of them are no more than three. */
export function Canvas({
  pdf,
  state,
  frame,
  view,
  selected,
  held,
  guides,
  look,
  onSelect,
  onPress,
  onResize,
  onKey,
}: {
  pdf: Uint8Array;
  state: BuilderState;
  /** What scrolls. */
  frame: RefCallback<HTMLDivElement>;
  view: Omit<View, 'ref' | 'element'>;
  selected: string | null;
  held: Held | null;
  guides: readonly Guide[];
  /** How a field looks and what it is called. */
  look: (field: BuilderField) => { colour: string; label: string };
  onSelect: (id: string | null) => void;
  onPress: (field: BuilderField, event: Press) => void;
  onResize: (field: BuilderField, corner: Corner, event: Press) => void;
  onKey: (field: BuilderField, event: KeyboardEvent) => void;
}) {
  const file = useMemo(() => new Blob([pdf as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), [pdf]);
  const { layout, sight, zoom } = view;
  const isInSight = (page: number) => page >= sight.first && page <= sight.last;
  const onCanvas = ({ page, x, y, width, height }: Box & { page: number }): Box => {
    const { left, top } = view.sheetOf(page);
    return { x: left + x * zoom, y: top + y * zoom, width: width * zoom, height: height * zoom };
  };
  // The selected one is there wherever the pages have been scrolled to, since it has the keys.
  const shown = state.fields.filter(({ page, id }) => isInSight(page) || id === selected);
  const entry = selected ?? readingOrder(shown)[0]?.id;
  const boxOf = (field: BuilderField) => onCanvas(held?.id === field.id ? { ...field, ...held } : field);
  const current = shown.find(({ id }) => id === selected);
  const guidePage = held?.page ?? current?.page ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press beside the fields lets go of the selected one, as Escape does
    <div
      ref={frame}
      className={classes.canvas}
      role="group"
      aria-label="Pages of the form"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={view.look}
      onPointerDown={(event) => {
        if (!(event.target as Element).closest('[data-field], [data-corner]')) onSelect(null);
      }}
    >
      <div className={classes.sheets} style={{ width: layout.width, height: layout.height }}>
        <PdfDocument file={file}>
          {layout.sheets.map(
            (sheet, at) =>
              isInSight(at) && (
                // oxlint-disable-next-line react/no-array-index-key -- a page is its number
                <div key={at} className={classes.sheet} style={sheet} role="img" aria-label={`Page ${at + 1}`}>
                  <PdfPage at={at + 1} width={sheet.width} withoutFields />
                </div>
              ),
          )}
          <div role="group" aria-label="Fields">
            {state.foreign.map(
              (field, at) =>
                isInSight(field.page) && (
                  // oxlint-disable-next-line react/no-array-index-key -- they stay in their order
                  <OthersField key={at} field={field} box={onCanvas(field)} />
                ),
            )}
            {shown.map((field) => (
              <PlacedField
                key={field.id}
                field={field}
                box={boxOf(field)}
                reach={touchReach(
                  boxOf(field),
                  shown.filter((other) => other !== field).map((other) => boxOf(other)),
                )}
                {...look(field)}
                isSelected={field.id === selected}
                isHeld={held?.id === field.id}
                canTab={field.id === entry}
                onPress={(event) => onPress(field, event)}
                onFocus={() => onSelect(field.id)}
                onKey={(event) => onKey(field, event)}
              />
            ))}
            {held && held.id === null && <Ghost box={onCanvas(held)} />}
            {current && <Handles box={boxOf(current)} onPress={(corner, event) => onResize(current, corner, event)} />}
            {guides.map((guide) => (
              <Line key={`${guide.axis}${guide.at}`} guide={guide} sheet={view.sheetOf(guidePage)} zoom={zoom} />
            ))}
          </div>
        </PdfDocument>
      </div>
    </div>
  );
}

/** Where a new field will lie. */
const Ghost = ({ box: { x, y, width, height } }: { box: Box }) => (
  <div className={classes.ghost} style={{ left: x, top: y, width, height }} aria-hidden />
);

function Line({ guide, sheet, zoom }: { guide: Guide; sheet: { left: number; top: number }; zoom: number }) {
  const [at, from, length] = [guide.at * zoom, guide.from * zoom, (guide.to - guide.from) * zoom];
  const style =
    guide.axis === 'x'
      ? { left: sheet.left + at, top: sheet.top + from, width: 1, height: length }
      : { left: sheet.left + from, top: sheet.top + at, width: length, height: 1 };
  return <div className={classes.guide} style={style} data-guide={guide.axis} aria-hidden />;
}

/** What somebody hears of a field. */
export const fieldLabel = (field: BuilderField, at: number, of: number, signer: string, pages: number): string =>
  [
    `${fieldWords[field.name]}${field.label ? ` ${field.label}` : ''}`,
    `for ${signer}`,
    field.required ? 'required' : 'optional',
    ...(pages > 1 ? [`page ${field.page + 1}`] : []),
    `${at} of ${of}`,
  ].join(', ');
