import { IconSignature } from '@tabler/icons-react';
import { type CSSProperties, type RefCallback, useId, useMemo } from 'react';
import { PdfDocument, PdfPage } from '#kit/pdf-drawing.tsx';
import type { Box } from '#shared/pdf-form/places.ts';
import { touchReach } from '#shared/pdf-form/touch-reach.ts';
import type { Place, View } from '#shared/pdf-form/use-view.ts';
import { type Filling, isFilled, lengthProblem, valueOf } from './filling.ts';
import type { FormToSign, OwnField, Spot } from './own-fields.ts';
import classes from './signing.module.css';

/** The pages, those in sight drawn, with the signer's fields over them; what belongs to others is part of the pages. */
export function Pages(props: {
  file: Blob;
  form: FormToSign;
  filling: Filling;
  /** What scrolls. */
  frame: RefCallback<HTMLDivElement>;
  view: Omit<View, 'ref' | 'element'>;
  isLocked: boolean;
  /** The fields are too small to be filled in. */
  isOverview: boolean;
  onEnlarge: (at: Place) => void;
  /** The document is there to be seen, and its fields with it. */
  onShown: () => void;
  onChange: (field: OwnField, value: string | boolean) => void;
  onSign: (field: OwnField) => void;
  onFocus: (field: OwnField) => void;
}) {
  const { file, form, filling, frame, view, isLocked, isOverview, onEnlarge, onShown, onChange, onSign, onFocus } =
    props;
  const { layout, sight, zoom } = view;
  const spots = useMemo(() => form.fields.flatMap((field) => field.spots.map((spot) => ({ field, spot }))), [form]);
  const onScreen = ({ page, x, y, width, height }: Spot): Box => {
    const { left, top } = view.sheetOf(page);
    return { x: left + x * zoom, y: top + y * zoom, width: width * zoom, height: height * zoom };
  };
  const reachOf = (spot: Spot) =>
    touchReach(
      onScreen(spot),
      spots
        .filter((other) => other.spot !== spot && other.spot.page === spot.page)
        .map((other) => onScreen(other.spot)),
    );
  return (
    <div
      ref={frame}
      className={classes.pages}
      role="group"
      aria-label="Pages of the document"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={view.look}
    >
      <div className={classes.sheets} style={{ width: layout.width, height: layout.height }}>
        <PdfDocument file={file} onCount={onShown}>
          {layout.sheets.map(
            (sheet, at) =>
              at >= sight.first &&
              at <= sight.last && (
                // oxlint-disable-next-line react/no-array-index-key -- a page is its number
                <div key={at} className={classes.sheet} style={sheet} role="group" aria-label={`Page ${at + 1}`}>
                  <PdfPage at={at + 1} width={sheet.width} />
                </div>
              ),
          )}
          <fieldset className={classes.fields} disabled={isLocked} inert={isOverview} aria-label="Your fields">
            {spots.map(({ field, spot }, at) => {
              const { x, y, width, height } = onScreen(spot);
              const reach = reachOf(spot);
              const place = {
                left: x,
                top: y,
                width,
                height,
                '--zoom': zoom,
                '--reach': `${-reach.y}px ${-reach.x}px`,
                '--at': `${x}px`,
                '--across': `${layout.width}px`,
              };
              return (
                <Field
                  // oxlint-disable-next-line react/no-array-index-key -- they stay in their order
                  key={at}
                  field={field}
                  spot={spot}
                  pages={form.pages.length}
                  filling={filling}
                  place={{ ...place, ...(field.colour && { '--colour': field.colour }) } as CSSProperties}
                  onChange={(value) => onChange(field, value)}
                  onSign={() => onSign(field)}
                  onFocus={() => onFocus(field)}
                />
              );
            })}
          </fieldset>
          {isOverview &&
            layout.sheets.map(
              (sheet, page) =>
                spots.some(({ spot }) => spot.page === page) && (
                  <button
                    // oxlint-disable-next-line react/no-array-index-key -- a page is its number
                    key={page}
                    type="button"
                    className={classes.enlarge}
                    style={sheet}
                    aria-label={`Enlarge page ${page + 1} to fill it in`}
                    // The keyboard presses no point of it.
                    onClick={(event) => onEnlarge(event.detail === 0 ? { page, x: 0, y: 0 } : view.placeAt(event))}
                  />
                ),
            )}
        </PdfDocument>
      </div>
    </div>
  );
}

/** One field, or one option of a group, where it lies on its page. */
function Field(props: {
  field: OwnField;
  spot: Spot;
  pages: number;
  filling: Filling;
  place: CSSProperties;
  onChange: (value: string | boolean) => void;
  onSign: () => void;
  onFocus: () => void;
}) {
  const { field, spot, pages, filling, place, onChange, onSign, onFocus } = props;
  const { type, words, required } = field;
  const value = valueOf(field, filling);
  const problem = lengthProblem(field, filling);
  const problemId = useId();
  const drawing = filling.drawings[field.name];
  const isEmpty = !isFilled(field, filling);
  const page = pages > 1 ? `, page ${spot.page + 1}` : '';
  const shared = { required, onFocus, 'data-field': field.name, className: classes.input };
  if (type === 'Signature')
    return (
      <button
        type="button"
        className={`${classes.field} ${classes.signature}`}
        style={place}
        data-field={field.name}
        data-empty={isEmpty || undefined}
        data-required={required || undefined}
        aria-label={`${words}${page}, ${drawing ? 'signed, sign again' : required ? 'required, sign' : 'optional, sign'}`}
        onFocus={onFocus}
        onClick={onSign}
      >
        {drawing ? (
          <img src={drawing.url} alt="" className={classes.drawing} />
        ) : (
          <>
            <IconSignature size="1.1em" aria-hidden />
            Sign{required && ' *'}
          </>
        )}
      </button>
    );
  if (type === 'TextInput') {
    const text = {
      ...shared,
      value: value as string,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': problem && problemId,
      placeholder: `${words}${required ? ' *' : ''}`,
      'aria-label': `${words}${page}`,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    };
    return (
      <div
        className={classes.field}
        style={place}
        data-empty={isEmpty || undefined}
        data-required={required || undefined}
      >
        {field.isMultiline ? (
          <textarea {...text} autoComplete="off" />
        ) : (
          <input {...text} type="text" autoComplete="off" />
        )}
        {problem && (
          <p id={problemId} className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
    );
  }
  const isGroup = type === 'RadioButton';
  const isOn = isGroup ? value === spot.option : value === true;
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the input in it has its own name; this is what a finger finds
    <label
      className={classes.field}
      style={place}
      data-empty={isEmpty || undefined}
      data-required={required || undefined}
    >
      <input
        {...shared}
        type={isGroup ? 'radio' : 'checkbox'}
        name={field.name}
        checked={isOn}
        aria-label={isGroup ? `${words}: ${spot.optionWords}${page}` : `${words}${page}`}
        onChange={(event) => onChange(isGroup ? spot.option : event.currentTarget.checked)}
      />
    </label>
  );
}
