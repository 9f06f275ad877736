/** What the records that audit entries speak of are called, so that a reader meets names and not only numbers (P11-14). */
import { nameKey, type NamedKind, namedKindOf, namedKinds, pointersIn } from '@portal/contract/audit/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type Change } from '#platform/audit/record.ts';
import { groupsOf } from '#platform/audit/places.ts';
import { otherGroup } from '#rooms/patients/door.ts';
import type { Reader } from './in-groups.ts';

interface Entry {
  recordKind: string;
  recordId: string;
  changes: readonly Change[];
}
export type Mentioned = ReadonlyMap<NamedKind, ReadonlySet<number>>;

/** Where each kind has its number and its name. */
export const names: Record<
  NamedKind,
  { id: RawBuilder<unknown>; name: RawBuilder<unknown>; table: RawBuilder<unknown> }
> = {
  provider: { id: sql`provider_id`, name: sql`btrim(first_name || ' ' || last_name)`, table: sql`provider` },
  care_group: { id: sql`care_group_id`, name: sql`display_name`, table: sql`care_group` },
  partner: { id: sql`partner_id`, name: sql`name`, table: sql`partner` },
  sponsor: { id: sql`sponsor_id`, name: sql`name`, table: sql`sponsor` },
  product: { id: sql`product_id`, name: sql`drug_name || ', ' || dosage_form`, table: sql`product` },
  participant: { id: sql`participant_id`, name: sql`subject_number`, table: sql`participant` },
  patient: { id: sql`patient_id`, name: sql`btrim(first_name || ' ' || last_name)`, table: sql`patient` },
  survey: { id: sql`survey_id`, name: sql`name`, table: sql`survey` },
  document: { id: sql`document_id`, name: sql`friendly_name`, table: sql`document` },
};

/** Named for those alone in whose groups they are today: a participant may have another number at another site by now. */
const namedInGroups: readonly NamedKind[] = ['participant', 'patient'];

/**
 * Which of a kind a reader knows by name (SEC-23): participants and patients in their groups, and these groups with those above them, since
 * the name of a group may say what somebody suffers from. Other things are named wherever an entry that is read points at them.
 */
function knownTo(kind: NamedKind, viewer: Reader): RawBuilder<unknown> {
  if (viewer.seesWholeCompany) return sql`true`;
  if (kind === 'care_group')
    return sql`care_group_id in (select unnest(array[own.care_group_id, own.parent_id]) from care_group own
      where own.care_group_id = ${groupsOf(viewer)})`;
  const place = namedInGroups.includes(kind) ? viewer.places.get(kind) : undefined;
  return place && place !== 'company' ? sql`${names[kind].id} in (${place(viewer)})` : sql`true`;
}

/** Every record that the entries are about or point at, by kind. */
export function mentionedIn(entries: readonly Entry[]): Mentioned {
  const found = new Map<NamedKind, Set<number>>(namedKinds.map((kind) => [kind, new Set()]));
  const add = (kind: NamedKind, id: number) => {
    if (Number.isInteger(id) && id > 0 && id <= 2_147_483_647) found.get(kind)?.add(id);
  };
  for (const { recordKind, recordId, changes } of entries) {
    const own = namedKindOf(recordKind);
    if (own) add(own, Number(recordId));
    for (const { field, old, new: next } of changes)
      for (const { kind, id } of [...pointersIn(field, old), ...pointersIn(field, next)]) add(kind, id);
  }
  return found;
}

/** Their names of today, as far as the company has such records and the reader knows them. */
export async function namesOf(tx: Tx, reader: Reader, mentioned: Mentioned): Promise<Record<string, string>> {
  const found = await Promise.all(
    [...mentioned]
      .filter(([, ids]) => ids.size > 0)
      .map(async ([kind, ids]) => {
        const { id, name, table } = names[kind];
        const { rows } = await sql<{ id: number; name: string; isKnown: boolean }>`
          select ${id} as id, ${name} as name, ${knownTo(kind, reader)} as "isKnown" from ${table}
          where ${id} = ${anyOf([...ids])}`.execute(tx);
        return rows.flatMap((row) => {
          const shown = row.isKnown ? row.name : kind === 'care_group' ? otherGroup : null;
          return shown === null ? [] : [[nameKey(kind, row.id), shown] as const];
        });
      }),
  );
  return Object.fromEntries(found.flat());
}
