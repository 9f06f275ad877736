import { hasOwnGroups } from '@portal/contract/providers/user-rules.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DialogFooter } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { Notice } from '#kit/Notice.tsx';
import type { RowAction } from '#kit/row-action.ts';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { DotAndWord } from '#shared/DotAndWord.tsx';
import { NotArriving } from '#shared/NotArriving.tsx';
import { showPhone } from '#shared/phone.ts';
import { typeWord } from '#shared/type-word.ts';
import { WordBadge } from '#shared/StatusBadge.tsx';
import { ActDialog } from '../access/ActDialog.tsx';
import { actionsFor, stepWords, type UserAct } from '../actions.ts';
import { usePerson } from '../queries.ts';
import type { About } from '../UsersScreen.tsx';
import { deadLinkWords, isExpired, nameOf, statusColours, trainedWord, unconfirmedWords, userState } from '../words.ts';
import { OpenSessions } from './OpenSessions.tsx';
import classes from './person.module.css';
import type { Person } from './person.ts';

/** One user beside the list: what is known of them, and what comes next. */
export function PersonPanel(props: { cpId: number; actsOf: About; accessOf: About; onClose: () => void }) {
  const { cpId, actsOf, accessOf, onClose } = props;
  const { data: person, error, refetch } = usePerson(cpId);
  const [act, setAct] = useState<UserAct | null>(null);
  // A number that nobody can have is refused before it is looked for.
  const isNotFound = isNotThere(error) || error?.status === 400;
  const isRefused = error?.status === 403;
  const isSeen = person && !isNotFound && !isRefused;
  return (
    <>
      <Sheet
        opened
        atSide
        title={isSeen ? nameOf(person) : 'User'}
        size="36rem"
        onClose={onClose}
        returnTo={() => document.querySelector<HTMLElement>(`[data-person="${cpId}"]`)}
      >
        {isSeen && <Shown person={person} begin={setAct} actsOf={actsOf} accessOf={accessOf} />}
        {isNotFound && <Empty message="This user was not found." />}
        {isRefused && <Empty message={sentenceOf(error)} />}
        {!isNotFound && !isRefused && error && !person && (
          <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
        )}
        {!person && !error && <Loading label="Loading the user" />}
      </Sheet>
      {act && isSeen && <ActDialog key={act} act={act} user={person} onClose={() => setAct(null)} />}
    </>
  );
}

function Shown(props: { person: Person; begin: (act: UserAct) => void; actsOf: About; accessOf: About }) {
  const { person, begin, actsOf, accessOf } = props;
  const viewer = useViewer();
  const actions = actionsFor(person, viewer, begin);
  const deadLink = deadLinkWords(person);
  // Without its groups an invitation is not sent again.
  const isNext = ({ label, isNextStep }: RowAction) =>
    person.invitationState === 'groups_gone' ? label === stepWords.remove : isNextStep;
  const step = actions.find((action) => !action.hidden && isNext(action));
  const isPending = userState(person) === 'pending';
  const who = { cpId: person.cpID, name: nameOf(person) };
  const menu = <RowMenu label={`Actions for ${nameOf(person)}`} items={actions} />;
  return (
    <>
      <Stack gap="lg" flex={1} pb="md">
        <Stack gap="sm">
          <Group gap="sm">
            <Text size="sm" fw={500} component="div">
              <DotAndWord colour={statusColours[person.status]}>{person.status}</DotAndWord>
            </Text>
            {isExpired(person, serverNow()) && <WordBadge colour="orange">Expired</WordBadge>}
            {person.isUnconfirmed && <WordBadge colour="orange">{unconfirmedWords}</WordBadge>}
            {!step && <div className={classes.menu}>{menu}</div>}
          </Group>
          {person.isInvitationUndelivered && <NotArriving way="Email" />}
          {deadLink && <Notice tone="info">{deadLink}</Notice>}
          <FactList facts={factsOf(person, viewer.modules.includes('TrialCard'))} />
        </Stack>
        <Part title="Care groups">
          <Groups person={person} />
        </Part>
        {!isPending && (
          <>
            <Part title="Second factor">
              <Text size="sm">{factorWords[person.factor]}</Text>
            </Part>
            <Part title="Open sessions">
              <OpenSessions person={person} />
            </Part>
            <Part title="What they did">{actsOf(who)}</Part>
            <Part title="Access on a day">{accessOf(who)}</Part>
          </>
        )}
      </Stack>
      {step && (
        <DialogFooter>
          <Group gap="xs">
            {menu}
            <Button onClick={step.onClick}>{step.label}</Button>
          </Group>
        </DialogFooter>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}

const factorWords: Record<Person['factor'], string> = {
  app: 'Authenticator app',
  text: 'Codes by text message',
  required: 'Not set up yet: asked for at the next sign-in',
  none: 'None',
};
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

function factsOf(person: Person, hasTrials: boolean): (readonly [string, string])[] {
  const { email, phone, type, partner, sponsor, adminRights, prescriber, invitedBy, createdAt } = person;
  const { invitationExpiresAt, lastSignInAt } = person;
  const isPending = userState(person) === 'pending';
  return [
    ['Email', email],
    ['Phone', phone === null ? '' : showPhone(phone)],
    ['Role', typeWord(type)],
    ...(partner === null ? [] : [['Partner', partner] as const]),
    ...(sponsor === null ? [] : [['Sponsor', sponsor] as const]),
    ['Admin rights', yesOrNo(adminRights)],
    ...(type === 'Site User' ? [['Prescriber', yesOrNo(prescriber)] as const] : []),
    ...(hasTrials && !isPending ? [['Training Completed', trainedWord(person)] as const] : []),
    [isPending ? 'Invited' : 'Added', asClinicTime(createdAt)],
    ['Invited by', invitedBy ?? ''],
    ...(invitationExpiresAt ? [invitationFact(person, invitationExpiresAt)] : []),
    ...(isPending ? [] : [['Last sign-in', lastSignInAt ? asClinicTime(lastSignInAt) : 'Never'] as const]),
  ];
}

function invitationFact(person: Person, until: Date): readonly [string, string] {
  if (deadLinkWords(person)) return ['Invitation', 'Does not work'];
  return [isExpired(person, serverNow()) ? 'Invitation expired' : 'Invitation works until', asClinicTime(until)];
}

function withoutGroups({ partner, type }: Person): string {
  if (partner !== null) return 'Works for a partner, and is in no care group.';
  return hasOwnGroups(type) ? 'No care group.' : 'Acts for physicians, and is in no care group.';
}

function Groups({ person }: { person: Person }) {
  if (person.groups.length === 0)
    return (
      <Text size="sm" c="gray.7">
        {withoutGroups(person)}
      </Text>
    );
  return (
    <ul className={classes.list}>
      {person.groups.map(({ gId, name, public: isPublic }) => (
        <li key={gId}>
          <Text size="sm">
            {name}
            {isPublic && (
              <Text span inherit c="gray.7">
                {' '}
                · shown to patients
              </Text>
            )}
          </Text>
        </li>
      ))}
    </ul>
  );
}
