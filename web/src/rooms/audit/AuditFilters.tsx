import { NativeSelect, TextInput } from '@mantine/core';
import { actionWords, fieldWords, recordWords } from '@portal/contract/audit/words.ts';
import { longestSearch } from '@portal/contract/audit/rules.ts';
import { useState } from 'react';
import { SearchField } from '#kit/SearchField.tsx';
import type { AuditFilter, OnFilter } from './filter.ts';
import { Period } from './Period.tsx';
import { useAuditPeople } from './queries.ts';
import classes from './records.module.css';

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, 'en');
const recordKinds = Object.entries(recordWords)
  .map(([value, label]) => ({ value, label }))
  .sort(byLabel);
/** By what they are about: the word before the dot. */
const kinds = Object.entries(
  Object.groupBy(
    Object.entries(actionWords).map(([value, label]) => ({ value, label })),
    ({ value }) => fieldWords(value.split('.')[0] ?? ''),
  ),
)
  .map(([group, items = []]) => ({ group, items: items.sort(byLabel) }))
  .sort((one, other) => one.group.localeCompare(other.group, 'en'));

/** Narrows the trail by words, record, person, kind of change and period (P11-14). Every change of a filter leads to the first page. */
export function AuditFilters(props: {
  words: string;
  onWords: (words: string) => void;
  filter: AuditFilter;
  onFilter: OnFilter;
  onClear: () => void;
}) {
  const { words, onWords, filter, onFilter, onClear } = props;
  const people = useAuditPeople();
  const { recordKind, recordId, person, kind } = filter;
  const narrow = (next: AuditFilter) => onFilter({ ...filter, page: undefined, ...next });
  return (
    <div role="search" aria-label="Filters of the audit trail" className={classes.filters}>
      <SearchField
        className={classes.search}
        placeholder="Number, person, change or record"
        maxLength={longestSearch}
        value={words}
        onChange={onWords}
      />
      <NativeSelect
        label="Record"
        data={[{ value: '', label: 'All records' }, ...recordKinds]}
        value={recordKind ?? ''}
        onChange={(event) => narrow({ recordKind: event.currentTarget.value || undefined, recordId: undefined })}
      />
      <RecordNumber
        key={`${recordKind} ${recordId}`}
        value={recordId ?? ''}
        disabled={recordKind === undefined}
        onEnter={(next) => narrow({ recordId: next || undefined })}
      />
      <NativeSelect
        label="Person"
        description={people.isError ? 'The people could not be loaded.' : undefined}
        data={[{ value: '', label: 'Everybody' }, ...peopleOptions(people.data?.people ?? [], person)]}
        value={person === undefined ? '' : String(person)}
        onChange={(event) => narrow({ person: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        label="Kind of change"
        data={[{ value: '', label: 'All changes' }, ...kinds]}
        value={kind ?? ''}
        onChange={(event) => narrow({ kind: event.currentTarget.value || undefined })}
      />
      <Period filter={filter} onNarrow={narrow} onClear={onClear} />
    </div>
  );
}

/** Somebody may be named in an address before, or without, being in the list. */
function peopleOptions(
  people: readonly { cpId: number; fName: string; lName: string; type: string }[],
  chosen: number | undefined,
) {
  const options = people.map(({ cpId, fName, lName, type }) => ({
    value: String(cpId),
    label: `${lName}, ${fName} (${type})`,
  }));
  const isMissing = chosen !== undefined && !people.some(({ cpId }) => cpId === chosen);
  return isMissing ? [...options, { value: String(chosen), label: `Person ${chosen}` }] : options;
}

/** The trail is narrowed once the number is typed in full: by Enter, or by leaving the field. */
function RecordNumber(props: { value: string; disabled: boolean; onEnter: (value: string) => void }) {
  const { value, disabled, onEnter } = props;
  const [typed, setTyped] = useState(value);
  const number = typed.trim();
  const isWrong = number !== '' && !/^[\w-]{1,64}$/.test(number);
  const enter = () => {
    if (!isWrong && number !== value) onEnter(number);
  };
  return (
    <TextInput
      label="Record number"
      placeholder={disabled ? 'Choose a record first' : undefined}
      value={typed}
      disabled={disabled}
      error={isWrong ? 'Please enter the number of a record.' : undefined}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={enter}
      onKeyDown={(event) => event.key === 'Enter' && enter()}
    />
  );
}
