import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import { hasScreen } from '#test/sight.ts';
import { aLine, aRequest, aRow, noon, pharmacist, wholesaler, forWholesaler } from '#test/shipments.ts';
import { CommentsDialog } from '../comments/CommentsDialog.tsx';
import { ViewRequest } from './ViewRequest.tsx';

const { shows } = hasScreen();
beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const fromNowOn = () => vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });

const comment = {
  commentId: 5,
  fname: 'Pat',
  lname: 'Pharm',
  type: 'Pharmacy User',
  message: 'Which lot?',
  created: new Date('2026-03-05T11:00:00Z'),
  isRead: false,
  isMine: false,
};

describe('viewing a request', () => {
  const view = (request: Partial<api.ShipmentRequest>, replies: Reply[] = []) =>
    renderPage(<ViewRequest row={aRow()} onClose={() => undefined} />, {
      replies: [
        [api.readForSite, { request: aRequest(request) }],
        [api.siteComments.list, { comments: [comment] }],
        [api.siteComments.markRead, { message: '' }],
        ...replies,
      ],
    });

  test('SHV-02 SHV-03 CON-05 the spinner stays for 2 s, and comments are asked for after 0.2 s', async () => {
    const page = view({});
    await pass(150);
    expect(page.callsOf(api.readForSite)).toHaveLength(1);
    expect(page.callsOf(api.siteComments.list)).toEqual([]);
    await pass(100);
    expect(page.callsOf(api.siteComments.list).map((call) => call.query)).toEqual([{ srId: 71 }]);
    await pass(1_700);
    expect(screen.getByText('Loading the request…')).toBeDefined();
    await pass(100);
    expect(screen.queryByText('Loading the request…')).toBeNull();
    expect(screen.getByText('Which lot?')).toBeDefined();
  });

  test('SHV-01 SHV-04 SHV-06 ERR-23 all is shown and nothing can be changed; what is missing has its words', async () => {
    const page = view({ requesterFname: null, requesterLname: null, requesterEmail: null, requesterPhone: null });
    await pass(2_100);
    const dialog = within(screen.getByRole('dialog', { name: 'Shipment request 71' }));
    expect(dialog.getByText('Aurelix 50 mg, Tablet')).toBeDefined();
    expect(dialog.getByText('No packages were send for this shipment.')).toBeDefined();
    expect(dialog.getByText('No site user information available.')).toBeDefined();
    expect(dialog.queryAllByRole('textbox')).toEqual([]);
    expect(dialog.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
  });

  test('OPS-89 the day of the next order is shown as long as there is a reminder of it', async () => {
    const nextOrder = () => screen.queryByText('Next order')?.nextElementSibling?.textContent;
    const first = view({ nextOrderDate: '2026-04-10' });
    await pass(2_100);
    expect(nextOrder()).toBe('10-Apr-2026');
    first.unmount();
    view({ nextOrderDate: null });
    await pass(2_100);
    expect(screen.getByText('Shipped on')).toBeDefined();
    expect(nextOrder()).toBeUndefined();
  });

  test('CMT-05 CMT-06 a comment that nobody has scrolled to stays unread, however long the request is open; the way to it stands above', async () => {
    const page = view({});
    shows(() => false);
    await pass(250);
    await pass(1_850);
    expect(screen.getByText('Which lot?')).toBeDefined();
    await pass(60_000);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
    const unread = screen.getByText('Which lot?').closest('li');
    const scrolled = vi.spyOn(unread!, 'scrollIntoView');
    fireEvent.click(screen.getByRole('button', { name: '1 unread comment' }));
    expect(scrolled).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(unread);
    shows((part) => part === unread);
    await pass(1_900);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
    page.answer(api.siteComments.list, { comments: [{ ...comment, isRead: true }] });
    await pass(200);
    expect(page.callsOf(api.siteComments.markRead).map((call) => call.body)).toEqual([
      { srId: 71, commentIds: [5], isRead: 1 },
    ]);
    await pass(100);
    expect(screen.queryByRole('button', { name: /unread/ })).toBeNull();
    expect(screen.getByText('Which lot?')).toBeDefined();
  });

  test('CMT-05 CMT-06 comments shown here for 2 s are marked read, and not sooner', async () => {
    const page = view({});
    await pass(250);
    await pass(1_850);
    expect(screen.getByText('Which lot?')).toBeDefined();
    await pass(1_700);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
    await pass(400);
    expect(page.callsOf(api.siteComments.markRead).map((call) => call.body)).toEqual([
      { srId: 71, commentIds: [5], isRead: 1 },
    ]);
  });

  test('SHV-05 SHV-06 OPN-71 phone numbers are written to be read', async () => {
    view({});
    await pass(2_100);
    expect(within(screen.getByRole('region', { name: 'Pharmacy' })).getByText('617-555-0199')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Site user' })).getByText('617-555-0100')).toBeDefined();
  });

  test('SHV-05 ERR-23 a partner without address, phone and e-mail', async () => {
    view({ ppAddress: null, ppPhone: null, ppEmail: null });
    await pass(2_100);
    const partner = within(screen.getByRole('region', { name: 'Pharmacy' }));
    for (const text of ['No Address', 'No Phone', 'No Email']) expect(partner.getByText(text)).toBeDefined();
  });

  test("SHP-17 SHV-05 of a wholesaler's request the wholesaler's address, phone and e-mail are shown", async () => {
    const wpAddress = {
      street: '8 Dock Road',
      street2: '',
      city: 'Salem',
      state: 'Oregon',
      zip: '97301',
      country: 'USA',
    };
    view({
      shipmentType: 'wholesaler',
      partnerName: 'Harbor Wholesale',
      wholesalerName: 'Harbor Wholesale',
      wpAddress,
      wpPhone: '+16175550177',
      wpEmail: 'stock@harbor.example',
      pharmacyName: null,
      ppAddress: null,
      ppPhone: null,
      ppEmail: null,
    });
    await pass(2_100);
    const partner = within(screen.getByRole('region', { name: 'Wholesaler' }));
    for (const text of ['Harbor Wholesale', /8 Dock Road/, '617-555-0177', 'stock@harbor.example'])
      expect(partner.getByText(text)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Pharmacy' })).toBeNull();
  });

  test('PKG-01 PKG-14 packages with what is in them, and which product stands in for which', async () => {
    view({
      products: [
        aLine({ isReplacedBy: 9 }),
        aLine({ orderItemId: 502, productId: 9, drugName: 'Aurelix Forte', replacementProduct: 1 }),
      ],
      packages: [
        {
          courier: 'UPS',
          trackingNumber: '1Z',
          items: [
            {
              productId: 9,
              quantity: 3,
              lotNumber: 'L7',
              itemId: 1,
              condition: null,
              expirationDate: '2027-12-31',
              orderItemId: 502,
            },
            {
              productId: 9,
              quantity: 1,
              lotNumber: 'L8',
              itemId: 1,
              condition: null,
              expirationDate: '2029-12-31',
              lotExpirationDate: '2028-01-31',
              orderItemId: 502,
            },
          ],
        },
      ],
    });
    await pass(2_100);
    expect(screen.getByText('Replaced by Aurelix Forte, Tablet')).toBeDefined();
    expect(screen.getByText('Instead of Aurelix 50 mg, Tablet')).toBeDefined();
    const box = within(screen.getByRole('region', { name: 'Package 1' }));
    for (const text of [/UPS 1Z/, '3 Bottles', 'L7', '31-Dec-2027']) expect(box.getByText(text)).toBeDefined();
    const rows = box.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      'Aurelix Forte, TabletL731-Dec-20273 Bottles',
      // What was corrected after it was typed is told beside it.
      'Aurelix Forte, TabletL831-Dec-2029On record for this lot: 31-Jan-20281 Bottle',
    ]);
  });

  test('ROL-29 a wholesaler sees no participants', async () => {
    const request = forWholesaler(aRequest());
    renderPage(<ViewRequest row={aRow()} onClose={() => undefined} />, {
      viewer: wholesaler,
      replies: [
        [api.readForWholesaler, { request }],
        [api.wholesalerComments.list, { comments: [] }],
      ],
    });
    await pass(2_100);
    expect(screen.getByText('Aurelix 50 mg, Tablet')).toBeDefined();
    expect(screen.queryByText('Participants')).toBeNull();
  });

  test('ERR-19 SHP-15 a request that cannot be read says so', async () => {
    view({}, [[api.readForSite, { status: 404, body: { code: 'not_found', message: 'Not found.' } }]]);
    await pass(500);
    expect(screen.getByRole('alert').textContent).toContain('There was a problem retrieving shipment request data.');
  });
});

describe('comments', () => {
  const openComments = (comments: unknown, replies: Reply[] = [], viewer: object = {}) => {
    const onClose = vi.fn();
    const page = renderPage(<CommentsDialog row={aRow()} onClose={onClose} />, {
      viewer,
      replies: [
        [api.siteComments.list, comments],
        [api.siteComments.markRead, { message: '' }],
        [api.siteComments.add, { message: '', commentId: 6 }],
        ...replies,
      ],
    });
    return { ...page, onClose };
  };

  test('CMT-01 CMT-02 ERR-20 the list, or "No comments"', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    expect(await screen.findByText('No comments')).toBeDefined();
    page.unmount();
    openComments({ comments: [comment] });
    expect(await screen.findByText('Which lot?')).toBeDefined();
    expect(screen.getByText('Pat Pharm')).toBeDefined();
    expect(screen.getByText('1 hour ago')).toBeDefined();
  });

  test('PRV-04 who comments on a request of a wholesaler is told that it reads along; on a pharmacy’s, and at the wholesaler, not', async () => {
    fromNowOn();
    const hint = () => screen.queryByText('Wholesalers can read this. Do not enter names or subject numbers.');
    for (const [shipmentType, type, isHinted] of [
      ['wholesaler', 'Site User', true],
      ['pharmacy', 'Site User', false],
      ['wholesaler', 'Wholesaler User', false],
    ] as const) {
      const page = renderPage(<CommentsDialog row={aRow({ shipmentType })} onClose={() => {}} />, {
        viewer: { type },
        replies: [
          [api.siteComments.list, { comments: [] }],
          [api.wholesalerComments.list, { comments: [] }],
        ],
      });
      expect(await screen.findByText('No comments')).toBeDefined();
      expect([shipmentType, type, hint() !== null]).toEqual([shipmentType, type, isHinted]);
      page.unmount();
    }
  });

  test('CMT-10 ERR-30 comments that cannot be read are none, and nothing is said', async () => {
    fromNowOn();
    openComments({ status: 500, body: { code: 'unexpected', message: 'broken' } });
    expect(await screen.findByText('No comments')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('CMT-03 CMT-04 a text that says something is sent, and then stands in the list', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    await screen.findByText('No comments');
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    expect(isOff(send)).toBe(true);
    await page.user.type(screen.getByRole('textbox', { name: 'Comment' }), '   ');
    expect(isOff(send)).toBe(true);
    await page.user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Lot L7');
    page.answer(api.siteComments.list, { comments: [{ ...comment, commentId: 6, message: 'Lot L7', isMine: true }] });
    await page.user.dblClick(send);
    expect(await within(await screen.findByRole('list', { name: 'Comments' })).findByText('Lot L7')).toBeDefined();
    expect(page.callsOf(api.siteComments.add).map((call) => call.body)).toEqual([{ srId: 71, text: 'Lot L7' }]);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('');
  });

  test('CMT-04 a comment of 2,001 characters is kept whole, said to be too long, and sent once it is shortened', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    await page.user.write(field, 'x'.repeat(2001));
    expect(field.value).toHaveLength(2001);
    const said = 'Too long: it has 2,001 characters, and 2,000 at most are kept. Please shorten it by 1.';
    expect(screen.getByText(said)).toBeDefined();
    expect(isOff(send)).toBe(true);
    await page.user.type(field, '{Backspace}');
    expect(screen.queryByText(said)).toBeNull();
    await page.user.click(send);
    await waitFor(() => expect(field.value).toBe(''));
    expect(document.activeElement).toBe(field);
    expect(page.callsOf(api.siteComments.add).map((call) => call.body)).toEqual([{ srId: 71, text: 'x'.repeat(2000) }]);
  });

  test('CMT-05 CON-05 what was shown for 2 s is marked read, one’s own and the read ones left alone', async () => {
    const list = [
      comment,
      { ...comment, commentId: 6, isRead: true },
      { ...comment, commentId: 7, isMine: true },
      { ...comment, commentId: 8 },
    ];
    const page = openComments({ comments: list });
    await pass(100);
    await pass(1_850);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
    await pass(200);
    expect(page.callsOf(api.siteComments.markRead).map((call) => call.body)).toEqual([
      { srId: 71, commentIds: [5, 8], isRead: 1 },
    ]);
  });

  test('CMT-05 CMT-06 each is read 2 s after it came in sight; one that goes out of sight sooner, or lies under something, is not', async () => {
    const page = openComments({ comments: [5, 6, 7].map((commentId) => ({ ...comment, commentId })) });
    shows((part) => part.matches('[data-unread="5"]'));
    await pass(100);
    await pass(1_000);
    shows((part) => part.matches('[data-unread="5"], [data-unread="6"], [data-unread="7"]'));
    const marked = () =>
      page.callsOf(api.siteComments.markRead).map((call) => (call.body as { commentIds: number[] }).commentIds);
    await pass(1_050);
    expect(marked()).toEqual([[5]]);
    shows((part) => part.matches('[data-unread="5"], [data-unread="7"]'));
    const upmost = vi.spyOn(document, 'elementFromPoint').mockReturnValue(document.body);
    await pass(4_000);
    expect(marked()).toEqual([[5]]);
    upmost.mockRestore();
    await pass(2_000);
    expect(marked()).toEqual([[5], [7]]);
  });

  test('CMT-06 whoever closes sooner leaves them unread', async () => {
    const page = openComments({ comments: [comment] });
    await pass(1_000);
    expect(screen.getByText('Which lot?')).toBeDefined();
    page.unmount();
    await pass(5_000);
    expect(page.callsOf(api.siteComments.markRead)).toEqual([]);
  });

  test('CMT-07 closing with unsent text asks whether to discard it', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    await page.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Lot');
    const close = () =>
      page.user.click(
        within(screen.getByRole('dialog', { name: /Comments on/ })).getByRole('button', { name: 'Close' }),
      );
    await close();
    const question = within(await screen.findByRole('dialog', { name: 'Discard Comment?' }));
    expect(question.getByText('Changes you made may not be saved')).toBeDefined();
    await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Lot');
    expect(page.onClose).not.toHaveBeenCalled();
    await close();
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(page.onClose).toHaveBeenCalledOnce();
  });

  test('CMT-04 after a comment was sent the keyboard is in the field again', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
    await page.user.type(field, 'Lot L7');
    await page.user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(field.value).toBe(''));
    expect(document.activeElement).toBe(field);
  });

  test('CMT-07 Escape asks too, and a second one takes the question back', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    await page.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Lot');
    await page.user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard Comment?' })).toBeDefined();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard Comment?' })).toBeNull());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Lot');
    expect(page.onClose).not.toHaveBeenCalled();
  });

  test('CMT-07 closing without text asks nothing', async () => {
    fromNowOn();
    const page = openComments({ comments: [] });
    await screen.findByText('No comments');
    await page.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(page.onClose).toHaveBeenCalledOnce();
  });

  test('CMT-08 the pharmacy and the wholesaler comment by their own calls', async () => {
    fromNowOn();
    for (const [viewer, calls] of [
      [pharmacist, api.pharmacyComments],
      [wholesaler, api.wholesalerComments],
    ] as const) {
      const page = openComments(
        { comments: [] },
        [
          [calls.list, { comments: [] }],
          [calls.add, { message: '', commentId: 6 }],
        ],
        viewer,
      );
      await page.user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Hello');
      await page.user.click(screen.getByRole('button', { name: 'Send' }));
      await waitFor(() => expect(page.callsOf(calls.add)).toHaveLength(1));
      expect(page.callsOf(api.siteComments.add)).toEqual([]);
      page.unmount();
    }
  });
});
