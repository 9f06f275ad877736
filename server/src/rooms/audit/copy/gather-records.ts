import { exportedAtOnce } from '@portal/contract/audit/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import { everOfGroups } from '#rooms/providers/door.ts';
import type { Reader } from '../in-groups.ts';
import { mentionedIn, namesOf } from '../name-records.ts';
import { entriesOf, type Entry, portion } from '../queries.ts';
import * as queries from './queries.ts';

/** Everything that a copy of a trial says, as its machine form has it; the files stay where they are. */
export async function gatherRecords(tx: Tx, viewer: Reader, trialId: number) {
  const groups = await queries.groupsOfTrial(tx, trialId);
  const careGroupIds = groups.map(({ careGroupId }) => careGroupId);
  const of = { careGroupIds, providerIds: await everOfGroups(tx, careGroupIds) };
  const rows = await queries.documentsOf(tx, viewer, of);
  const { documents, files, providerIds: signing, signerIds } = await withSignatures(tx, rows);
  const ofDocuments = queries.recordsOfDocuments(
    viewer,
    rows.map(({ docId }) => docId),
  );
  const audit = inOrder([
    ...(await trailOf(tx, { ...viewer, careGroupIds, seesWholeCompany: false })),
    ...((await entriesOf(tx, viewer, ofDocuments).execute()) as Entry[]),
  ]);
  const mentioned = mentionedIn(audit);
  const providerIds = new Set([
    ...signing,
    ...audit.flatMap(({ cpId }) => cpId ?? []),
    ...(mentioned.get('provider') ?? []),
  ]);
  return {
    records: {
      trial: groups[0] as (typeof groups)[number],
      groups,
      people: await queries.peopleNamed(tx, viewer, { providerIds: [...providerIds], signerIds }),
      names: await namesOf(tx, viewer, mentioned),
      documents,
      /** Who sees only some groups has less of it (SEC-23). */
      madeFor: viewer.seesWholeCompany ? ('company' as const) : ('groups' as const),
      /** Of training forms, by people of other groups. */
      copiesLeftOut: await queries.countLeftOut(tx, viewer, of),
      audit,
    },
    files,
    participants: [...(mentioned.get('participant') ?? [])],
    patients: [...(mentioned.get('patient') ?? [])],
  };
}
export type Records = Awaited<ReturnType<typeof gatherRecords>>['records'];

/** Documents with every revision, signature and link, where their files lie, and the people who had to do with them. */
export async function withSignatures(tx: Tx, rows: Awaited<ReturnType<typeof queries.documentsOf>>) {
  const documentIds = rows.map(({ docId }) => docId);
  const [earlier, links, requests] = await Promise.all([
    queries.earlierRevisions(tx, documentIds),
    queries.linksOf(tx, documentIds),
    queries.requestsOf(tx, documentIds),
  ]);
  const requestIds = requests.map(({ requestId }) => requestId);
  const [signers, signatures] = await Promise.all([
    queries.signersOf(tx, requestIds),
    queries.signaturesOf(tx, requestIds),
  ]);
  const [byDocument, linked, requested] = [
    Map.groupBy(earlier, ({ docId }) => docId),
    Map.groupBy(links, ({ docId }) => docId),
    new Map(requests.map((request) => [request.docId, request])),
  ];
  const [signing, signed] = [
    Map.groupBy(signers, ({ requestId }) => requestId),
    Map.groupBy(signatures, ({ requestId }) => requestId),
  ];
  const files: { docId: number; path: string; key: string; bytes: number; sha256: string | null }[] = [];
  const documents = rows.map(({ key, bytes, sha256, revision, ...row }) => {
    const before = byDocument.get(row.docId) ?? [];
    const all = [...before, { revision, key, bytes, sha256, replacedBy: null, replacedAt: null }];
    const revisions = all.map((one, at) => {
      const path = `documents/${row.docId}/${one.revision}.pdf`;
      files.push({ docId: row.docId, path, key: one.key, bytes: one.bytes, sha256: one.sha256 });
      const made = all[at - 1];
      return {
        revision: one.revision,
        file: path,
        bytes: one.bytes,
        sha256: one.sha256,
        by: made?.replacedBy ?? 'uploaded',
        at: made?.replacedAt ?? row.uploadedAt,
      };
    });
    const request = requested.get(row.docId);
    return {
      ...row,
      groups: (linked.get(row.docId) ?? []).map(({ careGroupId, removedAt }) => ({ careGroupId, removedAt })),
      revisions,
      request: request
        ? {
            ...request,
            signers: signing.get(request.requestId) ?? [],
            signatures: signed.get(request.requestId) ?? [],
          }
        : null,
    };
  });
  const signerIds = [...signers, ...signatures].map(({ cpId }) => cpId);
  const providerIds = [
    ...rows.map(({ uploaderId }) => uploaderId),
    ...requests.flatMap(({ requesterId }) => requesterId ?? []),
    ...signerIds,
  ];
  return { documents, files, providerIds, signerIds };
}

/** Each entry once, the oldest first. */
const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...new Map(entries.map((entry) => [entry.number, entry])).values()].sort((a, b) => a.number - b.number);

/** What was written down about all that lies in these groups, the newest first. */
async function trailOf(tx: Tx, reviewer: Parameters<typeof portion>[1]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let before: number | undefined; ; ) {
    const rows = await portion(tx, reviewer, {}, { before, size: exportedAtOnce }).execute();
    entries.push(...(rows as Entry[]));
    before = rows.at(-1)?.number;
    if (rows.length < exportedAtOnce) return entries;
  }
}
