import { expect, test } from 'vitest';
import { signerColours } from './colours.ts';
import {
  addField,
  addOption,
  type BuilderField,
  type BuilderState,
  duplicateField,
  fieldOf,
  formOrder,
  freePlace,
  moveField,
  removeField,
  resizeField,
  setField,
  type Signer,
} from './fields.ts';
import { noHistory, redone, stepped, undone } from './history.ts';
import { readingOrder } from '#shared/pdf-form/places.ts';
import { sheetAt, sheetsOf } from '#shared/pdf-form/sheets.ts';
import { guidesOf, snap } from './snapping.ts';
import { touchReach } from '#shared/pdf-form/touch-reach.ts';

const anna: Signer = { signerNum: 1, name: 'Anna', colour: '#1864ab' };
const empty: BuilderState = {
  pages: [
    { width: 612, height: 792 },
    { width: 300, height: 200 },
  ],
  fields: [],
  foreign: [],
};
const place = ({ x, y, width, height }: BuilderField) => [x, y, width, height];
const dropped = (state: BuilderState, name: BuilderField['name'], x: number, y: number, page = 0) =>
  addField(state, name, { page, x, y }, anna).state;

test.each([
  ['TextInput', [35, 82.5, 130, 35]],
  ['Signature', [60, 82.5, 80, 35]],
  ['Checkbox', [87.5, 87.5, 25, 25]],
] as const)(
  'BLD-01 BLD-07 BLD-08 CON-12 a %s has its usual size around the place where it was dropped',
  (name, box) => {
    const [field] = dropped(empty, name, 100, 100).fields;
    expect(field).toEqual({
      id: 'f0',
      name,
      label: '',
      value: '',
      x: box[0],
      y: box[1],
      width: box[2],
      height: box[3],
      required: true,
      boundingColor: '#1864ab',
      signer: 1,
      groupId: null,
      page: 0,
    });
  },
);

test('BLD-05 BLD-06 a radio button comes with two options, and further ones join them', () => {
  const two = dropped(empty, 'RadioButton', 100, 100);
  expect(two.fields.map((field) => [field.groupId, ...place(field)])).toEqual([
    ['g0', 87.5, 87.5, 25, 25],
    ['g0', 87.5, 118.5, 25, 25],
  ]);
  const three = addOption(two, 'f0');
  expect(three.id).toBe('f2');
  expect(three.state.fields.map(({ groupId, y }) => [groupId, y])).toEqual([
    ['g0', 87.5],
    ['g0', 118.5],
    ['g0', 149.5],
  ]);
  // Another one is a group of its own, and what is said of an option is said of its group.
  const other = setField(dropped(three.state, 'RadioButton', 300, 300), 'f1', { required: false, signer: 2 });
  expect(other.fields.map(({ groupId, required, signer }) => [groupId, required, signer])).toEqual([
    ['g0', false, 2],
    ['g0', false, 2],
    ['g0', false, 2],
    ['g1', true, 1],
    ['g1', true, 1],
  ]);
});

test('BLD-05 at the end of a page the second option stands beside the first', () => {
  expect(dropped(empty, 'RadioButton', 100, 190, 1).fields.map(place)).toEqual([
    [87.5, 175, 25, 25],
    [118.5, 175, 25, 25],
  ]);
});

test('what is put in the middle hides nothing that lies there', () => {
  const state = dropped(empty, 'TextInput', 300, 400);
  expect(freePlace(state, 'Checkbox', { page: 0, x: 300, y: 400 })).toEqual({ page: 0, x: 300, y: 436 });
  const two = dropped(state, 'Checkbox', 300, 436);
  expect(freePlace(two, 'RadioButton', { page: 0, x: 300, y: 400 })).toEqual({ page: 0, x: 300, y: 467 });
  expect(freePlace(two, 'Checkbox', { page: 0, x: 100, y: 400 })).toEqual({ page: 0, x: 100, y: 400 });
  const full = { ...empty, foreign: [{ name: '', page: 0, x: 0, y: 0, width: 612, height: 790 }] };
  expect(freePlace(full, 'Checkbox', { page: 0, x: 300, y: 400 })).toEqual({ page: 0, x: 300, y: 400 });
});

test.each([
  ['a place on the page', { x: 10, y: 20 }, [10, 20, 130, 35]],
  ['beyond its upper left corner', { x: -40, y: -1 }, [0, 0, 130, 35]],
  ['beyond its lower right corner', { x: 1000, y: 1000 }, [482, 757, 130, 35]],
  ['a smaller page', { x: 250, y: 180, page: 1 }, [170, 165, 130, 35]],
])('BLD-02 BLD-03 a field that is moved to %s stays on the page', (_, to, box) => {
  const moved = moveField(dropped(empty, 'TextInput', 100, 100), 'f0', to);
  expect(moved.fields.map(place)).toEqual([box]);
});

test.each([
  ['larger', { x: 100, y: 100, width: 200, height: 50 }, [100, 100, 200, 50]],
  ['smaller than it may be', { x: 100, y: 100, width: 3, height: -9 }, [100, 100, 10, 10]],
  ['over the edge of the page', { x: 100, y: 100, width: 900, height: 900 }, [100, 100, 512, 692]],
  ['by its left side', { x: 50, y: 100, width: 180, height: 35 }, [50, 100, 180, 35]],
  ['by its left side beyond its right one', { x: 300, y: 100, width: -70, height: 35 }, [220, 100, 10, 35]],
  ['by its upper side over the edge', { x: 100, y: -30, width: 130, height: 165 }, [100, 0, 130, 135]],
])('BLD-02 a field that is made %s keeps within its limits', (_, to, box) => {
  const placed = moveField(dropped(empty, 'TextInput', 100, 100), 'f0', { x: 100, y: 100 });
  expect(resizeField(placed, 'f0', to).fields.map(place)).toEqual([box]);
});

test('BLD-04 deleting takes one field away, of a radio group one option', () => {
  const state = dropped(dropped(empty, 'TextInput', 100, 100), 'RadioButton', 300, 300);
  expect(removeField(state, 'f1').fields.map(({ id }) => id)).toEqual(['f0', 'f2']);
});

test('a copy lies below what was copied, and a copied group is a group of its own', () => {
  const state = dropped(dropped(empty, 'TextInput', 100, 100), 'RadioButton', 300, 300);
  const text = duplicateField(setField(state, 'f0', { label: 'City' }), 'f0');
  expect([text.id, fieldOf(text.state, 'f3')]).toMatchObject(['f3', { label: 'City', x: 35, y: 123.5 }]);
  const group = duplicateField(state, 'f2');
  expect(group.state.fields.slice(3).map(({ groupId, y }) => [groupId, y])).toEqual([
    ['g1', 380.5],
    ['g1', 349.5],
  ]);
});

test('fields are read page by page, line by line, from left to right', () => {
  let state = dropped(empty, 'Checkbox', 300, 105);
  state = dropped(state, 'Checkbox', 20, 20, 1);
  state = dropped(state, 'TextInput', 100, 100);
  state = dropped(state, 'Checkbox', 100, 60);
  state = dropped(state, 'Checkbox', 90, 130);
  expect(readingOrder(state.fields).map(({ id }) => id)).toEqual(['f3', 'f2', 'f0', 'f4', 'f1']);
});

test('a radio group is one field of the form, where its first option stands', () => {
  let state = dropped(empty, 'RadioButton', 100, 100);
  state = dropped(state, 'Checkbox', 300, 110);
  expect(formOrder(state).map((group) => group.map(({ id }) => id))).toEqual([['f0', 'f1'], ['f2']]);
});

test.each([
  ['to a left side', { x: 103, y: 300, width: 50, height: 20 }, { dx: -3, dy: 0 }],
  ['to a middle', { x: 142, y: 300, width: 50, height: 20 }, { dx: -2, dy: 0 }],
  ['to a line of text', { x: 400, y: 202, width: 50, height: 60 }, { dx: 0, dy: -2 }],
  ['side by side', { x: 233, y: 300, width: 50, height: 20 }, { dx: -3, dy: 0 }],
  ['not from afar', { x: 110, y: 300, width: 50, height: 20 }, { dx: 0, dy: 0 }],
])('a field that is moved finds the lines of others, %s', (_, box, far) => {
  expect(snap(box, [{ x: 100, y: 200, width: 130, height: 35 }], 5)).toEqual(far);
});

test('a side that is moved finds the lines of others, and the other side stays', () => {
  const others = [{ x: 100, y: 200, width: 130, height: 35 }];
  const box = { x: 99, y: 300, width: 129, height: 20 };
  expect(snap(box, others, 5, { x: ['end'], y: ['end'] })).toEqual({ dx: 2, dy: 0 });
});

test('a line shows with what a field stands in line', () => {
  const box = { x: 100, y: 300, width: 50, height: 20 };
  expect(guidesOf(box, [{ x: 100, y: 200, width: 130, height: 35 }])).toEqual([
    { axis: 'x', at: 100, from: 200, to: 320 },
  ]);
  expect(guidesOf(box, [{ x: 200, y: 500, width: 130, height: 35 }])).toEqual([]);
});

test('what was done is undone step by step and done again, until something else is done', () => {
  const [one, two, three] = [100, 200, 300].map((x) => dropped(empty, 'Checkbox', x, 100)) as [
    BuilderState,
    BuilderState,
    BuilderState,
  ];
  const history = stepped(stepped(stepped(noHistory, empty), one), two);
  const back = undone(history, three);
  expect(back?.state).toBe(two);
  const again = back && undone(back.history, two);
  expect(again?.state).toBe(one);
  expect(again && redone(again.history, one)?.state).toBe(two);
  expect(again && redone(stepped(again.history, one), two)).toBeNull();
  expect(undone(noHistory, empty)).toBeNull();
});

test('letters of a label are undone together', () => {
  const [one, two, three] = ['C', 'Ci', 'Cit'].map((label) =>
    setField(dropped(empty, 'TextInput', 9, 9), 'f0', { label }),
  );
  if (!one || !two || !three) throw new Error('three labels');
  const history = stepped(stepped(stepped(noHistory, one, 'label f0'), two, 'label f0'), three, null);
  expect(history.past).toEqual([one, three]);
});

test('BLD-10 CON-13 signers have colours by chance, none twice, the first ones unlike each other, each readable with white on it', () => {
  const luminance = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const count of [1, 2, 4, 12, 60]) {
    const colours = signerColours(count);
    expect(colours).toHaveLength(count);
    expect(new Set(colours).size).toBe(count);
    for (const colour of colours) {
      expect(colour).toMatch(/^#[\da-f]{6}$/);
      expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  }
  // Nobody takes one of the first signers for another: they lie apart on the circle of hues.
  const hue = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ];
    return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  };
  for (let start = 0; start < 1; start += 1 / 8)
    for (const [count, least] of [
      [2, 120],
      [4, 60],
      [8, 25],
    ] as const) {
      const found = signerColours(count, () => start).map(hue);
      const between = found.flatMap((one, at) =>
        found.slice(at + 1).map((other) => Math.min(Math.abs(one - other), 360 - Math.abs(one - other))),
      );
      expect(Math.min(...between)).toBeGreaterThan(least);
    }
  expect(signerColours(2, () => 0)).not.toEqual(signerColours(2, () => 0.99));
});

test.each([
  ['alone', [], { x: 9.5, y: 15.5 }],
  ['with another one below', [{ x: 100, y: 117, width: 25, height: 13 }], { x: 2, y: 2 }],
  ['with another one far away', [{ x: 300, y: 117, width: 25, height: 13 }], { x: 9.5, y: 15.5 }],
  ['with another one upon it', [{ x: 110, y: 105, width: 25, height: 13 }], { x: 0, y: 0 }],
])('a finger finds a small field beside it as well, but not in the place of another: %s', (_, others, reach) => {
  expect(touchReach({ x: 100, y: 100, width: 25, height: 13 }, others)).toEqual(reach);
});

test('a page is found by how far down it lies, among a thousand of them', () => {
  const pages = Array.from({ length: 1000 }, () => ({ width: 612, height: 792 }));
  const { sheets, height } = sheetsOf(pages, 0.5, 500);
  expect([sheets[1], height]).toEqual([{ left: 97, top: 428, width: 306, height: 396 }, 412_016]);
  expect([0, 427, 428, 100_000, 500_000].map((y) => sheetAt(sheets, y))).toEqual([0, 0, 1, 242, 999]);
});
