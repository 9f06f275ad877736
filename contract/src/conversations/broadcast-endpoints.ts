/** Broadcasts: one message to many patients, each in a conversation of their own (BCT, CAF-02 to CAF-04). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, recordId } from '../wire.ts';
import { conversationAccess as access, most, recipientStates, sentences } from './rules.ts';
import { broadcast, broadcastMessage, recipient } from './shapes.ts';

const cp_id = recordId('provider');
const rollup_id = recordId('broadcast');

/** BCT-01, BCT-03: with `rollup_id` that one alone, and its detail beside the list. */
export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/conversations/broadcasts',
  summary: 'A person lists their broadcasts, or reads one',
  access,
  query: z.strictObject({ cp_id, rollup_id: rollup_id.optional(), after: rollup_id.optional() }),
  atMost: most.conversations,
  reply: z.object({
    broadcasts: z.array(broadcast),
    rollupId: z.number().optional(),
    broadcastId: z.number().nullable().optional(),
    topic: z.string().optional(),
    numOfParticipants: z.number().optional(),
    numOfPatients: z.number().optional(),
    timeCreated: instant.optional(),
    message: z.string().optional(),
    /** Comma lists; commas in names are left out, and both lists of patients have one order (OPC-79). */
    careProviderNames: z.string().optional(),
    patientNames: z.string().optional(),
    uIds: z.string().optional(),
  }),
  failure: sentences.loadFailed,
});

/** BCT-06: newest first. */
export const listBroadcastMessages = endpoint({
  method: 'GET',
  path: '/conversations/broadcasts/messages',
  summary: 'A person reads the messages of a broadcast',
  access,
  query: z.strictObject({ cp_id, rollup_id, after: recordId('broadcast_message').optional() }),
  atMost: 100,
  reply: z.object({ broadcastMsgs: z.array(broadcastMessage) }),
  failure: sentences.loadFailed,
});

/** Who got a message of a broadcast, and who has not read it; of the newest one where none is named. */
export const listRecipients = endpoint({
  method: 'GET',
  path: '/conversations/broadcasts/recipients',
  summary: 'A person reads how far a message of a broadcast came with each patient',
  access,
  query: z.strictObject({
    cp_id,
    rollup_id,
    broadcast_id: recordId('broadcast_message').optional(),
    state: z.enum([...recipientStates, 'late']).optional(),
  }),
  atMost: most.patients,
  reply: z.object({ recipients: z.array(recipient) }),
  failure: sentences.loadFailed,
});
