import { carries, room } from '../room.ts';

const gone = 'This link no longer works. Please ask your care team for a new one.';

export const conversations = room({
  pages: ['/chat'],
  failures: {
    'conversation.closed': { status: 409, message: 'This conversation is closed. Reopen it to write.' },
    'conversation.changed': { status: 409, message: 'Someone else has changed this conversation. Please look again.' },
    'conversation.patient_wrote': {
      status: 409,
      message: 'The patient has written in the meantime. Please read the message before you close the conversation.',
    },
    'conversation.patient': { status: 400 },
    'conversation.nobody_in_sight': {
      status: 409,
      message: 'You can no longer see any patient of this broadcast, so you cannot write to anyone.',
    },
    'conversation.document': { status: 400, message: 'Only a document of this patient can be sent.' },
    'conversation.link_unknown': { status: 404, message: gone },
    'conversation.link_too_many': { status: 404, message: gone },
    'conversation.wrong_birth_date': { status: 400, message: 'The date of birth is not the one on record.' },
    /** The link is good, and was not opened by the date of birth, or too long ago. */
    'conversation.link_closed': { status: 403, message: 'Please enter your date of birth again.' },
  },
  records: {
    conversation: { words: 'Conversation', key: 'conversation_id' },
    conversation_message: { words: 'Message', key: 'message_id' },
    broadcast: { words: 'Broadcast', key: 'broadcast_id' },
    broadcast_message: { words: 'Message of a broadcast', key: 'broadcast_message_id' },
  },
  actions: {
    'conversation.started': 'Started a conversation',
    'conversation.message_sent': 'Sent a message',
    'conversation.message_sent_by_patient': 'Sent a message as a patient',
    'conversation.patient_told': 'Told a patient of a message',
    'conversation.assigned': 'Assigned a conversation',
    'conversation.joined': 'Joined a conversation',
    'conversation.closed': 'Closed a conversation',
    'conversation.reopened': 'Reopened a conversation',
    'broadcast.started': 'Started a broadcast',
    'broadcast.message_sent': 'Sent a message to all of a broadcast',
    'broadcast.delivered': 'Delivered a message of a broadcast',
  },
  events: {
    /** Its list row is another one now: assigned, closed, opened again. */
    'conversation.changed': { hears: ['members'] },
    'conversation.created': { hears: ['members'] },
    'conversation.message': { hears: ['members'], payload: carries<{ of: { conversation: number } }>() },
    /** Which messages, and who read them: null is the patient. */
    'conversation.read': {
      hears: ['members'],
      payload: carries<{ of: { conversation: number; messages: number[]; by: number | null } }>(),
    },
    'broadcast.changed': { hears: ['members'] },
    /** About a patient in sight, for the inbox of the team. */
    'inbox.changed': { hears: ['careGroup', 'rootAccess'], notSponsors: true },
  },
});
