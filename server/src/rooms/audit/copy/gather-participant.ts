import { nameKey } from '@portal/contract/audit/words.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { otherGroup } from '#rooms/patients/door.ts';
import type { Reader } from '../in-groups.ts';
import { mentionedIn, namesOf } from '../name-records.ts';
import { type Entry, entriesOf } from '../queries.ts';
import { withSignatures } from './gather-records.ts';
import * as queries from './participant-queries.ts';
import { choicesOf, leftOutSince, type ReadBySystem } from './person-queries.ts';
import { peopleNamed, recordsOfDocuments } from './queries.ts';

/** Everything that a copy of a participant's record says, as its machine form has it; the files stay where they are. */
export async function gatherParticipant(
  tx: Tx,
  viewer: Reader,
  id: number,
  { accesses, accessesLeftOut, messages }: ReadBySystem,
) {
  const participant = await queries.participantRow(tx, id);
  if (!participant) return null;
  const cards = await queries.cardsSentTo(tx, id);
  const sent = await queries.shipmentsFor(tx, id);
  // Whoever sees the participant at the site of today may know nothing of an earlier one (SEC-23).
  const sites = new Set([participant.enrolled_site_id, ...sent.map(({ site_id }) => site_id)]);
  const siteNames = await namesOf(tx, viewer, new Map([['care_group', sites]]));
  const siteOf = (siteId: number) => siteNames[nameKey('care_group', siteId)] ?? otherGroup;
  const untold = new Set(
    sent.filter((one) => !one.to_participant && siteOf(one.site_id) === otherGroup).map((one) => one.request_id),
  );
  const shipments = sent.map((one) => ({
    ...one,
    ...(untold.has(one.request_id) ? queries.noAddress : {}),
    site: siteOf(one.site_id),
  }));
  const { documents, files, providerIds, signerIds } = await withSignatures(
    tx,
    await queries.documentsOfParticipant(tx, id),
  );
  const about = sql`${queries.recordsOfParticipant(id)} union ${recordsOfDocuments(
    viewer,
    documents.map(({ docId }) => docId),
  )}`;
  const entries = (await entriesOf(tx, viewer, about).execute()) as Entry[];
  // What a request was made with has the address too.
  const audit = entries.map((entry) =>
    entry.recordKind === 'shipment_request' && untold.has(Number(entry.recordId))
      ? { ...entry, changes: entry.changes.filter(({ field }) => field !== 'address') }
      : entry,
  );
  const mentioned = mentionedIn(audit);
  const named = new Set([
    ...providerIds,
    ...cards.map((card) => card.sender_id),
    ...shipments.flatMap(({ requester_id, prescriber_id }) => [
      requester_id,
      ...(prescriber_id ? [prescriber_id] : []),
    ]),
    ...audit.flatMap(({ cpId }) => cpId ?? []),
    ...accesses.flatMap(({ cpId }) => cpId ?? []),
    ...(mentioned.get('provider') ?? []),
  ]);
  return {
    records: {
      participant: { ...participant, enrolled_site: siteOf(participant.enrolled_site_id) },
      addresses: await queries.addressOf(tx, id),
      cards,
      choices: await choicesOf(tx, participant.email),
      messages,
      shipments,
      products: await queries.productsFor(tx, id),
      people: await peopleNamed(tx, viewer, { providerIds: [...named], signerIds }),
      names: await namesOf(tx, viewer, mentioned),
      documents,
      audit,
      accesses,
      accessesLeftOut: leftOutSince(accessesLeftOut, participant.created_at),
    },
    files,
  };
}
export type ParticipantRecords = NonNullable<Awaited<ReturnType<typeof gatherParticipant>>>['records'];
