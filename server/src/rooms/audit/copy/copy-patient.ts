import { copyPatient } from '@portal/contract/audit/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { House } from '#platform/http/calls.ts';
import { fillFromFile } from '#platform/http/large-answers.ts';
import { patientOf } from '#rooms/patients/door.ts';
import { type Sealer, sealingCertificates } from '#rooms/signing/door.ts';
import { gatherPatient } from './gather-patient.ts';
import { patientPage } from './patient-page.ts';
import { sightsOf } from './patient-queries.ts';
import { writeCopy } from './write-copy.ts';

/** The copy of a patient's record: what is held, where it came from, who saw and who changed it (PRV-02, P11-19). */
export function copyOfPatient({ preparedRoute, clock, database, files }: House, sealer: Sealer): void {
  preparedRoute(
    copyPatient,
    async (_, { viewer, query }) => {
      // Who is refused leaves nothing behind, and learns nothing of who read whom.
      const isSeen = await database.readInCompany(viewer.companyId, async (tx) =>
        patientOf(tx, viewer, query.u_id).executeTakeFirst(),
      );
      if (!isSeen) throw fail('not_found');
      const own = await sealer.certificate();
      return database.asSystem(async (tx) => ({
        own,
        certificates: await sealingCertificates(tx),
        sights: (await sightsOf(viewer.companyId, 'patient', query.u_id).execute(tx)).rows,
      }));
    },
    async ({ viewer, query, tx, logRead, http: { reply } }, { own, certificates, sights }) => {
      await inOneSnapshot(tx);
      const patientId = query.u_id;
      const isSeen = await patientOf(tx, viewer, patientId).executeTakeFirst();
      const gathered = isSeen && (await gatherPatient(tx, viewer, patientId, sights));
      if (!gathered) throw fail('not_found');
      const { records, files: stored } = gathered;
      const madeAt = clock.now();
      const copy = await writeCopy(files, {
        of: { patient: patientId },
        records,
        index: patientPage(records, madeAt),
        files: stored,
        certificates,
        signed: { certificate: own, sign: sealer.sign },
        madeAt,
      });
      const { documents, audit: entries, people, accesses } = records;
      logRead('patient', [patientId]);
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
        filename: `patient-${patientId}.zip`,
        contentType: 'application/zip' as const,
        data: '',
        documents: documents.length,
        entries: entries.length,
        accesses: accesses.length,
      };
    },
  );
}
