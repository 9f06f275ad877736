import { copyPatient } from '@portal/contract/audit/endpoints.ts';
import { fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { House } from '#platform/http/calls.ts';
import { patientOf } from '#rooms/patients/door.ts';
import { type Sealer, sealingCertificates } from '#rooms/signing/door.ts';
import { readerIn } from '../in-groups.ts';
import { answerWithCopy } from './answer-with-copy.ts';
import { gatherPatient } from './gather-patient.ts';
import { patientPage } from './patient-page.ts';
import { readBySystem } from './person-queries.ts';

/** The copy of a patient's record: what is held, where it came from, who saw and who changed it (PRV-02, P11-19). */
export function copyOfPatient(house: House, sealer: Sealer): void {
  const { preparedRoute, database, duties } = house;
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
        ...(await readBySystem(tx, { companyId: viewer.companyId, kind: 'patient', id: query.u_id })),
      }));
    },
    async (call, { own, certificates, ...fromSystem }) => {
      const { viewer, query, tx, logRead } = call;
      await inOneSnapshot(tx);
      const patientId = query.u_id;
      const isSeen = await patientOf(tx, viewer, patientId).executeTakeFirst();
      const gathered = isSeen && (await gatherPatient(tx, readerIn(duties, viewer), patientId, fromSystem));
      if (!gathered) throw fail('not_found');
      const { records, files, problems } = gathered;
      const answered = await answerWithCopy(house, sealer, call, {
        name: `patient-${patientId}`,
        of: { patient: patientId },
        records,
        page: (madeAt) => patientPage(records, problems, madeAt),
        files,
        people: records.people,
        tooLarge: 'audit.copy_too_large',
        certificates,
        own,
      });
      logRead('patient', [patientId]);
      return { ...answered, accesses: records.accesses.length };
    },
  );
}
