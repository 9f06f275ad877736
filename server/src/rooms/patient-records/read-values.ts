import type { readValueHistory, ValueEntry } from '@portal/contract/patient-records/value-endpoints.ts';
import { shownValue, valueFields, type ValueKind } from '@portal/contract/patient-records/value-rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { Call } from '#platform/http/calls.ts';
import { groupNames, otherGroup, patientOf } from '#rooms/patients/door.ts';
import { hasRecord, type ValueRow, valuesOf } from './values.ts';

/** Which values a part of a patient's record had, in the words of the screen: the patient is in sight and has been read (PRV-01). */
export async function readValues({ tx, viewer, query, logRead, list }: Call<typeof readValueHistory>) {
  const { u_id: patientId, of: kind, field, rx_number: rxNumber, after } = query;
  const id =
    query.addr_id ?? query.contact_id ?? query.insurance_id ?? query.med_id ?? query.allergy_id ?? query.goal_id;
  // OPC-09, as the list of insurances.
  if (kind === 'insurance' && !viewer.modules.includes('Insurance')) throw fail('forbidden');
  const asked = { patientId, kind, field, id, rxNumber, after };
  if (!(await patientOf(tx, viewer, patientId).executeTakeFirst()) || !(await hasRecord(tx, asked)))
    throw fail('not_found');
  const rows = await list(valuesOf(tx, viewer, asked), ({ number }) => number);
  logRead('patient', [patientId]);
  const groups = await groupNames(tx, viewer, kind === 'group' ? rows.flatMap(groupsIn) : []);
  return rows.map((row) => present(row, kind, field, groups));
}

const numbers = (value: unknown): number[] => [value].flat().filter((one) => typeof one === 'number');
const groupsIn = ({ changes }: ValueRow): number[] =>
  changes.flatMap(({ field, old, new: next }) =>
    field === 'care_group_id' ? [...numbers(old), ...numbers(next)] : [],
  );

function present(
  row: ValueRow,
  kind: ValueKind,
  field: string | undefined,
  groups: ReadonlyMap<number, string>,
): ValueEntry {
  const labels: Readonly<Record<string, string>> = valueFields[kind];
  const said = (name: string, value: unknown): string | null =>
    name === 'care_group_id'
      ? numbers(value)
          .map((id) => groups.get(id) ?? otherGroup)
          .join(', ') || null
      : shownValue(kind, name, value);
  const { number, at, by, id, reason, toldAt } = row;
  const name = nameOf(kind, row.names ?? []);
  return {
    number,
    at,
    by,
    did: didOf(row.action),
    id,
    reason,
    ...(name !== '' && { name }),
    ...(toldAt !== null && { toldAt: new Date(toldAt) }),
    values: row.changes
      .filter((one) => Object.hasOwn(labels, one.field) && (field === undefined || one.field === field))
      .map((one) => ({
        field: one.field,
        label: one.label ?? labels[one.field] ?? one.field,
        from: said(one.field, one.old),
        to: said(one.field, one.new),
      })),
  };
}

/** As the lists call it: a contact by the first that it has of name, email and phone. */
function nameOf(kind: ValueKind, names: readonly (string | null)[]): string {
  if (kind !== 'contact') return names.filter(Boolean).join(', ');
  const [name, email, phone] = names;
  return name || email || (shownValue('contact', 'phone', phone) ?? '');
}

const didOf = (action: string): ValueEntry['did'] =>
  /\.(added|imported)$/.test(action) ? 'added' : action.endsWith('.removed') ? 'removed' : 'changed';
