import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import { signOut } from '@portal/contract/identity/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { keepDraft, readResponses, readSurvey } from '@portal/contract/responses/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import * as shipments from '@portal/contract/shipments/endpoints.ts';
import * as shipmentDocuments from '@portal/contract/shipments/document-endpoints.ts';
import { Link } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { endSession } from '#api/session.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { useChangeSearch } from '#shared/page-search.ts';
import { aFlag, aResponse, assessmentReplies, aSurvey, broken, howAreYou, sentAnswers } from '#test/answering.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import { aRequest, aRow, siteReplies } from '#test/shipments.ts';
// They are there when the page asks for them.
import '#pages/ShipmentRequest.tsx';
import '#rooms/shipments/view/RequestPanel.tsx';

/** From the account page to the participants, where a form is opened and a name typed into it. */
async function typeSomething() {
  const portal = openPortal('/account', [
    ...sessionReplies(),
    [listTrials, { groups: [aTrial(), aSite()] }],
    [listParticipants, { participants: [aParticipant()] }],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await portal.user.click(await screen.findByRole('link', { name: 'Participants' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Add Participant' }));
  const form = await screen.findByRole('dialog', { name: 'Add Participant' });
  const name = await within(form).findByRole<HTMLInputElement>('textbox', { name: /First name/i });
  await portal.user.type(name, 'Ada');
  return { ...portal, name };
}
const goBack = () => act(async () => window.history.back());
const asked = () => screen.queryByRole('dialog', { name: 'Discard what you typed?' });
const answer = async (user: Awaited<ReturnType<typeof typeSomething>>['user'], name: string) =>
  user.click(
    within(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).getByRole('button', { name }),
  );
/** What reloading or closing the tab does first: whether the browser asks. */
const reloadAsks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('Back in a form that holds something typed asks first: on no the page stays as it was, on yes it leads back', async () => {
  const portal = await typeSomething();
  await goBack();
  await answer(portal.user, 'Keep editing');
  expect(portal.path()).toMatch(/^\/participants/);
  expect(portal.name.isConnected).toBe(true);
  expect(portal.name.value).toBe('Ada');
  // And again: it asks every time.
  await goBack();
  await answer(portal.user, 'Discard');
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(portal.path()).toBe('/account');
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** To what the key of "Go to" finds first. */
async function goTo(user: Awaited<ReturnType<typeof typeSomething>>['user'], words: string) {
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to' }));
  await user.type(dialog.getByRole('combobox'), words);
  await dialog.findByRole('option', { name: new RegExp(words) });
  await user.keyboard('{Enter}');
}

test('the key of "Go to" over a form that holds something typed asks before it leads to another page: on no the form stays as it was, on yes it leads there', async () => {
  const portal = await typeSomething();
  await goTo(portal.user, 'Documents');
  await answer(portal.user, 'Keep editing');
  expect(portal.path()).toMatch(/^\/participants/);
  expect(portal.name.isConnected).toBe(true);
  expect(portal.name.value).toBe('Ada');
  await goTo(portal.user, 'Documents');
  await answer(portal.user, 'Discard');
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  expect(portal.path()).toMatch(/^\/document/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a participant of the list behind a form is sought there only once what was typed is discarded', async () => {
  const portal = await typeSomething();
  const bo = { participantId: 12, subjectNumber: '109-001', name: 'Bo Müller', gId: 3, siteName: 'Boston General' };
  portal.answer(findPlaces, { requests: [], participants: [bo], more: false });
  const sought = () => screen.getByPlaceholderText<HTMLInputElement>('Name, subject number or email').value;
  await goTo(portal.user, '109-001');
  await answer(portal.user, 'Keep editing');
  expect(portal.name.value).toBe('Ada');
  expect(sought()).toBe('');
  await goTo(portal.user, '109-001');
  await answer(portal.user, 'Discard');
  await waitFor(() => expect(sought()).toBe('109-001'));
});

test('CMT-07 another request asks before it takes away a comment that is not sent: on no the comment stays, on yes the other one is shown', async () => {
  const portal = openPortal('/shipment-request?site=2&request=71', [
    ...sessionReplies(),
    ...siteReplies,
    [shipments.listForSite, { requests: [aRow(), aRow({ srId: 72 })] }],
    [shipments.readForSite, { request: aRequest() }],
    [shipments.siteComments.list, { comments: [] }],
    [shipmentDocuments.siteDocuments.list, { documents: [] }],
    [
      findPlaces,
      {
        requests: [{ srId: 72, gId: 2, siteName: 'Boston General', status: 'preprocessing' }],
        participants: [],
        more: false,
      },
    ],
  ]);
  const panel = within(await screen.findByRole('dialog', { name: 'Request 71' }));
  await portal.user.click(await panel.findByRole('button', { name: 'Add a comment' }));
  const comment = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await portal.user.type(comment, 'Which lot?');
  const answerTo = async (name: string) =>
    portal.user.click(
      within(await screen.findByRole('dialog', { name: 'Discard Comment?' })).getByRole('button', { name }),
    );
  await goTo(portal.user, '72');
  await answerTo('Keep editing');
  expect(portal.path()).toBe('/shipment-request?site=2&request=71');
  expect(comment.isConnected).toBe(true);
  expect(comment.value).toBe('Which lot?');
  await goTo(portal.user, '72');
  await answerTo('Discard');
  await screen.findByRole('dialog', { name: 'Request 72' });
  expect(portal.path()).toBe('/shipment-request?site=2&request=72');
  expect(comment.isConnected).toBe(false);
});

/** A form that is open as long as the address says so; in it a link that leads away. */
function InAddress({ mayClose = true }: { mayClose?: boolean }) {
  const changeSearch = useChangeSearch();
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    changeSearch({ form: undefined }, { replace: true });
    setOpen(false);
  };
  return (
    <Dialog opened={isOpen} title="A form" dirty mayClose={mayClose} onClose={close}>
      <Link to="/elsewhere">Elsewhere</Link>
      <button type="button" data-looking onClick={() => changeSearch({ step: 2 }, { replace: true })}>
        Next step
      </button>
    </Dialog>
  );
}

test('a link in a form leads where it says, once what was typed is discarded, also where closing the form changes the address', async () => {
  const { user, router } = renderPage(<InAddress />, { route: '/here?form=1' });
  await user.click(await screen.findByRole('button', { name: 'Next step' }));
  await waitFor(() => expect(router.state.location.href).toBe('/here?form=1&step=2'));
  expect(asked()).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Elsewhere' }));
  await answer(user, 'Discard');
  await waitFor(() => expect(router.state.location.href).toBe('/elsewhere'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/elsewhere');
});

test('a link in a form leads nowhere while the form is being sent', async () => {
  const { user, router } = renderPage(<InAddress mayClose={false} />, { route: '/here' });
  await user.click(await screen.findByRole('link', { name: 'Elsewhere' }));
  await user.click(screen.getByRole('button', { name: 'Next step' }));
  await waitFor(() => expect(router.state.location.href).toBe('/here?step=2'));
  expect(screen.getByRole('dialog', { name: 'A form' })).toBeDefined();
});

test('reloading or closing the tab is asked about by the browser only while something is typed', async () => {
  const portal = await typeSomething();
  expect(reloadAsks()).toBe(true);
  await portal.user.clear(portal.name);
  expect(reloadAsks()).toBe(false);
  await goBack();
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(asked()).toBeNull();
});

test.each(['signed-out', 'expired'] as const)(
  'a session that is %s leads away at once, whatever is typed in a form',
  async (ending) => {
    const portal = await typeSomething();
    await act(async () => endSession(ending));
    expect(reloadAsks()).toBe(false);
    await screen.findByLabelText('Email');
    await waitFor(() => expect(portal.path()).toMatch(/^\/sign-in/));
    expect(asked()).toBeNull();
    expect(portal.callsOf(signOut)).toHaveLength(ending === 'expired' ? 0 : 1);
  },
);

test('SES-09 NAV-06 signing out says that what was typed in a form of the page will be lost, as long as something is', async () => {
  const lost = 'What you typed and have not saved will be lost.';
  const portal = openPortal('/patient-surveys?event=9&patient=7', [
    ...sessionReplies({ type: 'Nurse', modules: ['Assessments'] }),
    ...assessmentReplies(),
    [readSurvey, aSurvey(howAreYou, { state: 'answered' })],
    [readResponses, aResponse(sentAnswers)],
    [listFlaggedAnswers, { flaggedAnswers: [aFlag()] }],
  ]);
  const note = await screen.findByRole('textbox', { name: 'Closing note' });
  const question = async () => {
    await portal.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    return within(await screen.findByRole('dialog', { name: 'Sign out' }));
  };
  const cancel = async (dialog: Awaited<ReturnType<typeof question>>) => {
    await portal.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await portal.user.type(note, 'Called her');
  const typed = await question();
  expect(typed.getByText('Are you sure you want to sign out?')).toBeDefined();
  expect(typed.getByText(lost)).toBeDefined();
  await cancel(typed);
  await portal.user.clear(note);
  const nothing = await question();
  expect(nothing.getByText('Are you sure you want to sign out?')).toBeDefined();
  expect(nothing.queryByText(lost)).toBeNull();
});

test('closing the tab is asked about by the browser while an answer is being saved, and no more once it is; another page is not, since it is saved all the same', async () => {
  const sent: ((reply: unknown) => void)[] = [];
  const portal = openPortal('/account', [
    ...sessionReplies({ type: 'Nurse', modules: ['Assessments'] }),
    ...assessmentReplies(),
    [keepDraft, () => new Promise((resolve) => sent.push(resolve))],
  ]);
  const open = async () => {
    act(() => window.history.pushState(null, '', '/patient-surveys?event=9&patient=7'));
    return screen.findByRole('radio', { name: 'Well' });
  };
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await open();
  expect(reloadAsks()).toBe(false);
  await portal.user.click(screen.getByRole('radio', { name: 'Badly' }));
  expect(reloadAsks()).toBe(true);
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 3_000 });
  expect(reloadAsks()).toBe(true);
  await act(async () => sent[0]?.({ message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 1) }));
  await screen.findByText('Saved 4:01 PM');
  expect(reloadAsks()).toBe(false);
  await portal.user.click(screen.getByRole('radio', { name: 'Well' }));
  expect(reloadAsks()).toBe(true);
  await goBack();
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('REL-17 once a save of the answers has failed, another page asks before what is typed after it is left behind, and no more once a save has worked', async () => {
  const portal = openPortal('/account', [
    ...sessionReplies({ type: 'Nurse', modules: ['Assessments'] }),
    ...assessmentReplies(),
    [keepDraft, broken],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  act(() => window.history.pushState(null, '', '/patient-surveys?event=9&patient=7'));
  await portal.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  await screen.findByText(/^Not saved\./, {}, { timeout: 3_000 });
  const note = await screen.findByRole('textbox', { name: 'Note on question 1' });
  await portal.user.type(note, 'Pale');
  expect(screen.getByText('Saving…')).toBeDefined();
  await goTo(portal.user, 'Patients');
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  portal.answer(keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 1) });
  await portal.user.click(question.getByRole('button', { name: 'Stay' }));
  expect(portal.path()).toMatch(/^\/patient-surveys/);
  expect(note.isConnected).toBe(true);
  await screen.findByText('Saved 4:01 PM', {}, { timeout: 3_000 });
  await portal.user.type(note, ' and tired');
  await goBack();
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('REL-17 where what was typed last cannot be saved once its page is left, that is said on the next one', async () => {
  const portal = openPortal('/account', [
    ...sessionReplies({ type: 'Nurse', modules: ['Assessments'] }),
    ...assessmentReplies(),
    [keepDraft, { status: 409, body: { code: 'response.answered', message: 'It has been answered.' } }],
  ]);
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  act(() => window.history.pushState(null, '', '/patient-surveys?event=9&patient=7'));
  await portal.user.click(await screen.findByRole('radio', { name: 'Badly' }));
  await goBack();
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(await screen.findByText('Your last changes to the assessment may not be saved.')).toBeDefined();
  expect(screen.getByText('It has been answered.')).toBeDefined();
});

test.each([
  ['Back', '/account', async () => goBack()],
  [
    'the key of "Go to"',
    '/patients',
    async ({ user }: Pick<Awaited<ReturnType<typeof typeSomething>>, 'user'>) => goTo(user, 'Patients'),
  ],
])(
  'ANS-27 %s, once the notes of a follow-up are discarded, leads where it was pressed for, and no further',
  async (_, to, leadAway) => {
    const portal = openPortal('/account', [
      ...sessionReplies({ type: 'Nurse', modules: ['Assessments', 'FollowUp'] }),
      ...assessmentReplies(),
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Account' });
    act(() => window.history.pushState(null, '', '/patient-surveys?event=9&patient=7'));
    await portal.user.click(await screen.findByRole('radio', { name: 'Well' }));
    await portal.user.write(await screen.findByRole('textbox', { name: '2. Anything else?' }), 'No');
    await portal.user.click(await screen.findByRole('button', { name: 'Submit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
    await portal.user.write(dialog.getByRole('textbox', { name: 'Notes' }), 'Ask about the cough');
    await leadAway(portal);
    await answer(portal.user, 'Discard');
    await waitFor(() => expect(portal.path()).toBe(to));
    // What leads further does so once the first step is through.
    await act(async () => new Promise((done) => setTimeout(done, 100)));
    expect(portal.path()).toBe(to);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('a form that is open in this tab does not hold up that another tab signs in as somebody else', async () => {
  await typeSomething();
  expect(reloadAsks()).toBe(true);
  const begun: boolean[] = [];
  const before = window.location.replace.bind(window.location);
  window.location.replace = () => void begun.push(reloadAsks());
  const other = new BroadcastChannel('portal');
  other.postMessage({ type: 'signed-in', cpId: 99 });
  await waitFor(() => expect(begun).toEqual([false]));
  other.close();
  window.location.replace = before;
});

test('NAV-06 a tab tells one that is about to sign out whether it holds something typed', async () => {
  const [other, third] = [new BroadcastChannel('portal'), new BroadcastChannel('portal')];
  onTestFinished(() => {
    other.close();
    third.close();
  });
  const told: string[] = [];
  other.onmessage = ({ data }) => told.push(data.type);
  const portal = await typeSomething();
  await portal.user.clear(portal.name);
  // Every tab has heard it once the one that was opened last has.
  const isHeard = new Promise<void>((resolve) => {
    third.onmessage = ({ data }) => data.type === 'holds?' && resolve();
  });
  other.postMessage({ type: 'holds?' });
  await isHeard;
  await portal.user.type(portal.name, 'Ada');
  other.postMessage({ type: 'holds?' });
  await waitFor(() => expect(told).toContain('holds'));
  // The first question came while it held nothing.
  expect(told.filter((type) => type === 'holds')).toEqual(['holds']);
});
