import { type Participant, participant } from '@portal/contract/participants/endpoints.ts';
import { z } from 'zod';
import type { ParticipantRow } from './queries.ts';

/** A participant as the wire speaks of one. */
export const present = (row: ParticipantRow): Participant => ({
  participantId: row.participantId,
  fname: row.firstName,
  lname: row.lastName,
  dob: row.bornOn,
  gender: row.gender === 1 ? 1 : 0,
  email: row.email,
  phone: row.phone,
  address:
    row.addressId === null
      ? null
      : {
          street: row.street ?? '',
          street2: row.street2 ?? '',
          city: row.city ?? '',
          state: row.state ?? '',
          zip: row.zip ?? '',
          country: row.country ?? '',
        },
  addrId: row.addressId,
  subjectNumber: row.subjectNumber,
  ctrxId: row.ctrxId,
  trial: row.trial,
  isActive: row.isActive,
  preferred_contact: row.preferredContact,
  cardTemplateInfo: { hasCard: row.hasCard, cardConfigured: row.cardIsConfigured ? 'configured' : 'not configured' },
  version: row.version,
});

/** The current state, for whoever changed an older one (REL-07). It goes out beside the failure, so it is encoded here. */
export const presentCurrent = (row: ParticipantRow) => z.encode(participant, present(row));
