import * as api from '@portal/contract/audit/endpoints.ts';
import { countedEntries, exportedAtOnce } from '@portal/contract/audit/rules.ts';
import { imageMark } from '@portal/contract/cards/rules.ts';
import type { Call, Room } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { readImageHeader } from '#platform/files/image-header.ts';
import { imageOf } from '#rooms/cards/door.ts';
import { forms, sealerOf, sealingCertificates } from '#rooms/signing/door.ts';
import { answerWithCopy } from './copy/answer-with-copy.ts';
import { gatherRecords } from './copy/gather-records.ts';
import { copyOfAccount } from './copy/copy-account.ts';
import { copyOfParticipant } from './copy/copy-participant.ts';
import { copyOfPatient } from './copy/copy-patient.ts';
import { indexPage } from './copy/pages.ts';
import { mayBeCopied } from './copy/queries.ts';
import { accessReport } from './access-report.ts';
import { meaningsOf } from './find-words.ts';
import { type Reader, readerIn } from './in-groups.ts';
import { mentionedIn, namesOf } from './name-records.ts';
import * as queries from './queries.ts';
import { securityRoutes } from './security-routes.ts';

/** The reading is itself on record, and so is whose data was read with it (P11-14, PRV-01). */
type Saw = Call<typeof api.readAudit>['logRead'];

export const audit: Room = (house) => {
  const { route, preparedRoute, clock, database, duties } = house;
  house.lies({ job: 'company' });
  const sealer = sealerOf(house, forms);
  const readerOf = (viewer: Viewer) => readerIn(duties, viewer);
  securityRoutes({ route });

  route(api.readAudit, async ({ viewer, query, tx, logRead }) => {
    const { page = 1, pageSize = 25, ...asked } = query;
    const filter = await filterOf(tx, viewer, asked);
    const [rows, { n }] = await Promise.all([
      queries.page(tx, readerOf(viewer), filter, { page, size: pageSize }).execute(),
      queries.counted(tx, readerOf(viewer), filter).executeTakeFirstOrThrow(),
    ]);
    const read = await withNames(tx, readerOf(viewer), rows, logRead);
    return { ...read, total: Math.min(n, countedEntries), more: n > countedEntries };
  });

  route(api.exportAudit, async ({ viewer, query, tx, logRead }) => {
    const { before, ...asked } = query;
    const filter = await filterOf(tx, viewer, asked);
    const rows = await queries.portion(tx, readerOf(viewer), filter, { before, size: exportedAtOnce }).execute();
    const next = rows.length === exportedAtOnce ? (rows.at(-1)?.number ?? null) : null;
    return { ...(await withNames(tx, readerOf(viewer), rows, logRead)), next };
  });

  route(api.readCardImage, async ({ viewer, query, tx, logRead }) => {
    const { g_id: trialId, sha256 } = query;
    const entries = await queries.entriesOfImage(tx, readerOf(viewer), trialId, imageMark(sha256)).execute();
    const kept = entries.length > 0 && (await imageOf(tx, viewer.companyId, sha256));
    if (!kept) throw fail('not_found');
    logRead(
      'audit',
      entries.map(({ number }) => number),
    );
    return { contentType: readImageHeader(kept.image).type, data: kept.image.toString('base64') };
  });

  route(api.listAuditPeople, async ({ viewer, tx, logRead, list }) => {
    const people = await list(queries.people(tx, viewer));
    logRead(
      'provider',
      people.map(({ cpId }) => cpId),
    );
    return { people };
  });

  preparedRoute(
    api.copyRecords,
    async (_, { viewer, query }) => {
      // Who is refused leaves nothing behind: the first certificate is made, and written, for a copy that is given.
      if (!(await database.readInCompany(viewer.companyId, (tx) => mayBeCopied(tx, viewer, query.g_id))))
        throw fail('not_found');
      const own = await sealer.certificate();
      return { own, certificates: await database.asSystem(sealingCertificates) };
    },
    async (call, { own, certificates }) => {
      const { viewer, query, tx, logRead } = call;
      await inOneSnapshot(tx);
      if (!(await mayBeCopied(tx, viewer, query.g_id))) throw fail('not_found');
      const { records, files, participants, patients } = await gatherRecords(tx, readerOf(viewer), query.g_id);
      const answered = await answerWithCopy(house, sealer, call, {
        name: `records-${query.g_id}`,
        of: records.trial,
        records,
        page: (madeAt) => indexPage(records, madeAt),
        files,
        people: records.people,
        // Each of its sites has a smaller copy.
        tooLarge:
          records.trial.kind === 'trial' && records.groups.length > 1
            ? 'audit.trial_copy_too_large'
            : 'audit.copy_too_large',
        certificates,
        own,
      });
      if (participants.length > 0) logRead('participant', participants);
      if (patients.length > 0) logRead('patient', patients);
      return answered;
    },
  );

  copyOfPatient(house, sealer);
  copyOfParticipant(house, sealer);
  copyOfAccount(house, sealer);

  route(api.accessReport, async ({ act, query, logRead }) => {
    const { day = clock.today() } = query;
    if (day > clock.today()) throw failFields({ day: 'must not be after today' });
    const report = await accessReport(act, day);
    logRead(
      'provider',
      report.accounts.map(({ cpId }) => cpId),
    );
    return { day, ...report };
  });
};

const filterOf = async (
  tx: Tx,
  { companyId }: Pick<Viewer, 'companyId'>,
  { q, ...filter }: Omit<queries.Filter, 'words'> & { q?: string | undefined },
): Promise<queries.Filter> => ({ ...filter, words: q === undefined ? [] : await meaningsOf(tx, companyId, q) });

type Row = Awaited<ReturnType<ReturnType<typeof queries.page>['execute']>>[number];

async function withNames(tx: Tx, reader: Reader, rows: readonly Row[], logRead: Saw) {
  const entries = rows.map((row) => ({ ...row, changes: changesOf(row) }));
  const mentioned = mentionedIn(entries);
  logRead(
    'audit',
    entries.map(({ number }) => number),
  );
  for (const kind of ['participant', 'patient'] as const) {
    const named = [...(mentioned.get(kind) ?? [])];
    if (named.length > 0) logRead(kind, named);
  }
  return { entries, names: await namesOf(tx, reader, mentioned) };
}

/** What was left out when it was stored is null on the wire. */
const changesOf = ({ changes }: Row): api.AuditEntry['changes'] =>
  (changes as { field: string; old?: unknown; new?: unknown }[]).map(({ field, old = null, new: next = null }) => ({
    field,
    old,
    new: next,
  }));
