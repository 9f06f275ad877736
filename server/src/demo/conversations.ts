/** What the people of the clinic and their patients have written to each other, and a broadcast. */
import {
  createConversation,
  deliver,
  holdConversation,
  markRead,
  markReadByPatient,
  postBroadcast,
  postMessage,
  setConversationState,
  storeMessage,
} from '#rooms/conversations/door.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { usualWeight } from './answers.ts';
import { noteSignIn } from './patients.ts';
import type { Step } from './step.ts';

interface Plan {
  actAs: ActAs;
  people: Record<'admin' | 'doctor' | 'nurse', Viewer>;
}
type Writer = 'admin' | 'doctor' | 'nurse' | 'patient';
interface Story {
  topic: string;
  daysAgo: number;
  with: readonly Exclude<Writer, 'patient'>[];
  said: readonly (readonly [by: Writer, text: string | ((patientId: number) => string)])[];
  /** Whoever starts it has read all of it; the others have not read what came last. */
  isClosed?: true;
}

const stories: readonly Story[] = [
  {
    topic: 'Swollen ankles since Monday',
    daysAgo: 2.2,
    with: ['nurse', 'doctor'],
    said: [
      ['nurse', 'Good morning, your weight went up by two kilograms this week. Are your ankles swollen?'],
      ['patient', 'Yes, both of them, and worse in the evening. I sleep on two pillows.'],
      [
        'doctor',
        'Please take a second tablet of furosemide today and tomorrow, and send us your weight on both mornings.',
      ],
      ['patient', (patientId) => `I will. This morning it was ${usualWeight(patientId) + 2}.4 kg.`],
    ],
  },
  {
    topic: 'Refill of Entresto',
    daysAgo: 6.4,
    with: ['nurse', 'admin'],
    said: [
      ['nurse', 'Your refill is ready on Thursday. Shall we send it, or do you pick it up?'],
      ['patient', 'My daughter picks it up, thank you.'],
      ['admin', 'It is at the counter under your name.'],
    ],
    isClosed: true,
  },
  {
    topic: 'Dizzy after the new dose',
    daysAgo: 1.3,
    with: ['nurse'],
    said: [
      ['nurse', 'How do you get on with the new dose?'],
      ['patient', 'I am dizzy when I get up, mostly in the morning.'],
      ['nurse', 'Please get up slowly, and measure your blood pressure before breakfast. I call you tomorrow.'],
      ['patient', '98 over 60 this morning. Is that too low?'],
    ],
  },
  {
    topic: 'Blood pressure diary',
    daysAgo: 4.1,
    with: ['doctor', 'admin'],
    said: [
      ['doctor', 'Thank you for the diary. The values before breakfast are good, those in the evening a little high.'],
      ['patient', 'Should I change the evening dose?'],
      ['doctor', 'Not yet. Please measure before supper and at bedtime for three days.'],
    ],
  },
  {
    topic: 'Appointment in the clinic',
    daysAgo: 9.7,
    with: ['admin', 'nurse'],
    said: [
      ['admin', 'We would like to see you next week. Does Tuesday at ten suit you?'],
      ['patient', 'Tuesday is fine.'],
    ],
  },
];

const broadcast = {
  topic: 'Vaccination against influenza',
  daysAgo: 5.2,
  size: 8,
  text: 'The vaccine against influenza is here. You can come without an appointment, Monday to Friday from nine to noon.',
};

export function planConversations({ actAs, people }: Plan): Step[] {
  const { companyId } = people.admin;
  const seeing = (who: Exclude<Writer, 'patient'>) =>
    who === 'nurse' ? people.nurse : { ...people[who], careGroupIds: null, seesWholeCompany: true };
  /** Active portal patients that all of them see. */
  const patientsOf = async (least: number, from: number) => {
    const act = actAs(people.nurse);
    const rows = await act.tx
      .selectFrom('patient')
      .select('patient.patient_id as id')
      .where('patient.status', '=', 'active')
      .where('patient.type', '=', 1)
      .where(patientInSight(people.nurse, 'patient.patient_id'))
      .orderBy('patient.patient_id')
      .offset(from)
      .limit(least)
      .execute();
    return rows.map(({ id }) => id);
  };
  const asPatient = () =>
    actAs({ ...people.admin, providerId: null, firstName: 'Patient', lastName: '', type: 'System' } as never);
  /** Nobody is told of what the demo made up. */
  const tellNobody = () => actAs(people.admin).tx.deleteFrom('conversation_notice').execute();
  const told = (story: Story, n: number): Step => ({
    daysAgo: story.daysAgo,
    companyId,
    run: async () => {
      const [first = 'nurse', ...others] = story.with;
      const [patientId] = await patientsOf(1, n);
      if (patientId === undefined) return;
      const started = await createConversation(actAs(seeing(first)), {
        topic: story.topic,
        patientIds: [patientId],
        providerIds: others.map((who) => people[who].providerId),
      });
      const [conversationId = 0] = started.conversationIds;
      const ids: number[] = [];
      for (const [by, words] of story.said) {
        const text = typeof words === 'string' ? words : words(patientId);
        if (by !== 'patient') {
          ids.push((await postMessage(actAs(seeing(by)), { conversationId, text })).msgId);
          continue;
        }
        const act = asPatient();
        await noteSignIn(act, patientId);
        await markReadByPatient(act, conversationId, ids);
        const conversation = await holdConversation(act.tx, conversationId);
        if (conversation) ids.push((await storeMessage(act, { conversation, providerId: null, text })).msgId);
      }
      const seen = story.isClosed ? ids : ids.slice(0, -1);
      for (const who of story.with) await markRead(actAs(seeing(who)), { conversationId, messageIds: seen });
      if (story.isClosed)
        await setConversationState(actAs(seeing(first)), { conversationId, version: undefined, state: 'closed' });
      await tellNobody();
    },
  });
  const sentToAll: Step = {
    daysAgo: broadcast.daysAgo,
    companyId,
    run: async () => {
      const act = actAs(seeing('admin'));
      const { broadcastId } = await createConversation(act, {
        topic: broadcast.topic,
        patientIds: await patientsOf(broadcast.size, 0),
        providerIds: [people.nurse.providerId],
      });
      if (broadcastId === null) return;
      const sent = await postBroadcast(actAs(seeing('admin')), { broadcastId, text: broadcast.text });
      // At its time, instead of when background work begins.
      await deliver(sent.broadcastId, { act: (work) => work(asPatient() as never) });
      const { tx } = actAs(people.admin);
      const told = await tx
        .selectFrom('conversation_message')
        .select(['conversation_id as conversationId', 'message_id as msgId'])
        .where('broadcast_message_id', '=', sent.broadcastId)
        .orderBy('message_id')
        .execute();
      for (const { conversationId, msgId } of told.slice(0, 5))
        await markReadByPatient(asPatient(), conversationId, [msgId]);
      await tellNobody();
    },
  };
  return [...stories.map(told), sentToAll];
}
