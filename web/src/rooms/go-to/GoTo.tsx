import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { meets } from '@portal/contract/access.ts';
import { longest } from '@portal/contract/go-to/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Sheet } from '#kit/Sheet.tsx';
import { useSeekThere } from '#shared/seek-there.ts';
import classes from './GoTo.module.css';
import { isNumber, type Place, type PageOfMenu, placesOf } from './places.ts';
import { useFound, useFoundPatients } from './queries.ts';

/** One field that leads to a page of the menu, to a request, to a participant or to a patient. */
export function GoTo({ pages, onClose }: { pages: readonly PageOfMenu[]; onClose: () => void }) {
  const navigate = useNavigate();
  const seekThere = useSeekThere();
  const viewer = useViewer();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const { found, isLooking, hasFailed } = useFound(asked);
  const hasPatients = pages.some(({ path }) => path === '/patients');
  const {
    patients,
    areMore,
    isLooking: isLookingForPatients,
    hasFailed: noPatients,
  } = useFoundPatients(asked, hasPatients);
  const label = hasPatients
    ? 'Page or patient’s name'
    : meets(listParticipants.access, viewer)
      ? 'Page, request, or participant’s number or name'
      : 'Page or number of a request';
  const isWaiting = text.trim() !== asked || isLooking || isLookingForPatients;
  const places = isWaiting ? placesOf(text, pages, undefined) : placesOf(text, pages, found, patients);
  const [at, setAt] = useState(0);
  const [isToGo, setToGo] = useState(false);
  const list = useId();
  const current = places[Math.min(at, places.length - 1)];

  const says = (): string => {
    if (isWaiting) return 'Looking …';
    if (hasFailed || noPatients) return 'There was a problem looking for it. Please type it again.';
    if (found?.more) return `There are more: type more of the ${isNumber(asked) ? 'number' : 'name'}.`;
    if (areMore) return 'There are more patients: type more of the name.';
    return places.length === 0 ? 'Nothing found.' : '';
  };
  const go = ({ to, search, sought }: Place) => {
    onClose();
    if (sought !== undefined) seekThere(to, search, sought);
    void navigate({ to, search: search as never });
  };
  // Enter was pressed before the answer was there.
  const late = isToGo && !isWaiting ? current : undefined;
  useEffect(() => {
    if (late) go(late);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (places.length > 0) setAt((Math.min(at, places.length - 1) + step + places.length) % places.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (isWaiting) setToGo(true);
      else if (current) go(current);
    }
  };
  return (
    <Sheet opened title="Go to" onClose={onClose}>
      <TextInput
        label={label}
        role="combobox"
        aria-expanded={places.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={current && `${list} ${current.key}`.replaceAll(' ', '-')}
        autoComplete="off"
        data-autofocus
        maxLength={longest}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          setToGo(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Places" className={classes.list}>
        {places.map((place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field, which keeps the focus
          <div
            key={place.key}
            id={`${list} ${place.key}`.replaceAll(' ', '-')}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            className={classes.place}
            onClick={() => go(place)}
          >
            {place.name}
            {place.hint && <span className={classes.hint}>{place.hint}</span>}
          </div>
        ))}
      </div>
      <output className={classes.says}>{says()}</output>
    </Sheet>
  );
}
