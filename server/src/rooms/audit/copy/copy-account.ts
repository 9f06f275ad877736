import { copyAccount } from '@portal/contract/audit/endpoints.ts';
import { sql } from 'kysely';
import { fail } from '#platform/core/fail.ts';
import { inOneSnapshot } from '#platform/database/one-snapshot.ts';
import type { House } from '#platform/http/calls.ts';
import { lastArchived } from '#platform/jobs/archive-months.ts';
import { type Sealer, sealingCertificates } from '#rooms/signing/door.ts';
import { readerIn } from '../in-groups.ts';
import { mentionedIn, namesOf } from '../name-records.ts';
import { changesBy, type Entry } from '../queries.ts';
import { answerWithCopy } from './answer-with-copy.ts';
import { archivedReadings, emergencyMark, escaped, page, row, spoken, table, trailAsTables } from './pages.ts';
import { peopleNamed } from './queries.ts';

/** More than a person would read; a shorter period is asked for instead of leaving some out. */
const most = { accesses: 100_000, changes: 20_000 };

interface Access {
  at: Date;
  kind: string;
  ids: number[];
  call: string;
  outcome: string;
  /** With emergency access at that time (PRV-11). */
  inEmergency: boolean;
  host: string;
  address: string;
  requestId: string;
}

/** Whom and what an account saw and changed between two times (PRV-02). */
export function copyOfAccount(house: House, sealer: Sealer): void {
  const { preparedRoute, database, duties } = house;
  preparedRoute(
    copyAccount,
    async (_, { viewer, query: { cp_id: cpId, from, until } }) => {
      const [person] = await database.readInCompany(viewer.companyId, (tx) =>
        peopleNamed(tx, viewer, { providerIds: [cpId] }),
      );
      if (!person) throw fail('not_found');
      const own = await sealer.certificate();
      return database.asSystem(async (tx) => {
        const { rows: accesses } = await accessesOf({ companyId: viewer.companyId, cpId, from, until }).execute(tx);
        if (accesses.length > most.accesses) throw fail('audit.too_many_accesses');
        return {
          own,
          person,
          accesses,
          accessesLeftOut: { archivedUpTo: await lastArchived(tx, 'access_entry', { from, until }) },
          certificates: await sealingCertificates(tx),
        };
      });
    },
    async (call, { own, person, accesses, accessesLeftOut, certificates }) => {
      const { viewer, query, tx, logRead } = call;
      await inOneSnapshot(tx);
      const { cp_id: cpId, from, until } = query;
      const audit = (await changesBy(tx, viewer.companyId, { cpId, from, until })
        .limit(most.changes + 1)
        .execute()) as Entry[];
      if (audit.length > most.changes) throw fail('audit.too_many_accesses');
      const mentioned = mentionedIn(audit);
      const records = {
        person,
        from,
        until,
        accesses,
        accessesLeftOut,
        audit,
        names: await namesOf(tx, readerIn(duties, viewer), mentioned),
      };
      const answered = await answerWithCopy(house, sealer, call, {
        name: `account-${cpId}`,
        of: { account: cpId, from, until },
        records,
        page: (madeAt) => accountPage(records, madeAt),
        files: [],
        people: [person],
        tooLarge: 'audit.report_too_large',
        certificates,
        own,
      });
      for (const kind of ['participant', 'patient'] as const) {
        const named = [...(mentioned.get(kind) ?? [])];
        if (named.length > 0) logRead(kind, named);
      }
      return { ...answered, accesses: accesses.length };
    },
  );
}

/** The oldest first. As portal_system: inside the fence the database takes no index for this. */
const accessesOf = (asked: { companyId: number; cpId: number; from: Date; until: Date }) => sql<Access>`
  select at, record_kind as kind, record_ids as ids, call, outcome,
    in_emergency as "inEmergency", host, address, request_id as "requestId"
  from access_entry
  where company_id = ${asked.companyId} and provider_id = ${asked.cpId} and at >= ${asked.from} and at < ${asked.until}
  order by at, entry_id limit ${most.accesses + 1}`;

interface AccountRecords {
  person: Awaited<ReturnType<typeof peopleNamed>>[number];
  from: Date;
  until: Date;
  accesses: readonly Access[];
  accessesLeftOut: { archivedUpTo: string | null };
  audit: readonly Entry[];
  names: Readonly<Record<string, string>>;
}
const accountPage = (
  { person, from, until, accesses, accessesLeftOut, audit, names }: AccountRecords,
  madeAt: Date,
): string => {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return page(
    `Accesses of ${name}`,
    `<p>Whom and what ${escaped(name)} (${person.cpId}, ${escaped(person.email)}, ${escaped(person.type)}) saw and changed from ${spoken(from)} until
before ${spoken(until)}, made ${spoken(madeAt)}. <code>node verify.mjs</code> in this folder checks it. What was read is named by numbers alone; the names of what was changed stand at the end.</p>
<h2>What was read</h2>
${archivedReadings(accessesLeftOut)}${table(
  ['When', 'Records', 'Call', 'Outcome', 'Host', 'From'],
  accesses.map(({ at, kind, ids, call, outcome, inEmergency, host, address }) =>
    row([
      spoken(at),
      escaped(`${kind} ${ids.join(', ')}`),
      escaped(call),
      `${outcome}${emergencyMark(inEmergency)}`,
      escaped(host),
      escaped(address),
    ]),
  ),
)}
${trailAsTables('What was changed', audit, names)}`,
  );
};
