import { listSponsors } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { read } from '#api/queries.ts';
import { aReply, renderPage } from '#test/portal.tsx';
import { CutOffLists } from './CutOffLists.tsx';

const sponsors = [{ spId: 1, sponsorName: 'Aurelia', company_id: 1, version: 1 }];
const Sponsors = () => useQuery(read(listSponsors, { query: { company_id: 1 } })).data?.sponsors[0]?.sponsorName;
function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Sponsors />}
      <button onClick={() => setOpen(false)}>Leave</button>
      <CutOffLists />
    </>
  );
}

test('OPS-23 a page says of a list that came cut short that it is not whole, for as long as it is shown', async () => {
  let headers: Record<string, string> = {};
  const { user, queryClient } = renderPage(<Page />, {
    replies: [[listSponsors, () => aReply(listSponsors, { sponsors }, headers)]],
  });
  await screen.findByText('Aurelia');
  expect(screen.getByRole('status').textContent).toBe('');
  headers = { 'x-more': 'true' };
  await act(() => queryClient.refetchQueries());
  expect((await screen.findByText(/not shown in full/)).textContent).toBe(
    'A list on this page has more than 5,000 rows and is not shown in full.',
  );
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(screen.getByRole('status').textContent).toBe('');
});
