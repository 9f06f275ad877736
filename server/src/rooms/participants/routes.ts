import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import { inGroup } from '#platform/audit/places.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { addParticipant, type GivenParticipant } from './add-participant.ts';
import { changeParticipant, setParticipantStatus } from './change-participant.ts';
import { forgetParticipant } from './forgetting.ts';
import { present } from './present.ts';
import { removeParticipant } from './remove-participant.ts';
import * as queries from './queries.ts';

export const participants: Room = (house) => {
  const { lies, route } = house;
  lies({ participant: inGroup('participant', 'participant_id', 'site_id') });
  route(api.listParticipants, async ({ viewer, query, tx, logRead, list }) => {
    const { g_id: siteId, after } = query;
    if (after !== undefined && !(await queries.one(tx, viewer, after).executeTakeFirst())) throw fail('not_found');
    const rows = await list(queries.ofSite(tx, viewer, siteId, after), (last) => last.participantId);
    // Whoever sees its participants sees the site; only an empty list may come of a site that is out of sight.
    if (rows.length === 0 && !(await queries.siteInSight(tx, viewer, siteId))) throw fail('not_found');
    logRead(
      'participant',
      rows.map((row) => row.participantId),
    );
    return { participants: rows.map(present) };
  });

  route(api.addParticipant, async ({ act, body }) => ({
    participantId: await addParticipant(act, givenFrom(body)),
    message: 'Participant successfully added.',
  }));

  route(api.changeParticipant, async ({ act, body }) => {
    const { participant_id: participantId, addressChanged, addrId: addressId, version } = body;
    const given = { ...givenFrom(body), participantId, addressChanged, addressId, version };
    const changed = await changeParticipant(act, given);
    return { version: changed, message: 'Participant successfully updated.' };
  });

  route(api.setParticipantStatus, async ({ act, body }) => {
    const { participant_id: participantId, isActive, version } = body;
    const given = { participantId, isActive, version };
    await setParticipantStatus(act, given);
    return { message: body.isActive ? 'Participant reactivated.' : 'Participant deactivated.' };
  });

  route(api.removeParticipant, async ({ act, query }) => {
    const { participant_id: participantId, reason, version } = query;
    const forget = (why: string) => forgetParticipant(house)(act, participantId, why);
    await removeParticipant(act, { participantId, reason, version, forget });
    return { message: 'Participant removed.' };
  });
};

const givenFrom = (
  body: Ours<typeof api.addParticipant.body> | Ours<typeof api.changeParticipant.body>,
): GivenParticipant => {
  // Asked here and in the form, not in the schema: the web would carry the library's tables on its first page.
  if (body.phone && !isPhone(body.phone)) throw failFields({ phone: phoneMessage });
  return {
    siteId: body.g_id,
    firstName: body.fname,
    lastName: body.lname,
    bornOn: body.dob,
    gender: body.gender,
    subjectNumber: body.subject_number,
    email: body.email,
    phone: body.phone,
    address: body.address && acceptedAddress(body.address),
    preferredContact: body.preferred_contact,
  };
};
