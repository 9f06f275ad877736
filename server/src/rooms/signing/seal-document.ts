import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { job } from '#platform/jobs/job.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { enqueue, tryAgain, undoneOf } from '#platform/jobs/enqueue.ts';
import { failureText } from '#platform/jobs/failure-text.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdDocumentOfRequest, type Pdf, replaceContent, tellOfSigning, wholeBytes } from '#rooms/documents/door.ts';
import type { Sealer } from './forms/forms.ts';
import { contentOf } from './queries.ts';

/** Left behind by the last signature: the whole file is sealed once, however often and wherever this runs. */
export const sealDocument = job({
  name: 'seal-document',
  payload: z.object({ requestId: z.int() }),
  retry: { limit: 10, delaySeconds: 10 },
});

/** Its retries are over after some three hours. */
const givenUpMs = 4 * 3_600_000;
const mostAtOnce = 500;

export const sealWaiting = job({ name: 'seal-waiting', at: '23 * * * *' });

/**
 * Says that the certificate ends, once a day by each process, and tries whatever is still unsealed once more, whatever was in the way, as
 * soon as there is something to seal with (P11-04). What was deleted meanwhile keeps its files, and is sealed like the rest (P11-08). A
 * document keeps its job, so that those of which nothing comes do not hide what else has failed (P11-16), and one that was given up stays so.
 */
export async function queueWaiting(
  { database, clock, log }: Pick<House, 'database' | 'clock' | 'log'>,
  sealer: Pick<Sealer, 'refuseIfEnded' | 'warnOfEnd'>,
): Promise<null> {
  // While nothing waits, too: a portal may run for months after the start that said so.
  const problem = sealer.warnOfEnd();
  if (problem !== null) log.warn('settings', { problem });
  // Before the documents: of one whose job is done by now, the seal is seen below.
  const jobs = Map.groupBy(await undoneOf(database, sealDocument), ({ payload }) => payload.requestId);
  const waiting = await database.asSystem((tx) =>
    tx
      .selectFrom('signing_request')
      .where('state', '=', 'completed')
      .where('sealed_at', 'is', null)
      .where('ended_at', '<', new Date(clock.now().getTime() - givenUpMs))
      .orderBy('signing_request_id')
      .limit(mostAtOnce)
      .select(['signing_request_id as requestId', 'company_id as companyId'])
      .execute(),
  );
  if (waiting.length === 0) return null;
  try {
    await sealer.refuseIfEnded();
  } catch (error) {
    log.error('seals wait', { documents: waiting.length, problem: failureText(error, null) });
    return null;
  }
  const tried = waiting.flatMap(({ requestId }) => {
    const [last] = jobs.get(requestId) ?? [];
    return last?.hasFailed ? [last.id] : [];
  });
  if (tried.length > 0) await tryAgain(database, sealDocument.name, tried);
  const unknown = waiting.filter(({ requestId }) => !jobs.has(requestId));
  const ofCompanies = Map.groupBy(unknown, ({ companyId }) => companyId);
  await companyByCompany({ log, job: sealWaiting }, ofCompanies.keys(), (companyId) =>
    database.inCompany(companyId, async (tx) => {
      for (const { requestId } of ofCompanies.get(companyId) ?? [])
        await enqueue(tx, { companyId, requestId: sealWaiting.name }, sealDocument, { requestId });
    }),
  );
  return null;
}

export async function sealOnce(act: Act<Actor>, requestId: number, sealer: Sealer): Promise<void> {
  const { tx, now, record, files } = act;
  await holdDocumentOfRequest(tx, { requestId });
  // Held, so that of two runs the later one finds it sealed.
  const request = await tx
    .selectFrom('signing_request')
    .where('signing_request_id', '=', requestId)
    .where('state', '=', 'completed')
    .select(['document_id as documentId', 'sealed_at as sealedAt'])
    .forUpdate()
    .executeTakeFirst();
  if (!request || request.sealedAt) return;
  const { documentId } = request;
  const content = await contentOf(tx, documentId);
  const signed = await wholeBytes(files, content);
  const { sha256 } = await replaceContent(act, { documentId, pdf: (await sealer.seal(signed)) as Pdf, by: 'sealed' });
  const sealedAt = now();
  await tx
    .updateTable('signing_request')
    .set({ sealed_at: sealedAt, sealed_sha256: sha256 })
    .where('signing_request_id', '=', requestId)
    .execute();
  await record({
    action: 'signing.sealed',
    record: { kind: 'signing_request', id: requestId },
    changes: [
      { field: 'documentId', new: documentId },
      { field: 'signedSha256', new: content.sha256 },
      { field: 'sealedSha256', new: sha256 },
      { field: 'sealedAt', new: sealedAt.toISOString() },
    ],
  });
  await tellOfSigning(act, requestId);
}
