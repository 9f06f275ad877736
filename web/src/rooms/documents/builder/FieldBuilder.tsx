import '#kit/all-styles.ts';
import { Group, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { FieldType } from '@portal/contract/signing/field-names.ts';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { PageChoice, ZoomChoice } from '#kit/PdfTools.tsx';
import { Tool } from '#kit/Tool.tsx';
import { readingOrder } from '#shared/pdf-form/places.ts';
import classes from './builder.module.css';
import { Canvas, fieldLabel } from './Canvas.tsx';
import {
  addField,
  addOption,
  type BuilderField,
  type BuilderState,
  duplicateField,
  fieldOf,
  fieldWords,
  freePlace,
  moveField,
  removeField,
  resizeField,
  setField,
  type Signer,
} from './fields.ts';
import { FieldSettings } from './FieldSettings.tsx';
import { type History, noHistory, redone, stepped, undone } from './history.ts';
import { Palette } from './Palette.tsx';
import { NothingSelected } from './NothingSelected.tsx';
import { guidesOf } from './snapping.ts';
import { othersOn, usePointer } from './use-pointer.ts';
import { useView, zoomSteps } from '#shared/pdf-form/use-view.ts';

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

  const pointer = usePointer({
    state: value,
    view,
    selected,
    onSelect: select,
    onChange: change,
    onAdd: (type, at) => add(type, at),
  });
  const { held } = pointer;
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
      change(state, event.repeat ? history.last : `key at ${event.timeStamp}`);
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
    const isInSettings = (target as Element).closest(`.${classes.settings}`) !== null;
    const isListOpen = (target as Element).getAttribute('aria-expanded') === 'true';
    if (key === 'Escape' && field && isInSettings && !isListOpen) {
      event.preventDefault();
      goTo(field.id);
    } else if (key === 'Escape' && !isInSettings) select(null);
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
  const guides = aligned ? guidesOf(aligned, othersOn(value, aligned)) : [];
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
        onDrag={pointer.dragNew}
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
        onPress={pointer.press}
        onResize={pointer.resize}
        onKey={onFieldKey}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.settings} aria-label="Field" tabIndex={field ? undefined : 0}>
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
          <NothingSelected state={value} signers={signers} />
        )}
      </section>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
    </div>
  );
}
