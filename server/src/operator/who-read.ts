/** Who read a record (PRV-01), found by its number in the months that are in the database. */
import { recordWords, tableOfRecords } from '@portal/contract/audit/words.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { lastArchived } from '#platform/jobs/archive-months.ts';
import type { Ground } from './ground.ts';
import { Refusal } from './read-options.ts';

interface Asked {
  company: number;
  kind: string;
  id: number;
  most: number;
}
interface Sight {
  at: Date;
  /** Null is the patient, behind a link of theirs. */
  providerId: number | null;
  name: string | null;
  call: string;
  host: string;
  address: string;
  inEmergency: boolean;
}

export async function whoRead({ database }: Pick<Ground, 'database'>, asked: Asked): Promise<string> {
  const [sights, archived] = await database.asSystem(async (tx) => {
    const company = await tx
      .selectFrom('company')
      .select('company_id')
      .where('company_id', '=', asked.company)
      .executeTakeFirst();
    if (!company) throw new Refusal(`There is no company with the number ${asked.company}.`);
    const { rows } = await sightsOf(asked).execute(tx);
    if (rows.length === 0 && !(await isOfCompany(tx, asked)))
      throw new Refusal(
        `There is no ${wordsOf(asked.kind)} with the number ${asked.id} in the company ${asked.company}.`,
      );
    return [rows, await lastArchived(tx, 'access_entry')];
  });
  const shown = sights.slice(0, asked.most);
  const lines = shown.map(
    ({ at, providerId, name, call, host, address, inEmergency }) =>
      `${at.toISOString()}  ${providerId === null ? 'the patient' : `${providerId} ${name ?? ''}`}  ${call}  on ${host} from ${address}${inEmergency ? ', emergency access' : ''}`,
  );
  if (sights.length > shown.length) lines.push(`There are more than ${asked.most}; --most shows them.`);
  if (lines.length === 0) lines.push('Nobody read it.');
  if (archived !== null)
    lines.push(`Months up to ${archived} are archived: "read-archive --table access_entry --month …" prints each.`);
  return lines.join('\n');
}

const wordsOf = (kind: string): string => (recordWords[kind] ?? kind).toLowerCase();

/** Also one that is removed by now, which the trail still knows; a slip of the pen must not become a statement. */
async function isOfCompany(tx: Tx, { company, kind, id }: Asked): Promise<boolean> {
  if (!Object.hasOwn(recordWords, kind)) return true;
  const place = tableOfRecords(kind);
  const isThere =
    place === null
      ? sql`false`
      : sql`exists (select from ${sql.table(place.table)} as record where ${sql.ref(place.key)} = ${id}
          and coalesce((to_jsonb(record) ->> 'company_id')::int, ${company}) = ${company})`;
  const { rows } = await sql<{ known: boolean }>`select ${isThere} or exists (select from audit_entry
    where company_id = ${company} and record_kind = ${kind} and record_id = ${String(id)}) as known`.execute(tx);
  return rows[0]?.known === true;
}

/** The newest first. As portal_system: inside the fence the database takes no index for this. */
export const sightsOf = ({ company, kind, id, most }: Asked) => sql<Sight>`
  select at, entry.provider_id as "providerId", btrim(first_name || ' ' || last_name) as name, call, host, address,
    in_emergency as "inEmergency"
  from (select * from access_entry
    where record_ids @> array[${id}::int] and record_kind = ${kind} and company_id = ${company} and outcome = 'read'
    order by at desc limit ${most + 1}) as entry
  left join provider using (provider_id) order by at desc`;
