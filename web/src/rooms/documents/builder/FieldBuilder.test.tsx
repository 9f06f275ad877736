import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aPdf, drawsPdfs } from '#test/documents.ts';
import { show } from '#test/kit.tsx';
import { FieldBuilder, type FieldBuilderProps } from './FieldBuilder.tsx';
import { type BuilderState, setField } from './fields.ts';
import { openForm } from './read-form.ts';
import { buildForm } from './write-form.ts';

drawsPdfs();

/** The room in which pages are shown, as large as one of them. */
const sizes = { clientWidth: 572, clientHeight: 752 };
beforeAll(() => {
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(value);
});
afterAll(() => void vi.restoreAllMocks());

const signers = [
  { signerNum: 1, name: 'Ada', colour: '#1864ab' },
  { signerNum: 2, name: 'Ben', colour: '#a61e4d' },
];

/** Pages are 300 by 400 points and, since 720 pixels are there, drawn 1.8 times as large, from 16, 16 on. */
const zoom = 1.8;
const on = (x: number, y: number) => ({ clientX: 16 + x * zoom, clientY: 16 + y * zoom });

async function open(
  more: Partial<FieldBuilderProps> = {},
  pages = ['First'],
  prepare = (state: BuilderState) => state,
) {
  const pdf = new TextEncoder().encode(aPdf(pages));
  let latest = prepare(await openForm(pdf));
  function Host() {
    const [state, setState] = useState(latest);
    latest = state;
    return <FieldBuilder pdf={pdf} signers={signers} labels={null} value={state} onChange={setState} {...more} />;
  }
  const { user } = show(<Host />);
  const frame = screen.getByRole('group', { name: 'Pages of the form' });
  frame.getBoundingClientRect = () => ({ left: 0, top: 0, right: 720, bottom: 4000 }) as DOMRect;
  await within(frame).findByRole('img', { name: 'Page 1' });
  return {
    user,
    frame,
    pdf,
    state: () => latest,
    boxes: () => latest.fields.map((f) => [f.x, f.y, f.width, f.height]),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const kindOf = (name: string) => screen.getByText(name, { selector: 'button' });
const placed = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'button' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const focused = () => document.activeElement?.getAttribute('aria-label');
const press = async ({ user }: Opened, kind: string) => {
  kindOf(kind).focus();
  await user.keyboard('{Enter}');
};
const drag = async ({ user }: Opened, target: Element, from: ReturnType<typeof on>, to: ReturnType<typeof on>) =>
  user.pointer([{ keys: '[MouseLeft>]', target, coords: from }, { coords: to }, { keys: '[/MouseLeft]', coords: to }]);

test('BLD-01 BLD-05 BLD-08 Enter on a kind of field puts it in the middle of the page in sight, and it has the focus', async () => {
  const builder = await open();
  await press(builder, 'Text input');
  expect(builder.boxes()).toEqual([[85, 182.5, 130, 35]]);
  expect(focused()).toBe('Text input, for signer 1 Ada, required, 1 of 1');
  // What comes next hides nothing.
  await press(builder, 'Radio button');
  expect(builder.boxes().slice(1)).toEqual([
    [137.5, 223.5, 25, 25],
    [137.5, 254.5, 25, 25],
  ]);
  expect(screen.getByText('Radio button added to page 1 with two options').closest('output')).not.toBeNull();
  await press(builder, 'Signature');
  await press(builder, 'Checkbox');
  expect(builder.state().fields.map(({ name }) => name)).toEqual([
    'TextInput',
    'RadioButton',
    'RadioButton',
    'Signature',
    'Checkbox',
  ]);
});

test.each([
  ['Text input', [[50, 60, 130, 35]], [115, 77.5]],
  ['Signature', [[50, 60, 80, 35]], [90, 77.5]],
  ['Checkbox', [[50, 60, 25, 25]], [62.5, 72.5]],
  [
    'Radio button',
    [
      [50, 60, 25, 25],
      [50, 91, 25, 25],
    ],
    [62.5, 72.5],
  ],
])('BLD-01 BLD-03 %s is dragged onto the page and lies where it was dropped', async (kind, boxes, [x, y]) => {
  const builder = await open();
  await drag(builder, kindOf(kind), { clientX: 800, clientY: 30 }, on(x as number, y as number));
  expect(builder.boxes()).toEqual(boxes);
  // Beside the pages it is let go without effect.
  await drag(builder, kindOf(kind), { clientX: 800, clientY: 30 }, { clientX: 900, clientY: 300 });
  expect(builder.boxes()).toEqual(boxes);
});

test('BLD-02 BLD-03 a field is moved by the pointer, finds the line of another, and Escape leaves it where it was', async () => {
  const builder = await open();
  const { user, frame } = builder;
  await drag(builder, kindOf('Text input'), { clientX: 800, clientY: 30 }, on(115, 77.5));
  await drag(builder, kindOf('Checkbox'), { clientX: 800, clientY: 30 }, on(212.5, 212.5));
  const box = placed(/^Checkbox,/);
  // Three pixels beside the left side of the text.
  await user.pointer([{ keys: '[MouseLeft>]', target: box, coords: on(205, 205) }, { coords: on(56.5, 235.2) }]);
  expect(frame.querySelectorAll('[data-guide="x"]')).toHaveLength(1);
  await user.pointer({ keys: '[/MouseLeft]', coords: on(56.5, 235.2) });
  expect(builder.boxes()[1]).toEqual([50, 230, 25, 25]);
  expect(frame.querySelectorAll('[data-guide]')).toHaveLength(0);
  await user.pointer([{ keys: '[MouseLeft>]', target: box, coords: on(55, 235) }, { coords: on(150, 150) }]);
  await user.keyboard('{Escape}');
  await user.pointer({ keys: '[/MouseLeft]', coords: on(150, 150) });
  expect(builder.boxes()[1]).toEqual([50, 230, 25, 25]);
  // With Alt it goes where it is put.
  await user.keyboard('{Alt>}');
  await drag(builder, box, on(55, 235), on(58, 235));
  await user.keyboard('{/Alt}');
  expect(builder.boxes()[1]).toEqual([53, 230, 25, 25]);
  // To the edge of the page and no further.
  await drag(builder, box, on(57, 235), on(57, 900));
  expect(builder.boxes()[1]?.[1]).toBe(375);
});

test('BLD-02 BLD-03 a field is moved to another page', async () => {
  const builder = await open({}, ['First', 'Second']);
  await drag(builder, kindOf('Checkbox'), { clientX: 800, clientY: 30 }, on(100, 100));
  await drag(builder, placed(/^Checkbox,/), on(100, 100), on(100, 400 + 16 / zoom + 50));
  expect(builder.state().fields.map(({ page, x, y }) => [page, x, y])).toEqual([[1, 88, 38]]);
});

test('BLD-02 a field is made larger and smaller by its corners', async () => {
  const builder = await open();
  await drag(builder, kindOf('Text input'), { clientX: 800, clientY: 30 }, on(115, 77.5));
  const corner = (which: string) => builder.frame.querySelector(`[data-corner="${which}"]`) as Element;
  await drag(builder, corner('se'), on(180, 95), on(230, 115));
  expect(builder.boxes()).toEqual([[50, 60, 180, 55]]);
  await drag(builder, corner('nw'), on(50, 60), on(20, 30));
  expect(builder.boxes()).toEqual([[20, 30, 210, 85]]);
  // It never becomes too small to be seen.
  await drag(builder, corner('se'), on(230, 115), on(5, 5));
  expect(builder.boxes()).toEqual([[20, 30, 10, 10]]);
});

test('BLD-02 BLD-04 all of it goes by keyboard', async () => {
  const builder = await open();
  const { user } = builder;
  await press(builder, 'Text input');
  await user.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  expect(builder.boxes()).toEqual([[76, 191.5, 130, 35]]);
  await user.keyboard('{Alt>}{ArrowRight}{ArrowUp}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  expect(builder.boxes()).toEqual([[76, 191.5, 131, 44]]);
  expect(screen.getByText('131 wide, 44 high').closest('output')).not.toBeNull();
  await user.keyboard('{Control>}d{/Control}');
  expect(builder.boxes()[1]).toEqual([76, 241.5, 131, 44]);
  expect(focused()).toBe('Text input, for signer 1 Ada, required, 2 of 2');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Signer', { selector: 'input' }));
  await user.keyboard('{Escape}');
  expect(focused()).toBe('Text input, for signer 1 Ada, required, 2 of 2');
  await user.keyboard('{Delete}');
  expect(builder.boxes()).toEqual([[76, 191.5, 131, 44]]);
  expect(focused()).toBe('Pages of the form');
  // Step by step back to the beginning, and forth again.
  await user.keyboard('{Control>}z{/Control}');
  expect(builder.boxes()).toHaveLength(2);
  await user.keyboard('{Control>}zzzz{/Control}');
  expect(builder.boxes()).toEqual([[76, 191.5, 130, 35]]);
  await user.keyboard('{Control>}zzzzzzzzz{/Control}');
  expect(builder.boxes()).toEqual([]);
  await user.keyboard('{Control>}yyyyyyyyyyyyyyy{/Control}');
  expect(builder.boxes()).toEqual([[76, 191.5, 131, 44]]);
});

test('a key that is held down is one step to undo', async () => {
  const builder = await open();
  await press(builder, 'Checkbox');
  const field = placed(/^Checkbox,/);
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  for (let again = 0; again < 5; again++) fireEvent.keyDown(field, { key: 'ArrowRight', repeat: true });
  expect(builder.boxes()).toEqual([[143.5, 187.5, 25, 25]]);
  await builder.user.click(button('Undo'));
  expect(builder.boxes()).toEqual([[137.5, 187.5, 25, 25]]);
  await builder.user.click(button('Redo'));
  expect(builder.boxes()).toEqual([[143.5, 187.5, 25, 25]]);
});

test('Tab goes from field to field as they are read, on all pages, and then on', async () => {
  const builder = await open({}, ['First', 'Second']);
  const { user } = builder;
  for (const [x, y] of [
    [200, 300],
    [100, 100],
    [200, 104],
  ] as const)
    await drag(builder, kindOf('Checkbox'), { clientX: 800, clientY: 30 }, on(x, y));
  await drag(builder, kindOf('Signature'), { clientX: 800, clientY: 30 }, on(100, 400 + 16 / zoom + 50));
  builder.frame.focus();
  await user.keyboard('{Escape}{Tab}');
  const met: (string | undefined)[] = [];
  for (let at = 0; at < 4; at++) {
    met.push(/\d of \d$/.exec(focused() ?? '')?.[0]);
    await user.keyboard('{Tab}');
  }
  expect(met).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  expect(screen.getByRole('region', { name: 'Field' }).contains(document.activeElement)).toBe(true);
  await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
  expect(focused()).toContain('3 of 4');
});

test('BLD-10 fields are given to a signer, who is told by number and name besides the colour', async () => {
  const builder = await open();
  const { user } = builder;
  await user.click(screen.getByLabelText('New fields are for', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: '2. Ben' }));
  await press(builder, 'Signature');
  expect(builder.state().fields[0]).toMatchObject({ signer: 2, boundingColor: '#a61e4d' });
  const field = placed('Signature, for signer 2 Ben, required, 1 of 1');
  expect(field.querySelector('[data-signer="2"]')).not.toBeNull();
  expect(field.style.getPropertyValue('--colour')).toBe('#a61e4d');
  // A label would have no room in its name.
  expect(screen.queryByLabelText('Label')).toBeNull();
  await user.click(screen.getByLabelText('Signer', { selector: 'input' }));
  await user.click((await screen.findAllByRole('option', { name: '1. Ada' })).at(-1) as HTMLElement);
  await user.click(screen.getByRole('switch', { name: 'Required' }));
  expect(builder.state().fields[0]).toMatchObject({ signer: 1, boundingColor: '#1864ab', required: false });
  expect(placed('Signature, for signer 1 Ada, optional, 1 of 1')).toBeDefined();
});

test('BLD-06 an option is added to the group of the selected one', async () => {
  const builder = await open();
  await press(builder, 'Radio button');
  await builder.user.click(button('Add option'));
  expect(builder.state().fields.map(({ groupId }) => groupId)).toEqual(['g0', 'g0', 'g0']);
  expect(focused()).toContain('3 of 3');
});

test('BLD-11 a text of signer 1 has a label of any words, which are undone at once', async () => {
  const builder = await open();
  await press(builder, 'Text input');
  await builder.user.type(screen.getByLabelText('Label', { selector: 'input' }), 'City');
  expect(builder.state().fields[0]?.label).toBe('City');
  await builder.user.click(button('Undo'));
  expect(builder.state().fields[0]?.label).toBe('');
});

test('BLD-12 BLD-13 BLD-14 BLD-15 OPS-57 a text of an order form has one of its 33 labels', async () => {
  const builder = await open({ labels: 'order-form' });
  await press(builder, 'Text input');
  await builder.user.click(screen.getByLabelText('Label', { selector: 'input' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Date Prescription Required',
    'Protocol Number',
    'Sponsor',
    'Subject Number',
    'Patient Address',
    'Patient City',
    'Patient Country',
    'Patient DOB',
    'Patient First Name',
    'Patient Last Name',
    'Patient Phone',
    'Patient Zip',
    'Patient Province',
    'Site Address',
    'Site City',
    'Site Country',
    'Site Name',
    'Site Phone',
    'Site User Name',
    'Site Zip',
    'Site Province',
    'Drug 1 Name and Form',
    'Drug 1 Quantity',
    'Drug 1 Direction',
    'Drug 1 Days of Supply',
    'Drug 2 Name and Form',
    'Drug 2 Quantity',
    'Drug 2 Direction',
    'Drug 2 Days of Supply',
    'Drug 3 Name and Form',
    'Drug 3 Quantity',
    'Drug 3 Direction',
    'Drug 3 Days of Supply',
  ]);
  await builder.user.click(screen.getByRole('option', { name: 'Drug 2 Quantity' }));
  // Escape closes the list first, then it goes back to the field.
  const label = screen.getByLabelText('Label', { selector: 'input' });
  await builder.user.click(label);
  await builder.user.keyboard('{Escape}');
  expect(document.activeElement).toBe(label);
  await builder.user.keyboard('{Escape}');
  expect(focused()).toBe('Text input Drug 2 Quantity, for signer 1 Ada, required, 1 of 1');
  const { fields } = await openForm(await buildForm(builder.pdf, builder.state()));
  expect(fields.map(({ label }) => label)).toEqual(['Drug 2 Quantity']);
});

test('BLD-03 DOC-24 a field is put to a place that is typed, as far as there is one; a negative number is 0', async () => {
  const builder = await open();
  const { user } = builder;
  await press(builder, 'Text input');
  const left = screen.getByLabelText<HTMLInputElement>('From the left');
  await user.clear(left);
  await user.write(left, '12.5');
  expect(builder.boxes()).toEqual([[12.5, 182.5, 130, 35]]);
  await user.clear(left);
  await user.write(left, '-5');
  expect(builder.boxes()).toEqual([[0, 182.5, 130, 35]]);
  await user.tab();
  expect(left.value).toBe('0');
  const width = screen.getByLabelText<HTMLInputElement>('Width');
  await user.clear(width);
  await user.write(width, '9000');
  expect(builder.boxes()).toEqual([[0, 182.5, 130, 35]]);
  await user.tab();
  expect(width.value).toBe('130');
});

test('fields of others are shown and marked, and those of somebody who does not sign are told of', async () => {
  const builder = await open({}, ['First'], (state) => ({
    ...state,
    foreign: [{ name: 'site', page: 0, x: 10, y: 10, width: 100, height: 20 }],
  }));
  expect(screen.getByText('Not from this portal: site')).toBeDefined();
  expect(screen.getByText('One more field was made elsewhere. It stays as it is.')).toBeDefined();
  await press(builder, 'Checkbox');
  expect(builder.state().foreign).toHaveLength(1);
});

test('a field of a signer who is no longer there says so', async () => {
  const pdf = new TextEncoder().encode(aPdf(['First']));
  const empty = await openForm(pdf);
  const field = { id: 'f0', name: 'Checkbox', label: '', value: '', x: 9, y: 9, width: 25, height: 25 } as const;
  const state = {
    ...empty,
    fields: [{ ...field, required: true, boundingColor: '', groupId: null, page: 0, signer: 1 }],
  };
  const { user } = await open({}, ['First'], () => setField(state, 'f0', { signer: 7 }));
  expect(screen.getByText('Signer 7 is not among the signers: select their fields and choose another.')).toBeDefined();
  await user.click(placed('Checkbox, for signer 7, who is not among the signers, required, 1 of 1'));
  expect(screen.getByPlaceholderText('Signer 7 is not among the signers')).toBeDefined();
});

test('of a thousand pages those in sight are drawn, and any other is gone to', async () => {
  const builder = await open(
    {},
    Array.from({ length: 1000 }, (_, at) => `Page ${at + 1}`),
  );
  const drawn = () =>
    within(builder.frame)
      .getAllByRole('img')
      .map((page) => page.getAttribute('aria-label'));
  expect(drawn()).toEqual(['Page 1', 'Page 2']);
  const number = screen.getByRole('textbox', { name: 'Page' });
  await builder.user.clear(number);
  await builder.user.write(number, '700');
  fireEvent.scroll(builder.frame);
  await waitFor(() => expect(drawn()).toContain('Page 700'));
  expect(drawn().length).toBeLessThan(4);
  await press(builder, 'Checkbox');
  expect(builder.state().fields.map(({ page }) => page)).toEqual([699]);
});

test.each(['1,5', '1.5', '-12'])(
  'BLD-03 the page "%s" is none: neither the view nor a field goes to another one instead',
  async (typed) => {
    const builder = await open(
      {},
      Array.from({ length: 20 }, (_, at) => `Page ${at + 1}`),
    );
    await press(builder, 'Checkbox');
    const pages = [];
    for (const label of ['Page', 'On page']) {
      const number = screen.getByLabelText<HTMLInputElement>(label);
      await builder.user.clear(number);
      await builder.user.type(number, typed);
      await builder.user.tab();
      pages.push(number.value);
    }
    expect(pages).toEqual(['1', '1']);
    expect(screen.getByText('Page 1 of 20')).toBeDefined();
    expect(builder.state().fields.map(({ page }) => page)).toEqual([0]);
  },
);

test('the pages become larger and smaller, and fields with them', async () => {
  const builder = await open();
  await press(builder, 'Checkbox');
  const width = () => Number.parseFloat(placed(/^Checkbox,/).style.width);
  expect(width()).toBeCloseTo(25 * zoom);
  await builder.user.click(button('Zoom in'));
  expect([width(), screen.getByText('200 %').textContent]).toEqual([50, '200 %']);
  await builder.user.click(button('Zoom out'));
  await builder.user.click(button('Zoom out'));
  expect(width()).toBe(31.25);
  await builder.user.click(button('Fit to width'));
  expect(width()).toBeCloseTo(25 * 2.29);
});
