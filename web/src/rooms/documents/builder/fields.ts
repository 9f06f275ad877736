/**
 * The fields of a form that is being built, and what can be done to them. Lengths are points; x and y count from the upper
 * left corner of the page as it is read, whatever its rotation and cropping.
 */
import { type FieldType, fieldSizes } from '@portal/contract/signing/field-names.ts';
import { type Box, type PageShape, readingOrder, rounded } from '#shared/pdf-form/places.ts';

/** BLD-07. An option of a radio group is a field of its own that shares `groupId`. */
export interface BuilderField extends Box {
  id: string;
  name: FieldType;
  label: string;
  /** What was filled in: a text, or "On". */
  value: string;
  required: boolean;
  /** The signer's colour, which the border of the field has in the PDF as well. */
  boundingColor: string;
  signer: number;
  groupId: string | null;
  /** Counted from 0. */
  page: number;
}

/** A field of a form made elsewhere; it stays as it is. */
export interface ForeignField extends Box {
  name: string;
  page: number;
}

export interface BuilderState {
  pages: readonly PageShape[];
  fields: readonly BuilderField[];
  foreign: readonly ForeignField[];
}

export interface Signer {
  signerNum: number;
  name: string;
  colour: string;
}

/** A side of a field is at least this long. */
export const smallestSide = 10;
/** Between what is put below something and that. */
const gap = 6;

export const fieldWords: Readonly<Record<FieldType, string>> = {
  TextInput: 'Text input',
  Checkbox: 'Checkbox',
  RadioButton: 'Radio button',
  Signature: 'Signature',
};

/** As signers are called here: never by their colour alone. */
export const signerWords = ({ signerNum, name }: Signer): string => `${signerNum}. ${name || `Signer ${signerNum}`}`;

export const fieldOf = (state: BuilderState, id: string | null): BuilderField | undefined =>
  state.fields.find((field) => field.id === id);
const groupOf = (state: BuilderState, field: BuilderField): readonly BuilderField[] =>
  field.groupId === null ? [field] : state.fields.filter(({ groupId }) => groupId === field.groupId);
export const longestLabel = 100;
/** Whether it can carry a label: the name in the PDF has room for one of signer 1 alone (BLD-11). */
export const takesLabel = ({ name, signer }: BuilderField): boolean => signer === 1 && name !== 'Signature';

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
/** On the page as a whole; what is larger than the page becomes as large as it. */
function within({ width: w, height: h, x, y }: Box, page: PageShape): Box {
  const width = between(w, Math.min(smallestSide, page.width), page.width);
  const height = between(h, Math.min(smallestSide, page.height), page.height);
  return {
    width: rounded(width),
    height: rounded(height),
    x: rounded(between(x, 0, page.width - width)),
    y: rounded(between(y, 0, page.height - height)),
  };
}
const noPage: PageShape = { width: 612, height: 792 };
/** The fields with these boxes, which are brought within their pages. */
function withBoxes(state: BuilderState, boxes: ReadonlyMap<string, Partial<Box> & { page?: number }>): BuilderState {
  const fields = state.fields.map((field) => {
    const box = boxes.get(field.id);
    if (!box) return field;
    const moved = { ...field, ...box };
    return { ...moved, ...within(moved, state.pages[moved.page] ?? noPage) };
  });
  return { ...state, fields };
}

/** A number that none of these has yet, after their letter. */
const unused = (letter: string, taken: readonly (string | null)[]): string => {
  const numbers = taken.map((one) => (one?.startsWith(letter) ? Number(one.slice(letter.length)) : -1));
  return `${letter}${Math.max(-1, ...numbers.filter(Number.isInteger)) + 1}`;
};

/** They get ids, and those that share a group a new one together. */
function withFields(state: BuilderState, added: readonly Omit<BuilderField, 'id'>[]): Added {
  let next = state;
  const ids: string[] = [];
  for (const field of added) {
    const id = unused(
      'f',
      next.fields.map((one) => one.id),
    );
    ids.push(id);
    next = { ...next, fields: [...next.fields, { ...field, id }] };
  }
  return { state: next, id: ids[0] ?? '' };
}
const newGroup = (state: BuilderState) =>
  unused(
    'g',
    state.fields.map(({ groupId }) => groupId),
  );

interface Added {
  state: BuilderState;
  /** The first that was added. */
  id: string;
}

/** Where options stand below each other, or beside each other at the end of the page. */
function after(box: Box, page: PageShape, far = 1): Box {
  const y = box.y + far * (box.height + gap);
  if (y + box.height <= page.height) return { ...box, y };
  return { ...box, x: box.x + far * (box.width + gap) };
}

/** With its middle at this place; a radio button comes with a second option (BLD-05). */
export function addField(
  state: BuilderState,
  name: FieldType,
  at: { page: number; x: number; y: number },
  signer: Signer,
): Added {
  const page = state.pages[at.page] ?? noPage;
  const size = fieldSizes[name];
  const box = within({ ...size, x: at.x - size.width / 2, y: at.y - size.height / 2 }, page);
  const field = {
    ...box,
    name,
    label: '',
    value: '',
    required: true,
    boundingColor: signer.colour,
    signer: signer.signerNum,
    page: at.page,
  };
  if (name !== 'RadioButton') return withFields(state, [{ ...field, groupId: null }]);
  const first = { ...field, groupId: newGroup(state) };
  return withFields(state, [first, { ...first, ...within(after(box, page), page) }]);
}

/** The place nearest below this one where a new field hides none that is there. */
export function freePlace<At extends { page: number; x: number; y: number }>(
  state: BuilderState,
  name: FieldType,
  at: At,
): At {
  const { width, height: one } = fieldSizes[name];
  const height = name === 'RadioButton' ? 2 * one + gap : one;
  const others = [...state.fields, ...state.foreign].filter(({ page }) => page === at.page);
  let y = at.y;
  for (let tries = 0; tries <= others.length; tries++) {
    const [left, top] = [at.x - width / 2, y - one / 2];
    const hidden = others.find(
      (other) =>
        other.x < left + width &&
        left < other.x + other.width &&
        other.y < top + height &&
        top < other.y + other.height,
    );
    if (!hidden) break;
    y = hidden.y + hidden.height + gap + one / 2;
  }
  // Where there is no such place, it lies over what is there.
  const page = state.pages[at.page] ?? noPage;
  return y - one / 2 + height <= page.height ? { ...at, y } : at;
}

/** One more option in the group of this one (BLD-06). */
export function addOption(state: BuilderState, id: string): Added {
  const field = fieldOf(state, id);
  const last = field && readingOrder(groupOf(state, field)).at(-1);
  if (!last || last.groupId === null) return { state, id };
  const page = state.pages[last.page] ?? noPage;
  return withFields(state, [{ ...last, value: '', ...within(after(last, page), page) }]);
}

/** Below itself; a radio group as a whole, as a group of its own. */
export function duplicateField(state: BuilderState, id: string): Added {
  const field = fieldOf(state, id);
  if (!field) return { state, id };
  const group = groupOf(state, field);
  const page = state.pages[field.page] ?? noPage;
  const bottom = Math.max(...group.map(({ y, height }) => y + height));
  const top = Math.min(...group.map(({ y }) => y));
  const hasRoom = bottom + gap + (bottom - top) <= page.height;
  const [dx, dy] = hasRoom ? [0, bottom - top + gap] : [field.width + gap, 0];
  const groupId = field.groupId === null ? null : newGroup(state);
  // The one that was copied comes first, so that it is the one that is then worked on.
  const copies = [field, ...group.filter((one) => one !== field)].map((one) => {
    const place = { ...one, value: '', groupId, x: one.x + dx, y: one.y + dy };
    return { ...place, ...within(place, state.pages[one.page] ?? noPage) };
  });
  return withFields(state, copies);
}

/** To a place on its page or on another one, as far as the page goes (BLD-03). */
export const moveField = (state: BuilderState, id: string, to: { x: number; y: number; page?: number }): BuilderState =>
  withBoxes(state, new Map([[id, to]]));

/** A side that is moved stops at the edge of the page and before the field becomes too small; the others stay. */
export function resizeField(state: BuilderState, id: string, to: Box): BuilderState {
  const field = fieldOf(state, id);
  if (!field) return state;
  return withBoxes(state, new Map([[id, resized(field, to, state.pages[field.page] ?? noPage)]]));
}

export function resized(from: Box, to: Box, page: PageShape): Box {
  const span = (start: number, size: number, wasStart: number, wasSize: number, most: number) => {
    const end = start + size;
    // The side that is not moved is the one that has not changed.
    if (Math.abs(end - (wasStart + wasSize)) < 0.001) {
      const least = between(start, 0, Math.max(0, end - smallestSide));
      return [least, end - least] as const;
    }
    return [start, between(size, smallestSide, Math.max(smallestSide, most - start))] as const;
  };
  const [x, width] = span(to.x, to.width, from.x, from.width, page.width);
  const [y, height] = span(to.y, to.height, from.y, from.height, page.height);
  return { x, y, width, height };
}

/** What a group has in common is said for all of its options. */
export function setField(
  state: BuilderState,
  id: string,
  change: Partial<Pick<BuilderField, 'label' | 'required' | 'signer' | 'boundingColor'>>,
): BuilderState {
  const field = fieldOf(state, id);
  const changed = new Set(field ? groupOf(state, field) : []);
  return { ...state, fields: state.fields.map((one) => (changed.has(one) ? { ...one, ...change } : one)) };
}

/** This one only (BLD-04). */
export const removeField = (state: BuilderState, id: string): BuilderState => ({
  ...state,
  fields: state.fields.filter((field) => field.id !== id),
});

/** The fields as the PDF has them, in reading order: the options of a group are one field, which stands where its first one does. */
export function formOrder(state: BuilderState): BuilderField[][] {
  const groups = new Map<string, BuilderField[]>();
  for (const field of readingOrder(state.fields)) {
    const key = field.groupId ?? field.id;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()];
}
