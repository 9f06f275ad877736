import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Participants from '#pages/Participants.tsx';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';

const signs = [
  '.*',
  '.',
  '(',
  '[',
  '\\',
  '\\d',
  '%',
  '_',
  '$',
  '^',
  '+',
  '?',
  '|',
  '{1}',
  '/i',
  "'",
  '"',
  '<b>',
  '${x}',
];

test('SEC-26 a search is for what is typed, letter for letter: signs of a pattern find themselves and nothing else', async () => {
  // Each stands in the name of one participant, and in nothing of the others.
  const people = signs.map((sign, n) =>
    aParticipant({
      participantId: n + 1,
      subjectNumber: `9${String(n).padStart(2, '0')}`,
      ctrxId: `C${n}`,
      fname: `A ${sign} Z`,
      lname: 'Quill',
      email: null,
      phone: null,
      address: null,
      dob: '1980-03-05',
      trial: 'Study',
    }),
  );
  const { user } = renderPage(<Participants />, {
    route: '/participants?site=2',
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [listParticipants, { participants: people }],
    ],
  });
  const search = await screen.findByRole('searchbox', { name: 'Search' });
  for (const sign of [...signs, 'A .* Z', 'a ( z']) {
    await user.clear(search);
    await user.click(search);
    await user.paste(sign);
    const found = screen.getAllByRole('row').slice(1);
    const expected = people.filter(({ fname }) => fname.toLowerCase().includes(sign.toLowerCase()));
    expect([sign, found.length]).toEqual([sign, expected.length]);
    for (const { fname } of expected) expect(screen.getByText(new RegExp(escaped(fname)))).toBeDefined();
  }
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
