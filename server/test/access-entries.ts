/** What calls leave in the access log, and whom their answers are about. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect } from 'vitest';
import { callOf } from './access-table.ts';
import type { World } from './access-table-world.ts';
import type { Asking, Caller } from './portal.ts';

interface Entry {
  record_kind: string;
  record_ids: number[];
  outcome: 'read' | 'refused';
}
/** Whose records the access log tells of: a participant's or a patient's, as `participant:7`. */
const kinds = ['participant', 'patient'];
/** What a call leaves in the access log: the people who were first read by it, those read before, and how often it was refused. */
export async function entriesOf({ portal, companyId }: World, caller: Caller, endpoint: Endpoint, asking: Asking) {
  await portal.app.accessLog.flush();
  const [{ last, before } = { last: 0, before: [] }] = await portal.rows<{ last: number; before: string[] }>(
    `select coalesce(max(entry_id), 0)::int as last,
      array(select record_kind || ':' || unnest(record_ids) from access_entry
        where provider_id = $1 and call = $2 and record_kind = any($3)) as before
     from access_entry`,
    [caller.providerId, callOf(endpoint), kinds],
  );
  const answer = await caller.call(endpoint, asking);
  await portal.app.accessLog.flush();
  const entries = await portal.rows<Entry>('select * from access_entry where entry_id > $1', [last]);
  for (const entry of entries)
    expect(entry).toMatchObject({
      call: callOf(endpoint),
      provider_id: caller.providerId,
      company_id: companyId,
      host: 'localhost',
      address: '127.0.0.1',
      at: expect.any(Date) as Date,
    });
  const read = entries.filter(({ outcome, record_kind }) => outcome === 'read' && kinds.includes(record_kind));
  return {
    answer,
    read: new Set(read.flatMap(({ record_kind, record_ids }) => record_ids.map((id) => `${record_kind}:${id}`))),
    before: new Set(before),
    refused: entries.filter(({ outcome }) => outcome === 'refused').length,
    entries: entries.length,
  };
}

const namesParticipant = /^participant_?id$/i;
const namesPatient = /^(u_?id|patient_?id)$/i;
/** All participants and patients whose numbers are in an answer or in what was asked, also where one is a name's key: `patient:7`. */
export function peopleIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (/^(participant|patient):\d+$/.test(key)) found.add(key);
    const kind = namesParticipant.test(key) ? 'participant' : namesPatient.test(key) ? 'patient' : null;
    if (kind && typeof inner === 'number' && inner > 0) found.add(`${kind}:${inner}`);
    peopleIn(inner, found);
  }
  return found;
}
