/** What is answered to whom, over all calls: the published table of fields (docs/fields.md). */
import path from 'node:path';
import { endpoints } from '@portal/contract/all.ts';
import type { UserType } from '@portal/contract/access.ts';
import { expect, test } from 'vitest';
import { callOf, goodAsksOf, tabled } from './access-table.ts';
import { callersOf } from './access-table-fields.ts';
import { openTwoCompanies, roles } from './access-table-world.ts';
import { type Fields, fieldsOf, leftOut, seenIn, whoOf, written } from './published-fields.ts';

const page = path.join(import.meta.dirname, '../../docs/fields.md');
const preface = `# Fields

What each call answers, and to whom (PRV-04): below a call and the kinds of people who may make it stand the fields of its answer, with
those of an object, or of the items of a list, in brackets; \`…\` are keys that vary. "not to" names what an answer leaves out for
somebody whom the call is open to. No answer holds another field.

What a call marked "file" answers leaves the portal as a file. Tables (CSV) are made in the browser of these fields and no others; that of
an invoice has all of them, in this order. A PDF is a field \`data\`: the packing slip of a wholesaler shows where parcels go, and no
subject number, name, birth date or contact.

A test compares this page with the schemas of the calls, and with what every reading call really answers an Admin, a Site User, an Other, a
Nurse, a Sponsor, a Pharmacy User and a Wholesaler User. It writes the page anew by
\`npx vitest run --project server server/test/house-access-answers.test.ts -u\`; what that changes is to be read with PRV-04 in hand.
`;

/** Who a participant is. Written out here, since the page would also tell of a field that nobody should be answered. */
const ofParticipants = /^(participantId|subject_?[Nn]umbers?|dob|cardholderId|ctrxId)$/;

test('PRV-04 ROL-29 no call answers a field beyond the published table, no reading call one to a kind of person whom it leaves out, and none tells a wholesaler or a sponsor who a participant is', {
  timeout: 300_000,
}, async () => {
  const { ours } = await openTwoCompanies();
  const roomOf = new Map(endpoints.map(({ name, endpoint }) => [endpoint, name.split('.')[0] as string]));
  const lines = [preface.trimEnd()];
  const extra = new Set<string>();
  let room = '';
  for (const { call, endpoint, line } of tabled()) {
    const fields = fieldsOf(endpoint.reply);
    const seen: [UserType, Map<string, Set<string>>][] = [];
    if (endpoint.method === 'GET' && line.who !== 'anybody')
      for (const [role, caller] of callersOf(line, ours)) {
        const own = new Map<string, Set<string>>();
        const strange = new Set<string>();
        for (const asking of goodAsksOf(line, ours.thingsOf(role))) {
          const { status, body } = await caller.call(endpoint, asking);
          if (status === 200) seenIn(body, fields, own, strange);
        }
        seen.push([roles[role], own]);
        if (role === 'wholesaler' || role === 'sponsor')
          for (const field of [...own.values()].flatMap((had) => [...had]))
            if (ofParticipants.test(field)) strange.add(field);
        for (const field of strange) extra.add(`${callOf(endpoint)} answers ${roles[role]}: ${field}`);
      }
    if (roomOf.get(endpoint) !== room) lines.push('', `## ${(room = roomOf.get(endpoint) ?? '')}`, '');
    lines.push(
      `- \`${call}\`: ${whoOf(line)}${endpoint.exports ? '; file' : ''}  `,
      `  ${written(fields) || 'nothing'}`,
    );
    const all = seen.map(([, own]) => own);
    for (const [type, own] of seen) {
      const left = leftOut(own, all);
      if (left.length > 0) lines.push(`  not to ${type}: ${left.join(', ')}`);
    }
  }
  expect([...extra]).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(page);
});

/** Every field, also of what is nested. */
const namesIn = ({ own, any }: Fields): string[] => [
  ...Object.entries(own).flatMap(([key, inner]) => [key, ...namesIn(inner)]),
  ...(any ? namesIn(any) : []),
];

test('PRV-04 ROL-29 of the calls that are a wholesaler’s alone none declares a field for who a participant is', () => {
  const alone = tabled().filter(({ line: { who } }) => who !== 'anybody' && who.types.join() === 'Wholesaler User');
  expect(alone.length).toBeGreaterThan(10);
  for (const { call, endpoint } of alone)
    expect([call, namesIn(fieldsOf(endpoint.reply)).filter((name) => ofParticipants.test(name))]).toEqual([call, []]);
});
