import '#kit/all-styles.ts';
import { ActionIcon, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type FieldType, fieldSizes } from '@portal/contract/signing/field-names.ts';
import { type KeyboardEvent, type PointerEvent as Press, useEffect, useMemo, useRef, useState } from 'react';
import { PageChoice, ZoomChoice } from '#kit/PdfTools.tsx';
import classes from './builder.module.css';
import { Canvas, fieldLabel, type Held } from './Canvas.tsx';
import {
  addField,
  addOption,
  type Box,
  type BuilderField,
  type BuilderState,
  duplicateField,
  fieldOf,
  fieldWords,
  freePlace,
  moveField,
  readingOrder,
  removeField,
  resized,
  resizeField,
  setField,
  type Signer,
  signerWords,
} from './fields.ts';
import { FieldSettings } from './FieldSettings.tsx';
import { followPointer } from './follow-pointer.ts';
import { type History, noHistory, redone, stepped, undone } from './history.ts';
import { Palette } from './Palette.tsx';
import type { Corner } from './PlacedField.tsx';
import { type Carried, guidesOf, snap, wholeField } from './snapping.ts';
import { useView, zoomSteps } from './use-view.ts';

export interface FieldBuilderProps {
  pdf: Uint8Array;
  /** Numbered from 1; `colour` is of the form "#1864ab". */
  signers: readonly Signer[];
  /** An order form has a list of labels to choose from. */
  labels: 'order-form' | null;
  /** What `openForm` made of the same PDF, and every `onChange` since. Another PDF wants another `key`. */
  value: BuilderState;
  onChange: (state: BuilderState) => void;
}

/** Pixels within which a field finds the lines of others. */
const reach = 6;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const nobody: Signer = { signerNum: 1, name: '', colour: '#495057' };

/** Puts fields onto the pages of a PDF, by pointer or by keyboard. */
export function FieldBuilder({ pdf, signers, labels, value, onChange }: FieldBuilderProps) {
  const { ref, element, ...view } = useView(value.pages);
  const root = useRef<HTMLDivElement>(null);
  const [history, setHistory] = useState<History>(noHistory);
  const [selected, setSelected] = useState<string | null>(null);
  const [chosenSigner, setSigner] = useState<number | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  /** The field that keys have just moved. */
  const [nudged, setNudged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  /** What gets the focus once it is drawn: a field, or the pages where there is none. */
  const [wanted, setWanted] = useState<{ id: string | null } | null>(null);
  const field = fieldOf(value, selected);
  const signer = signers.find(({ signerNum }) => signerNum === chosenSigner) ?? signers[0] ?? nobody;
  const ordered = useMemo(() => readingOrder(value.fields), [value.fields]);

  useEffect(() => {
    if (!wanted) return;
    const target =
      wanted.id === null ? null : element.current?.querySelector<HTMLElement>(`[data-field="${wanted.id}"]`);
    (target ?? element.current)?.focus();
  }, [wanted, element]);

  /** One step, which can be undone. */
  const change = (state: BuilderState, kind: string | null = null) => {
    if (state === value) return;
    setHistory(stepped(history, value, kind));
    onChange(state);
  };
  const turn = (back: boolean) => {
    const turned = (back ? undone : redone)(history, value);
    if (!turned) return;
    setHistory(turned.history);
    onChange(turned.state);
    setSaid(back ? 'Undone' : 'Done again');
    const isThere = fieldOf(turned.state, selected) !== undefined;
    if (!isThere) setSelected(null);
    // What had the focus may be gone.
    if (element.current?.contains(document.activeElement)) setWanted({ id: isThere ? selected : null });
  };
  const select = (id: string | null) => {
    setSelected(id);
    if (id !== selected) setNudged(null);
  };
  /** Selects it and gives it the keys. */
  const goTo = (id: string | null) => {
    select(id);
    setWanted({ id });
  };
  const added = ({ state, id }: { state: BuilderState; id: string }, words: string) => {
    change(state);
    goTo(id);
    setSaid(words);
  };

  const colourOf = (one: BuilderField) =>
    signers.find(({ signerNum }) => signerNum === one.signer)?.colour ?? nobody.colour;
  const look = (one: BuilderField) => {
    const known = signers.find(({ signerNum }) => signerNum === one.signer);
    const who = known
      ? `signer ${known.signerNum} ${known.name}`.trim()
      : `signer ${one.signer}, who is not among the signers`;
    const at = ordered.indexOf(one) + 1;
    return { colour: colourOf(one), label: fieldLabel(one, at, ordered.length, who, value.pages.length) };
  };

  const othersOn = (page: number, id: string | null): Box[] => [
    ...value.fields.filter((one) => one.page === page && one.id !== id),
    ...value.foreign.filter((one) => one.page === page),
  ];
  /** To whole points, or to the lines of others where these are near. */
  const settled = (box: Held, isFree: boolean, carried: Carried = wholeField): { dx: number; dy: number } => {
    const near = isFree ? { dx: 0, dy: 0 } : snap(box, othersOn(box.page, box.id), reach / view.zoom, carried);
    const whole = (start: number, size: number, sides: readonly string[]) => {
      const edge = sides.includes('start') ? start : start + size;
      return Math.round(edge) - edge;
    };
    return {
      dx: near.dx || whole(box.x, box.width, carried.x),
      dy: near.dy || whole(box.y, box.height, carried.y),
    };
  };
  const withinPage = (box: Held): Held => {
    const page = value.pages[box.page] ?? { width: 612, height: 792 };
    const keep = (at: number, size: number, room: number) => Math.max(0, Math.min(at, room - size));
    return { ...box, x: keep(box.x, box.width, page.width), y: keep(box.y, box.height, page.height) };
  };

  /** Follows a pointer that carries a field of this size by the point `grip`; a new one has no id and is let go beside the pages. */
  const carry = (
    event: Press,
    field: { id: string | null; width: number; height: number },
    grip: { x: number; y: number },
    dropped: (box: Held) => void,
  ) => {
    const { id, width, height } = field;
    let box: Held | null = null;
    const isPossible = (pointer: { clientX: number; clientY: number }) => id !== null || view.isOver(pointer);
    followPointer(event, {
      moved: (pointer) => {
        const place = view.placeAt(pointer);
        const raw = withinPage({ id, width, height, page: place.page, x: place.x - grip.x, y: place.y - grip.y });
        const { dx, dy } = settled(raw, pointer.altKey);
        box = isPossible(pointer) ? withinPage({ ...raw, x: raw.x + dx, y: raw.y + dy }) : null;
        setHeld(box);
      },
      dropped: () => box && dropped(box),
      ended: () => setHeld(null),
      goOn: (pointer) => isPossible(pointer) && view.goOn(pointer),
    });
  };
  const press = (one: BuilderField, event: Press) => {
    if (event.button !== 0) return;
    // A finger selects first, so that a page full of fields can be scrolled.
    const isFirstTouch = event.pointerType === 'touch' && one.id !== selected;
    select(one.id);
    if (isFirstTouch) return;
    const from = view.placeAt(event);
    carry(event, one, { x: from.x - one.x, y: from.y - one.y }, ({ x, y, page }) =>
      change(moveField(value, one.id, { x, y, page })),
    );
  };
  const dragNew = (type: FieldType, event: Press) => {
    if (event.button !== 0) return;
    const { width, height } = fieldSizes[type];
    const grip = { x: width / 2, y: height / 2 };
    carry(event, { id: null, width, height }, grip, ({ page, x, y }) =>
      add(type, { page, x: x + grip.x, y: y + grip.y }),
    );
  };
  const resize = (one: BuilderField, corner: Corner, event: Press) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = view.placeAt(event);
    const page = value.pages[one.page] ?? { width: 612, height: 792 };
    const carried: Carried = {
      x: [corner.endsWith('w') ? 'start' : 'end'],
      y: [corner.startsWith('n') ? 'start' : 'end'],
    };
    const grown = (dx: number, dy: number): Box => ({
      ...(corner.endsWith('w') ? { x: one.x + dx, width: one.width - dx } : { x: one.x, width: one.width + dx }),
      ...(corner.startsWith('n') ? { y: one.y + dy, height: one.height - dy } : { y: one.y, height: one.height + dy }),
    });
    let box: Box = one;
    followPointer(event, {
      moved: (pointer) => {
        const { left, top } = view.sheetOf(one.page);
        const place = view.placeAt(pointer);
        const sheet = view.sheetOf(place.page);
        // As if the page of the field went on.
        const far = [place.x + (sheet.left - left) / view.zoom, place.y + (sheet.top - top) / view.zoom] as const;
        const raw = grown(far[0] - from.x, far[1] - from.y);
        const { dx, dy } = settled({ ...raw, id: one.id, page: one.page }, pointer.altKey, carried);
        box = resized(one, grown(far[0] - from.x + dx, far[1] - from.y + dy), page);
        setHeld({ ...box, id: one.id, page: one.page });
      },
      dropped: () => change(resizeField(value, one.id, box)),
      ended: () => setHeld(null),
      goOn: () => false,
    });
  };

  const add = (type: FieldType, at = freePlace(value, type, view.middle())) =>
    added(
      addField(value, type, at, signer),
      `${fieldWords[type]} added to page ${at.page + 1}${type === 'RadioButton' ? ' with two options' : ''}`,
    );
  const remove = (one: BuilderField) => {
    change(removeField(value, one.id));
    goTo(null);
    setSaid(`${fieldWords[one.name]} deleted`);
  };
  const duplicate = (one: BuilderField) => added(duplicateField(value, one.id), `${fieldWords[one.name]} duplicated`);

  const onFieldKey = (one: BuilderField, event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const arrow = arrows[key];
    const at = ordered.indexOf(one);
    const next = ordered[at + (shiftKey ? -1 : 1)];
    if (arrow && !ctrlKey && !metaKey) {
      const [dx, dy] = [arrow[0] * (shiftKey ? 10 : 1), arrow[1] * (shiftKey ? 10 : 1)];
      const state = altKey
        ? resizeField(value, one.id, { ...one, width: one.width + dx, height: one.height + dy })
        : moveField(value, one.id, { x: one.x + dx, y: one.y + dy });
      // A key that is held down is one step.
      change(state, event.repeat ? history.last : `${altKey ? 'resize' : 'move'} ${one.id} ${history.past.length}`);
      setNudged(one.id);
      const to = fieldOf(state, one.id) ?? one;
      setSaid(
        altKey
          ? `${Math.round(to.width)} wide, ${Math.round(to.height)} high`
          : `${Math.round(to.x)} from the left, ${Math.round(to.y)} from the top`,
      );
    } else if (key === 'Delete' || key === 'Backspace') remove(one);
    else if (key === 'd' && (ctrlKey || metaKey)) duplicate(one);
    else if (key === 'Tab' && next && !ctrlKey && !altKey && !metaKey) goTo(next.id);
    else if (key === 'Escape') goTo(null);
    else if (key === 'Enter') root.current?.querySelector<HTMLElement>(`.${classes.settings} input`)?.focus();
    else return;
    event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    if (event.defaultPrevented) return;
    if (key === 'Escape' && field && (target as Element).closest(`.${classes.settings}`)) {
      event.preventDefault();
      goTo(field.id);
    } else if (key === 'Escape') select(null);
    if (!(ctrlKey || metaKey)) return;
    const isText = (target as Element).matches('input, textarea');
    const back = key.toLowerCase() === 'z' && !shiftKey;
    const again = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey);
    // In a field of text these keys are the text's.
    if (isText || !(back || again)) return;
    event.preventDefault();
    turn(back);
  };

  const aligned = held ?? (field && nudged === field.id ? field : null);
  const guides = aligned ? guidesOf(aligned, othersOn(aligned.page, aligned.id)) : [];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what lies within
    <div ref={root} className={classes.builder} onKeyDown={onKey}>
      <Group gap="sm" className={classes.tools}>
        <Group gap="xs">
          <Tool label="Undo" isReady={history.past.length > 0} onPress={() => turn(true)} Icon={IconArrowBackUp} />
          <Tool
            label="Redo"
            isReady={history.future.length > 0}
            onPress={() => turn(false)}
            Icon={IconArrowForwardUp}
          />
        </Group>
        {value.pages.length > 1 && (
          <PageChoice at={view.sight.at + 1} count={value.pages.length} onChange={(page) => view.goTo(page - 1)} />
        )}
        <ZoomChoice
          zoom={view.zoom}
          steps={zoomSteps}
          onChange={view.setZoom}
          fits={view.fits}
          onFit={view.fitToWidth}
        />
      </Group>
      <Palette
        signers={signers.length > 0 ? signers : [nobody]}
        signer={signer}
        onSigner={setSigner}
        onDrag={dragNew}
        onAdd={add}
      />
      <Canvas
        pdf={pdf}
        state={value}
        frame={ref}
        view={view}
        selected={selected}
        held={held}
        guides={guides}
        look={look}
        onSelect={select}
        onPress={press}
        onResize={resize}
        onKey={onFieldKey}
      />
      <section className={classes.settings} aria-label="Field">
        {field ? (
          <FieldSettings
            key={field.id}
            field={field}
            signers={signers}
            labels={labels}
            pages={value.pages}
            onSet={(to) => {
              const colour = signers.find(({ signerNum }) => signerNum === to.signer)?.colour;
              const all = { ...to, ...(colour && { boundingColor: colour }) };
              change(setField(value, field.id, all), to.label === undefined ? null : `label ${field.id}`);
            }}
            onMove={(to) => change(moveField(value, field.id, { ...field, ...to }), `place ${field.id}`)}
            onResize={(to) => change(resizeField(value, field.id, { ...field, ...to }), `size ${field.id}`)}
            onDuplicate={() => duplicate(field)}
            onAddOption={() => added(addOption(value, field.id), 'Option added')}
            onRemove={() => remove(field)}
          />
        ) : (
          <Nothing state={value} signers={signers} />
        )}
      </section>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
    </div>
  );
}

/** It keeps the focus when there is nothing left to undo. */
const Tool = ({
  label,
  isReady,
  onPress,
  Icon,
}: {
  label: string;
  isReady: boolean;
  onPress: () => void;
  Icon: typeof IconArrowBackUp;
}) => (
  <ActionIcon
    variant="default"
    size="input-sm"
    aria-label={label}
    aria-disabled={!isReady}
    data-disabled={!isReady || undefined}
    onClick={() => isReady && onPress()}
  >
    <Icon size={18} aria-hidden />
  </ActionIcon>
);

const keys = [
  ['Tab', 'goes from field to field'],
  ['Arrows', 'move it, with Shift by ten'],
  ['Alt + arrows', 'make it larger or smaller'],
  ['Enter', 'goes to its settings, Escape back'],
  ['Delete', 'removes it'],
  ['Ctrl + D', 'duplicates it'],
  ['Ctrl + Z, Ctrl + Y', 'undo and redo'],
] as const;

/** While no field is selected: how many there are for whom, and the keys. */
function Nothing({ state, signers }: { state: BuilderState; signers: readonly Signer[] }) {
  const strangers = new Set(
    state.fields.map(({ signer }) => signer).filter((one) => !signers.some((known) => known.signerNum === one)),
  );
  return (
    <>
      <Title order={3}>
        {state.fields.length === 0
          ? 'No fields yet'
          : `${state.fields.length} ${state.fields.length === 1 ? 'field' : 'fields'}`}
      </Title>
      <ul className={classes.counts}>
        {signers.map((one) => (
          <li key={one.signerNum}>
            {`${signerWords(one)}: ${state.fields.filter(({ signer }) => signer === one.signerNum).length}`}
          </li>
        ))}
        {[...strangers].map((one) => (
          <li key={one}>{`Signer ${one} is not among the signers: select their fields and choose another.`}</li>
        ))}
      </ul>
      {state.foreign.length > 0 && (
        <Text>
          {state.foreign.length === 1
            ? 'One more field was made elsewhere. It stays as it is.'
            : `${state.foreign.length} more fields were made elsewhere. They stay as they are.`}
        </Text>
      )}
      <dl className={classes.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
