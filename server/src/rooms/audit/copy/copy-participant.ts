import { copyParticipant } from '@portal/contract/audit/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { House } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import { participantOf } from '#rooms/participants/door.ts';
import { type Sealer, sealingCertificates } from '#rooms/signing/door.ts';
import { gatherParticipant } from './gather-participant.ts';
import { participantPage } from './participant-page.ts';
import { messagesTo } from './participant-queries.ts';
import { sightsOf } from './patient-queries.ts';
import { writeCopy } from './write-copy.ts';

/** The copy of a participant's record: what is held, where it came from, who saw and who changed it (PRV-02). */
export function copyOfParticipant({ preparedRoute, clock, database, files }: House, sealer: Sealer): void {
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
        accesses: (await sightsOf(viewer.companyId, 'participant', id).execute(tx)).rows,
        messages: await messagesTo(tx, id),
      }));
    },
    async ({ viewer, query, tx, logRead, http: { reply } }, { own, certificates, ...fromSystem }) => {
      await inOneSnapshot(tx);
      const id = query.participant_id;
      const isSeen = await participantOf(tx, viewer, id).executeTakeFirst();
      const gathered = isSeen && (await gatherParticipant(tx, viewer, id, fromSystem));
      if (!gathered) throw fail('not_found');
      const { records, files: stored } = gathered;
      const madeAt = clock.now();
      const copy = await writeCopy(files, {
        of: { participant: id },
        records,
        index: participantPage(records, madeAt),
        files: stored,
        certificates,
        signed: { certificate: own, sign: sealer.sign },
        madeAt,
      });
      const { documents, audit: entries, people, accesses } = records;
      logRead('participant', [id]);
      logRead(
        'document',
        documents.map(({ docId }) => docId),
      );
      logRead(
        'audit',
        entries.map(({ number }) => number),
      );
      logRead(
        'provider',
        people.map(({ cpId }) => cpId),
      );
      fillFromFile(reply, { field: 'data', ...copy });
      return {
        filename: `participant-${id}.zip`,
        contentType: 'application/zip' as const,
        data: '',
        documents: documents.length,
        entries: entries.length,
        accesses: accesses.length,
      };
    },
  );
}
