import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../src/all.ts';
import { askedFields, recordFields } from '../src/record-fields.ts';
import { recordId } from '../src/wire.ts';

/** Fields that look like the number of a record and are none, or not of one kind. */
const others: Record<string, string> = {
  addrId: 'an address is part of the record that it is sent with, which is named beside it',
  alertId: 'an alert is part of a brand, which is named beside it',
  'careGroups.addCareGroup gId': 'a new group has no number: 0 is all it may be',
  'careGroups.changeCareGroup primaryContact':
    'a group is sent as it was read, and whatever differs is said to be fixed',
  commentIds: 'comments are part of a request, which is named beside them',
  itemId: 'an item is part of a delivery, whose request is named beside it',
  memberId: 'what an insurance calls its member is its own, and text',
  notificationId: 'the kinds of notifications are the same for every company',
  orderItemId: 'a line is part of a request, which is named beside it',
  'patientRecords.readValueHistory after': 'entries of the trail are counted, and nobody sees less for a number',
  recordId: 'the audit trail takes the number of any record, or its code',
  'shipments.invoiceForPharmacy sId': 'nothing is read from it',
  'shipments.invoiceForSite sId': 'nothing is read from it',
  'shipments.invoiceForWholesaler sId': 'nothing is read from it',
  'responses.keepDraft medId': 'what is kept so far is looked at when it is submitted',
  sessionId: 'sessions are a person’s own, and no record that anybody administers',
};

test('P11-18 every number of a record that a call takes says of which kind of record it is', () => {
  const fields = endpoints.flatMap(({ name: call, endpoint }) =>
    askedFields(endpoint).map((field) => ({ call, ...field })),
  );
  const numbers = new Set(fields.flatMap(({ name, kind }) => (kind ? [name] : [])));
  const untold = fields
    .filter(({ name, kind }) => !kind && (/(?:Ids?|_ids?)$/.test(name) || numbers.has(name)))
    .map(({ call, name }) => (numbers.has(name) ? `${call} ${name}` : name));
  expect([...new Set(untold)].sort()).toEqual(Object.keys(others).sort());
  expect(numbers.size).toBeGreaterThan(25);
});

test('numbers of records are found however deep they lie, in lists, choices and what may be left out', () => {
  const line = z.object({ product: recordId('product'), note: z.string() });
  const body = z.strictObject({
    lines: z.array(line).min(1).optional(),
    at: z.union([z.object({ site: recordId('care_group').nullish() }), z.literal(0)]),
    sites: z.array(recordId('care_group')),
    who: recordId('provider')
      .refine((id) => id > 1)
      .default(2),
  });
  const query = z.object({ who: recordId('partner') }).superRefine(() => {});
  const found = recordFields({ method: 'GET', path: '/', summary: '', access: 'open', reply: line, query, body });
  expect([...found].map(([name, kinds]) => [name, [...kinds].sort()])).toEqual([
    ['who', ['partner', 'provider']],
    ['product', ['product']],
    ['site', ['care_group']],
    ['sites', ['care_group']],
  ]);
});
