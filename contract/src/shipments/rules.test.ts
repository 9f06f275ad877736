import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserType } from '../access.ts';
import {
  activeStatuses,
  afterTodayProblem,
  canMove,
  deliveryOutcomes,
  labelOf,
  lineProblems,
  needByProblem,
  nextOrderProblem,
  offersReorder,
  type Package,
  type PackageItem,
  packedOf,
  receiptProblem,
  receivedProblem,
  sections,
  type ShipmentStatus,
  shipmentStatus,
  shortOf,
  type Side,
  sideOf,
  subjectProblems,
} from './rules.ts';

const today = '2026-03-05';
const statuses = shipmentStatus.options;

test('SST-01 the statuses are exactly these eight', () => {
  expect(statuses).toEqual([
    'preprocessing',
    'processing',
    'shipped',
    'received',
    'missing',
    'damaged',
    'other',
    'cancelled',
  ]);
});

test('SHP-04 SHP-05 SHP-06 every status is listed in exactly one section', () => {
  expect(sections.pending).toEqual(['preprocessing', 'processing']);
  expect(sections.completed).toEqual(['shipped']);
  expect([...sections.history].sort()).toEqual(['cancelled', 'damaged', 'missing', 'other', 'received']);
  expect(Object.values(sections).flat().sort()).toEqual([...statuses].sort());
  expect([...activeStatuses, ...sections.history].sort()).toEqual([...statuses].sort());
});

test.each<[UserType, Side]>([
  ['Pharmacy User', 'partner'],
  ['Wholesaler User', 'partner'],
  ['Site User', 'site'],
  ['Admin', 'site'],
  ['Other', 'site'],
])('ROL-32 a %s acts from the side %s', (type, side) => {
  expect(sideOf({ type })).toBe(side);
});

/** Every step there is, spelled out: from, to, side, and whom the request was sent to (any, site or participant). */
const steps: [ShipmentStatus, ShipmentStatus, Side, 'any' | 'site' | 'participant'][] = [
  ['preprocessing', 'processing', 'partner', 'any'],
  ['preprocessing', 'shipped', 'partner', 'any'],
  ['preprocessing', 'cancelled', 'partner', 'any'],
  ['preprocessing', 'cancelled', 'site', 'any'],
  ['processing', 'shipped', 'partner', 'any'],
  ['processing', 'cancelled', 'partner', 'any'],
  ['shipped', 'received', 'partner', 'participant'],
  ['shipped', 'damaged', 'partner', 'participant'],
  ['shipped', 'missing', 'partner', 'participant'],
  ['shipped', 'other', 'partner', 'participant'],
  ['shipped', 'received', 'site', 'site'],
  ['shipped', 'damaged', 'site', 'site'],
  ['shipped', 'missing', 'site', 'site'],
  ['shipped', 'other', 'site', 'site'],
];
const everyStep = statuses.flatMap((from) =>
  statuses.flatMap((to) =>
    (['site', 'partner'] as const).flatMap((side) =>
      [true, false].map((toParticipant) => ({ from, to, side, toParticipant })),
    ),
  ),
);

describe('SST-02 to SST-07 SST-10 OPS-81 OPS-82 only the listed steps exist', () => {
  test.each(everyStep)(
    '$from to $to by the $side, to a participant: $toParticipant',
    ({ from, to, side, toParticipant }) => {
      const listed = steps.some(
        ([f, t, s, whom]) =>
          f === from && t === to && s === side && (whom === 'any' || (whom === 'participant') === toParticipant),
      );
      expect(canMove({ status: from, toParticipant }, to, side)).toBe(listed);
    },
  );
});

test('SST-02 SST-03 SST-04 only a partner marks as processing; a site can only cancel what is pending', () => {
  const waiting = { status: 'preprocessing', toParticipant: false } as const;
  expect(canMove(waiting, 'processing', 'partner')).toBe(true);
  expect(statuses.filter((to) => canMove(waiting, to, 'site'))).toEqual(['cancelled']);
  expect(statuses.filter((to) => canMove({ ...waiting, status: 'processing' }, to, 'site'))).toEqual([]);
});

test('SST-10 a delivery is confirmed by the partner when it went to a participant, and by the site when it went to the site', () => {
  for (const outcome of deliveryOutcomes) {
    expect(canMove({ status: 'shipped', toParticipant: true }, outcome, 'partner')).toBe(true);
    expect(canMove({ status: 'shipped', toParticipant: true }, outcome, 'site')).toBe(false);
    expect(canMove({ status: 'shipped', toParticipant: false }, outcome, 'site')).toBe(true);
    expect(canMove({ status: 'shipped', toParticipant: false }, outcome, 'partner')).toBe(false);
  }
});

test('SST-01 nothing leads out of an ended request', () => {
  for (const from of sections.history) {
    for (const side of ['site', 'partner'] as const) {
      expect(statuses.filter((to) => canMove({ status: from, toParticipant: true }, to, side))).toEqual([]);
    }
  }
});

test.each<[ShipmentStatus, Side, boolean]>([
  ['damaged', 'site', true],
  ['missing', 'site', true],
  ['other', 'site', false],
  ['received', 'site', false],
  ['damaged', 'partner', false],
  ['missing', 'partner', false],
])('SST-09 OPS-85 after %s the %s side is offered a new request: %j', (to, side, offered) => {
  expect(offersReorder(to, side)).toBe(offered);
});

test.each([
  ['2026-03-04', 'Date must be in the future.'],
  ['2026-03-05', null],
  ['2026-03-06', null],
  ['2025-12-31', 'Date must be in the future.'],
])('SHC-05 OPS-77 need by %s on 2026-03-05: %j', (day, problem) => {
  expect(needByProblem(day, today)).toBe(problem);
});

test.each([
  ['2026-03-04', 'Date must be in the future.'],
  ['2026-03-05', 'Date must be in the future.'],
  ['2026-03-06', null],
  ['2027-01-01', null],
])('SHC-06 PKG-05 %s must be after 2026-03-05: %j', (day, problem) => {
  expect(afterTodayProblem(day, today)).toBe(problem);
});

test.each([
  ['0206-03-06', 'Date must be in the future.'],
  ['2199-12-31', null],
  ['2200-01-01', 'must lie between 01-Jan-1900 and 31-Dec-2199'],
  ['9999-12-31', 'must lie between 01-Jan-1900 and 31-Dec-2199'],
])('SHC-05 SHC-06 needed by or ordered again on %s, a year in which a digit was mistyped: %j', (day, problem) => {
  expect([needByProblem(day, today), nextOrderProblem(day, today)]).toEqual([problem, problem]);
  const sentence = problem?.startsWith('must') ? `Need By Date ${problem}.` : problem;
  expect(needByProblem(day, today, 'Need By Date')).toBe(sentence);
});

test.each([
  ['2026-02-27', 'Selected date is before the shipment date'],
  ['2026-02-28', null],
  ['2026-03-01', null],
  ['2026-03-05', null],
  ['2026-03-06', 'Selected date is in the future'],
])('SST-14 SST-15 SST-16 received on %s, shipped on 2026-02-28, on 2026-03-05: %j', (day, problem) => {
  expect(receivedProblem(day, '2026-02-28', today)).toBe(problem);
});

test('SST-16 what was shipped today can be received today', () => {
  expect(receivedProblem(today, today, today)).toBeNull();
});

test.each([
  [0, 'Quantity must be between 1 and 30.'],
  [1, undefined],
  [30, undefined],
  [31, 'Quantity must be between 1 and 30.'],
  [-1, 'Quantity must be between 1 and 30.'],
  [1.5, 'Quantity must be between 1 and 30.'],
  [Number.NaN, 'Quantity must be between 1 and 30.'],
])('SHC-08 PKG-13 a quantity of %d with a maximum of 30: %j', (quantity, problem) => {
  expect(lineProblems({ quantity, daysOfSupply: 1 }, 30).quantity).toBe(problem);
});

test.each([
  [0, 'Days of supply must be greater than 0.'],
  [-1, 'Days of supply must be greater than 0.'],
  [Number.NaN, 'Days of supply must be greater than 0.'],
  [1, undefined],
  [999_999, undefined],
  [1_000_000, 'Days of supply must be 999999 or less.'],
])('SHC-09 PKG-13 %d days of supply: %j', (daysOfSupply, problem) => {
  expect(lineProblems({ quantity: 1, daysOfSupply }, 30).daysOfSupply).toBe(problem);
});

const format = 'Please enter subject number in the format XXX-XX';
const twice = 'Subject numbers must be unique within the request.';
test.each<[string[], string | null, (string | null)[]]>([
  [[], 'XXX-XX', []],
  [['123-45'], 'XXX-XX', [null]],
  [['12345', '123-456'], 'XXX-XX', [format, format]],
  [['123-45', '123-46', '123-45'], 'XXX-XX', [null, null, twice]],
  [['12A'], null, ['Please enter subject number in the format XXX']],
])('SHC-17 SHC-18 the subject numbers %j under the mask %j: %j', (numbers, mask, problems) => {
  expect(subjectProblems(numbers, mask)).toEqual(problems);
});

const item = (changes: Partial<PackageItem> = {}): PackageItem => ({
  orderItemId: 1,
  productId: 1,
  quantity: 2,
  lotNumber: 'L1',
  expirationDate: '2026-03-06',
  ...changes,
});
const box = (changes: Partial<Package> = {}): Package => ({
  courier: 'UPS',
  trackingNumber: '1Z',
  items: [item()],
  ...changes,
});
const wanted = new Map([[1, 10]]);

test.each<[string, Package, string]>([
  ['no courier', box({ courier: ' ' }), 'Missing Details'],
  ['no tracking number and no items', box({ trackingNumber: '', items: [] }), 'Missing Details'],
  ['no items', box({ items: [] }), 'Empty Package'],
  ['no lot number', box({ items: [item({ lotNumber: ' ' })] }), 'Incomplete Items'],
  ['no expiration', box({ items: [item({ expirationDate: null })] }), 'Incomplete Items'],
  ['expires today', box({ items: [item({ expirationDate: today })] }), 'Incomplete Items'],
  ['no quantity', box({ items: [item({ quantity: null })] }), 'Incomplete Items'],
  ['quantity 0', box({ items: [item({ quantity: 0 })] }), 'Incomplete Items'],
  ['half a quantity', box({ items: [item({ quantity: 0.5 })] }), 'Incomplete Items'],
  ['incomplete and too much', box({ items: [item({ quantity: 11 }), item({ lotNumber: '' })] }), 'Incomplete Items'],
  ['a courier of 101 characters', box({ courier: 'x'.repeat(101) }), 'Missing Details'],
  ['a tracking number of 101 characters', box({ trackingNumber: 'x'.repeat(101) }), 'Missing Details'],
  ['a lot number of 61 characters', box({ items: [item({ lotNumber: 'x'.repeat(61) })] }), 'Incomplete Items'],
  [
    'texts as long as they may be',
    box({ courier: 'x'.repeat(100), trackingNumber: 'x'.repeat(100), items: [item({ lotNumber: 'é'.repeat(60) })] }),
    'Ready to Ship',
  ],
  ['too much', box({ items: [item({ quantity: 11 })] }), 'Invalid Quantity'],
  [
    'too much in two lots',
    box({ items: [item({ quantity: 6 }), item({ quantity: 5, lotNumber: 'L2' })] }),
    'Invalid Quantity',
  ],
  ['a product nobody asked for', box({ items: [item({ productId: 9 })] }), 'Invalid Quantity'],
  ['all there', box({ items: [item({ quantity: 10 })] }), 'Ready to Ship'],
])('PKG-06 PKG-09 OPS-87 a package with %s', (_, one, label) => {
  expect(labelOf(one, [one], wanted, today)).toBe(label);
});

test('PKG-07 the limit of a product counts across packages', () => {
  const six = box({ items: [item({ quantity: 6 })] });
  const four = box({ items: [item({ quantity: 4 })] });
  const five = box({ items: [item({ quantity: 5 })] });
  expect(packedOf([six, four], 1)).toBe(10);
  expect(labelOf(six, [six, four], wanted, today)).toBe('Ready to Ship');
  expect(labelOf(six, [six, five], wanted, today)).toBe('Invalid Quantity');
});

test('PKG-07 PKG-09 whatever is packed, packages ready to ship never hold more of a product than was asked for', () => {
  const quantities = fc.array(fc.array(fc.integer({ min: -2, max: 8 }), { maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(quantities, fc.integer({ min: 1, max: 20 }), (boxes, limit) => {
      const packages = boxes.map((list) => box({ items: list.map((quantity) => item({ quantity })) }));
      const asked = new Map([[1, limit]]);
      const sum = boxes.flat().reduce((a, b) => a + b, 0);
      const good =
        boxes.length > 0 && boxes.every((list) => list.length > 0 && list.every((n) => n > 0)) && sum <= limit;
      const labels = packages.map((one) => labelOf(one, packages, asked, today));
      expect(labels.length > 0 && labels.every((label) => label === 'Ready to Ship')).toBe(good);
    }),
  );
});

test.each([
  ['received', ['received', 'missing'], null],
  ['received', ['damaged', 'missing'], 'Nothing arrived in good order. Report the delivery instead.'],
  ['damaged', ['received', 'damaged'], null],
  ['damaged', ['received', 'missing'], 'No item is set to damaged. Choose which one is, or choose another outcome.'],
  ['missing', ['damaged', 'missing'], null],
  ['missing', ['damaged'], 'No item is set to missing. Choose which one is, or choose another outcome.'],
  ['other', ['received'], null],
  ['other', ['damaged'], null],
  ['missing', [], null],
] as const)('SST-06 SST-07 a delivery that ended as %s with items that arrived as %j', (outcome, items, problem) => {
  expect(receiptProblem(outcome, items)).toBe(problem);
});

test('PKG-07 PKG-08 what is packed less of than was asked for is short, over all packages', () => {
  const items = (...packed: [productId: number, quantity: number | null][]) => ({
    items: packed.map(([productId, quantity]) => ({ productId, quantity })),
  });
  const wanted = new Map([
    [1, 10],
    [2, 5],
  ]);
  expect(shortOf([items([1, 6], [2, 5]), items([1, 4])], wanted)).toEqual([]);
  expect(shortOf([items([1, 6], [2, 7]), items([1, 3])], wanted)).toEqual([{ productId: 1, missing: 1 }]);
  expect(shortOf([items([1, -3], [2, null])], wanted)).toEqual([
    { productId: 1, missing: 10 },
    { productId: 2, missing: 5 },
  ]);
});
