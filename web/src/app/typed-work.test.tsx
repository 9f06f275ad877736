import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { signOut } from '@portal/contract/identity/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { readResponses, readSurvey } from '@portal/contract/responses/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endSession } from '#api/session.ts';
import { aFlag, aResponse, assessmentReplies, aSurvey, howAreYou, sentAnswers } from '#test/answering.ts';
import { aParticipant, aSite, aTrial } from '#test/participants.ts';
import { openPortal, sessionReplies } from '#test/portal.tsx';

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

test('a form that is open in this tab does not hold up that another tab signs in as somebody else', async () => {
  await typeSomething();
  expect(reloadAsks()).toBe(true);
  const reloaded: boolean[] = [];
  const before = window.location.reload.bind(window.location);
  window.location.reload = () => void reloaded.push(reloadAsks());
  const other = new BroadcastChannel('portal');
  other.postMessage({ type: 'signed-in', cpId: 99 });
  await waitFor(() => expect(reloaded).toEqual([false]));
  other.close();
  window.location.reload = before;
});
