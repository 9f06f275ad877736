import { copyParticipant } from '@portal/contract/audit/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { House } from '#platform/http/calls.ts';
import { participantOf } from '#rooms/participants/door.ts';
import { type Sealer, sealingCertificates } from '#rooms/signing/door.ts';
import { readerIn } from '../in-groups.ts';
import { answerWithCopy } from './answer-with-copy.ts';
import { gatherParticipant } from './gather-participant.ts';
import { participantPage } from './participant-page.ts';
import { readBySystem } from './person-queries.ts';

/** The copy of a participant's record: what is held, where it came from, who saw and who changed it (PRV-02). */
export function copyOfParticipant(house: House, sealer: Sealer): void {
  const { preparedRoute, database, duties } = house;
  preparedRoute(
    copyParticipant,
    async (_, { viewer, query: { participant_id: id } }) => {
      // Who is refused leaves nothing behind, and learns nothing of who read whom.
      const isSeen = await database.readInCompany(viewer.companyId, async (tx) =>
        participantOf(tx, viewer, id).executeTakeFirst(),
      );
      if (!isSeen) throw fail('not_found');
      const own = await sealer.certificate();
      return database.asSystem(async (tx) => ({
        own,
        certificates: await sealingCertificates(tx),
        ...(await readBySystem(tx, { companyId: viewer.companyId, kind: 'participant', id })),
      }));
    },
    async (call, { own, certificates, ...fromSystem }) => {
      const { viewer, query, tx, logRead } = call;
      await inOneSnapshot(tx);
      const id = query.participant_id;
      const isSeen = await participantOf(tx, viewer, id).executeTakeFirst();
      const gathered = isSeen && (await gatherParticipant(tx, readerIn(duties, viewer), id, fromSystem));
      if (!gathered) throw fail('not_found');
      const { records, files } = gathered;
      const answered = await answerWithCopy(house, sealer, call, {
        name: `participant-${id}`,
        of: { participant: id },
        records,
        page: (madeAt) => participantPage(records, madeAt),
        files,
        people: records.people,
        tooLarge: 'audit.copy_too_large',
        certificates,
        own,
      });
      logRead('participant', [id]);
      return { ...answered, accesses: records.accesses.length };
    },
  );
}
