import { expect, test } from 'vitest';
import { userTypes } from '../access.ts';
import { inviteStatus, monthKey, newestFirst, offeredReports } from './rules.ts';

const trial = {
  groupType: 'Trial',
  trialConfigured: 'configured',
  hasShippingRequest: true,
  hasCard: true,
  cardConfigured: 'configured',
} as const;
const off = 'not configured' as const;

test.each([
  ['Admin', trial, ['training', 'inviteStatus', 'shipments', 'participants']],
  ['Sponsor', trial, ['training', 'inviteStatus', 'shipments']],
  ['Admin', { ...trial, hasShippingRequest: false }, ['training', 'inviteStatus', 'participants']],
  ['Sponsor', { ...trial, hasShippingRequest: false }, ['training', 'inviteStatus']],
  ['Admin', { ...trial, hasCard: false }, ['training', 'inviteStatus', 'shipments']],
  ['Admin', { ...trial, cardConfigured: off }, ['training', 'inviteStatus', 'shipments']],
  ['Admin', { ...trial, trialConfigured: off }, []],
  ['Sponsor', { ...trial, trialConfigured: off }, []],
  ['Admin', null, []],
] as const)(
  'TRP-01 TRP-02 TRP-03 TRP-05 TRP-06 PRM-12 PRM-13 what a %s is offered of %o is %o',
  (type, group, offered) => {
    expect(offeredReports(type, group)).toEqual(offered.map((report) => ({ report, disabled: false })));
  },
);

test('TRP-01 PRM-12 nobody but an Admin and a Sponsor is offered a report', () => {
  const others = userTypes.filter((type) => type !== 'Admin' && type !== 'Sponsor');
  expect(others.flatMap((type) => offeredReports(type, trial))).toEqual([]);
});

test.each(['Trial Site', 'trial site'])(
  'TRP-04 OPN-91 of a group of type %s the invite status report alone is disabled',
  (groupType) => {
    expect(offeredReports('Admin', { ...trial, groupType: groupType as 'Trial Site' })).toEqual([
      { report: 'training', disabled: false },
      { report: 'inviteStatus', disabled: true },
      { report: 'shipments', disabled: false },
      { report: 'participants', disabled: false },
    ]);
  },
);

test('OPN-49 OPN-50 months are written without zero before the year, and are put in order by date: newest first', () => {
  const months = [
    { year: 2024, month: 2 },
    { year: 2023, month: 12 },
    { year: 2023, month: 3 },
    { year: 2024, month: 11 },
  ];
  expect(months.map(monthKey)).toEqual(['2|2024', '12|2023', '3|2023', '11|2024']);
  const byMonth = Object.fromEntries(months.map((month, i) => [monthKey(month), i]));
  expect(newestFirst(byMonth).map(({ of, ...month }) => [monthKey(month), of])).toEqual([
    ['11|2024', 3],
    ['2|2024', 0],
    ['12|2023', 1],
    ['3|2023', 2],
  ]);
  expect(newestFirst({ '13|2024': 1, '0|2024': 2, '03|2024': 3, March: 4 })).toEqual([]);
});

test('an invitation is accepted, cancelled, expired or pending, in this order of importance', () => {
  const now = new Date('2026-03-05T12:00:00Z');
  const earlier = new Date('2026-03-01T12:00:00Z');
  const later = new Date('2026-03-06T12:00:00Z');
  const open = { usedAt: null, cancelledAt: null, expiresAt: later };
  expect(inviteStatus(open, now)).toBe('Pending');
  expect(inviteStatus({ ...open, expiresAt: now }, now)).toBe('Expired');
  expect(inviteStatus({ ...open, expiresAt: earlier, cancelledAt: earlier }, now)).toBe('Cancelled');
  expect(inviteStatus({ expiresAt: earlier, cancelledAt: null, usedAt: earlier }, now)).toBe('Accepted');
});
